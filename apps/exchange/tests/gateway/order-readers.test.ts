/**
 * Orders are read by our own reader, everything else by `node:http`. Whatever a client sends, the answers are those
 * that it would get from `node:http` alone.
 *
 * `READER_REQUESTS` sets the number of random requests, and `READER_SEED` another seed.
 */
import { CallFuzzer, formatCall } from '@salar/testing/fuzz/fuzz-calls';
import { createSeededRandom, Dice } from '@salar/testing/seeded-random';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelOrder } from '../../src/gateway/calls/orders/cancel-order.ts';
import { sendOrder } from '../../src/gateway/calls/orders/send-order.ts';
import { httpCases, plainOrder } from '../support/http-cases.ts';
import type { Step } from '../support/http-cases.ts';
import type { RawClient } from '../support/raw-client.ts';
import {
  accountIds,
  apiKey,
  normalize,
  openTwoReaders,
  signRequest,
  tokens,
} from '../support/two-readers.ts';
import type { Gateway, TwoReaders } from '../support/two-readers.ts';

const count = Number(process.env['READER_REQUESTS'] ?? 3000);
const seed = Number(process.env['READER_SEED'] ?? 20261123);

let readers: TwoReaders;
beforeEach(async () => {
  readers = await openTwoReaders();
});
afterEach(() => readers.close());

/** Completes whatever a request left incomplete; the answer to the last call shows that everything before it was read. */
const closing = `${'\r\n'.repeat(600)}GET /AP/Ping HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const closed = '{"msg":"PONG"}';

/**
 * Sends the steps on a new connection and returns everything that they were answered.
 *
 * @param patienceMs  how long the last step may take to be answered before more bytes follow
 */
async function play(gateway: Gateway, steps: readonly Step[], patienceMs: number): Promise<string> {
  const client = await gateway.open();
  let answers = '';
  for (const step of steps) {
    if (step === 'answer') answers += await client.readAnswer();
    else client.write(step);
  }
  await client.change(patienceMs);
  while (!client.isClosed && !client.received.includes(closed)) {
    client.write(closing);
    await client.change(50);
  }
  const [received = ''] = client.received.split(closed, 1);
  client.destroy();
  return normalize(answers + received);
}

/**
 * Plays the same on both gateways. A gateway that closes a connection discards an answer that the client has not read yet
 * when more bytes arrive, so on a busy machine the client waits longer before it sends more.
 */
async function playOnBoth(steps: readonly Step[]): Promise<readonly [direct: string, node: string]> {
  for (const patienceMs of [10, 100]) {
    const [direct, node] = await playOnce(steps, patienceMs);
    if (direct === node && direct !== '') return [direct, node];
  }
  return playOnce(steps, 1000);
}

async function playOnce(steps: readonly Step[], patienceMs: number): Promise<[direct: string, node: string]> {
  return Promise.all([play(readers.direct, steps, patienceMs), play(readers.node, steps, patienceMs)]);
}

test.each([
  ['as the first request of a connection', httpCases],
  [
    'after an answered order',
    httpCases.map((one) => ({ ...one, steps: [plainOrder, 'answer', ...one.steps] })),
  ],
])('what readers of HTTP disagree about is left to node:http, %s', async (_where, cases) => {
  const differences: string[] = [];
  const waiting = [...cases];
  const playNext = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const [direct, node] = await playOnBoth(one.steps);
      const isAnswered = direct.startsWith('HTTP/1.1 ');
      if (direct !== node || !isAnswered) differences.push(`${one.name}:\n${direct}\ninstead of\n${node}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, playNext));
  expect(differences).toEqual([]);
  expect(readers.direct.effects.toSorted()).toEqual(readers.node.effects.toSorted());
});

test('an order that arrives in two parts, split at any byte, is answered as a whole', async () => {
  const expected = await playOnBoth([plainOrder]);
  expect(expected[0]).toBe(expected[1]);
  for (let at = 1; at < plainOrder.length; at += 1) {
    const client = await readers.direct.open();
    client.write(plainOrder.slice(0, at));
    await client.change(1);
    client.write(plainOrder.slice(at));
    const answer = normalize(await client.readAnswer());
    client.destroy();
    expect(expected[0].startsWith(answer), `split at ${at}: ${answer}`).toBe(true);
  }
});

test('an order that arrives byte by byte is answered as a whole', async () => {
  const client = await readers.direct.open();
  for (const byte of plainOrder) {
    client.write(byte);
    await client.change(0);
  }
  expect(await client.readAnswer()).toContain('"status":"Accepted"');
  client.destroy();
});

test.each(['', plainOrder.slice(0, 30), plainOrder.slice(0, -5)])(
  'a client that ends its side early gets what node:http answers: %j',
  async (text) => {
    const [direct, node] = await Promise.all(
      [readers.direct, readers.node].map(async (gateway) => {
        const client = await gateway.open();
        client.write(text);
        await client.change(20);
        client.end();
        return normalize(await client.readToEnd());
      }),
    );
    expect(direct).toBe(node);
  },
);

test('node:http reads no order of the simple form', async () => {
  const client = await readers.direct.open();
  const before = readers.direct.readByNode;
  for (let turn = 0; turn < 3; turn += 1) {
    client.write(plainOrder);
    expect(await client.readAnswer()).toMatch(/^HTTP\/1\.1 200 OK\r\nsession-ends-in: 3600\r\n/);
  }
  // The body may come a little later than the head.
  const bodyAt = plainOrder.indexOf('\r\n\r\n') + 4;
  client.write(plainOrder.slice(0, bodyAt));
  await client.change(1);
  client.write(plainOrder.slice(bodyAt));
  expect(await client.readAnswer()).toContain('HTTP/1.1 200 OK');
  expect(readers.direct.readByNode).toBe(before);
  client.write('GET /AP/Ping HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await client.readAnswer()).toContain('PONG');
  expect(readers.direct.readByNode).toBe(before + 1);
  client.destroy();
});

test(
  `${count} random orders, cancels and malformed requests get the same answers from both readers`,
  async () => {
    const dice = new Dice(createSeededRandom(seed));
    const fuzzer = new CallFuzzer({
      calls: [sendOrder, cancelOrder],
      dice,
      knownIds: () => [1, 2, 3, 17, 18, ...Object.values(accountIds)],
    });
    await readers.close();
    readers = await openTwoReaders({ rateLimits: 'on' });
    const { direct, node, clock } = readers;
    let readByNode = 0;
    let clients: readonly [RawClient, RawClient] | null = null;
    for (let sent = 0; sent < count; sent += 1) {
      clock.now += dice.pick([0, 10, 60]);
      const request = drawRequest(dice, fuzzer);
      if (dice.chance(0.02)) {
        const mutated = (dice.chance(0.3) ? request : '') + mutate(dice, request);
        const [first, second] = await playOnBoth([mutated]);
        if (first !== second)
          expect(first, `after ${sent} requests: ${JSON.stringify(mutated)}`).toBe(second);
        if (direct.effects.length !== node.effects.length)
          expect(direct.effects.length, mutated).toBe(node.effects.length);
        continue;
      }
      clients ??= [await direct.open(), await node.open()];
      const [one, other]: readonly [RawClient, RawClient] = clients;
      one.write(request);
      other.write(request);
      const [first, second] = await Promise.all([one.readAnswer(), other.readAnswer()]);
      expect(direct.effects.at(-1), request).toBe(node.effects.at(-1));
      expect(direct.effects.length, request).toBe(node.effects.length);
      if (normalize(first) !== normalize(second)) expect(normalize(first), request).toBe(normalize(second));
      // A connection that node:http has taken over stays there: a new one brings our reader back.
      const isTaken = direct.readByNode > readByNode;
      readByNode = direct.readByNode;
      if (one.isClosed || other.isClosed || dice.chance(isTaken ? 0.7 : 0.1)) {
        one.destroy();
        other.destroy();
        clients = null;
      }
    }
    clients?.forEach((client) => client.destroy());
    // Most requests must have met our reader, or this test shows nothing.
    expect(direct.readByNode).toBeLessThan(count * 0.6);
  },
  count * 20 + 60_000,
);

function drawRequest(dice: Dice, fuzzer: CallFuzzer): string {
  const drawn = fuzzer.next();
  const text = formatCall(drawn);
  const isPost = drawn.method === 'POST';
  const body = isPost ? Buffer.from(text).toString('latin1') : '';
  const target = `/AP/${drawn.name}${isPost ? '' : text}`;
  const headers: string[] = ['Host: localhost'];
  const who = dice.weighted([
    [70, `aptoken: ${dice.pick([tokens.maria, tokens.maria, tokens.joao])}`],
    [5, `aptoken: ${dice.pick([tokens.reader, tokens.unknown])}`],
    [5, 'aptoken: x'],
    [15, signed(target, dice.chance(0.8) ? text : `${text} `)],
    [5, ''],
  ]);
  if (who !== '') headers.push(who);
  for (const header of optionalHeaders) if (dice.chance(0.08)) headers.push(header);
  if (isPost) headers.splice(dice.int(0, headers.length), 0, `Content-Length: ${body.length}`);
  return `${drawn.method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

function signed(target: string, body: string): string {
  return `APIKey: ${apiKey}\r\nX-Salar-Timestamp: 1\r\nX-Salar-Nonce: n\r\nX-Salar-Signature: ${signRequest(target, body)}`;
}

const optionalHeaders = [
  'Content-Type: application/json',
  'Accept: */*',
  'User-Agent: salar-test/1.0 (x; y)',
  'Accept-Encoding: gzip, deflate, br',
  'Connection: keep-alive',
  'Idempotency-Key: k-1',
  'Idempotency-Key: running',
  'UserId: 17',
  'UserId: 18',
  'X-Forwarded-For: 203.0.113.66',
  'X-Forwarded-For: 198.51.100.7, 127.0.0.1',
  'Cookie: salar_device=abc',
  'X-Unknown: 1',
];

/** Changes, removes, inserts or repeats a few bytes of the head. */
function mutate(dice: Dice, request: string): string {
  let text = request;
  for (let change = dice.int(1, 3); change > 0; change -= 1) {
    const at = dice.int(0, Math.max(0, text.indexOf('\r\n\r\n') + 3));
    const piece = dice.pick([
      '',
      ' ',
      '\t',
      '\r',
      '\n',
      '\r\n',
      '\0',
      ':',
      ',',
      '0',
      '9',
      '\xff',
      'Transfer-Encoding: chunked\r\n',
      'Content-Length: 1\r\n',
      text.slice(at, at + dice.int(1, 40)),
    ]);
    text = text.slice(0, at) + piece + text.slice(at + dice.int(0, 2));
  }
  return text;
}
