/**
 * A proxy between the browser and the exchange that delays every answer by a random time, in order to find faults that
 * only appear when the network or the machine is slow. The journeys' own calls do not pass through it.
 */
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type DelayingProxy = { readonly url: string; stop(): void };

/**
 * Starts the proxy on a free port.
 *
 * @param maxMs  the longest delay; delays are distributed evenly from 0
 * @param seed  selects the sequence of delays
 */
export async function startDelayingProxy(maxMs: number, seed: number): Promise<DelayingProxy> {
  const random = createRandom(seed);
  const nextDelay = () => Math.floor(random() * (maxMs + 1));
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, nextDelay));
  // The browser opens its WebSockets through CONNECT.
  server.on('connect', (incoming: IncomingMessage, browser: Socket, head: Buffer) =>
    tunnel(incoming, browser, head, nextDelay),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, nextDelay: () => number): void {
  const { method, headers, url = '' } = incoming;
  const upstream = request(url, { method, headers }, async (answer) => {
    await sleep(nextDelay());
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function tunnel(incoming: IncomingMessage, browser: Socket, head: Buffer, nextDelay: () => number): void {
  const { hostname, port } = new URL(`http://${incoming.url ?? ''}`);
  const upstream = connect(Number(port), hostname, () => {
    browser.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    browser.pipe(upstream);
  });
  // Each piece has a delay of its own, but never overtakes an earlier one.
  let sent = Promise.resolve();
  upstream.on('data', (piece: Buffer) => {
    const due = performance.now() + nextDelay();
    sent = sent.then(async () => {
      await sleep(Math.max(0, due - performance.now()));
      if (!browser.destroyed) browser.write(piece);
    });
  });
  upstream.on('end', () => void sent.then(() => browser.end()));
  upstream.on('error', () => browser.destroy());
  browser.on('error', () => upstream.destroy());
  browser.on('close', () => upstream.destroy());
}

/** Returns evenly distributed numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
