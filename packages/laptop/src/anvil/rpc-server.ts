/**
 * The public address of a local chain: forwards JSON-RPC to anvil.
 *
 * Signed transactions are written to the log before they are forwarded, and requests wait while anvil is being
 * restarted, so callers never see a chain that lost something.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keccak256 } from 'viem';
import type { Hex } from 'viem';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import { readBody } from '../http/read-body.ts';

const bodyLengthMax = 2 ** 20;
const waitMsMax = 20_000;
const portsTried = 20;

export type RpcServerOptions = {
  /** How often anvil has been started. */
  readonly starts: () => number;
  /** The address of anvil, once it is ready. */
  readonly upstream: () => Promise<string>;
  readonly onSignedTransaction: (raw: string) => void;
  /** Receives the hashes of transactions that anvil signed itself: `eth_sendTransaction`. */
  readonly onSentTransaction: (hash: string) => Promise<void>;
};

export class RpcServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Listens on loopback at `port`, or the next free one; 0 takes any. */
  static async open(port: number, options: RpcServerOptions): Promise<RpcServer> {
    const server = createServer((request, response) => {
      serve(options, request, response).catch((error: unknown) => {
        response.writeHead(502, { 'content-type': 'text/plain' });
        response.end(`the local chain is unreachable: ${String(error)}`);
      });
    });
    for (let tried = 0; ; tried += 1) {
      if (await listens(server, port === 0 ? 0 : port + tried)) return new RpcServer(server);
      if (tried === portsTried) throw new Error(`no free port for a local chain from ${port} on`);
    }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

async function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const onListening = () => {
      server.off('error', onError);
      resolve(true);
    };
    server.once('error', onError).once('listening', onListening).listen(port, '127.0.0.1');
  });
}

async function serve(
  options: RpcServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*'); // for wallets in browsers, as anvil itself allows
  response.setHeader('access-control-allow-headers', 'content-type');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const body = await readBody(request, bodyLengthMax);
  if (body === null) return void response.writeHead(413).end();
  const calls = parseCalls(body);
  const starts = options.starts();
  for (const call of calls) {
    const [raw] = call.method === 'eth_sendRawTransaction' ? call.params : [];
    if (typeof raw === 'string') options.onSignedTransaction(raw);
  }
  const forwarded = await forward(options, body);
  const hasRestarted = options.starts() !== starts;
  const answer = hasRestarted ? await afterRestart(options, calls, forwarded) : forwarded;
  if (calls.some((call) => call.method === 'eth_sendTransaction')) await reportSent(options, answer);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(answer);
}

/** Tries until anvil answers: it may be restarting. Anvil recognises a transaction that is sent twice. */
async function forward(options: RpcServerOptions, body: string): Promise<string> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const url = await options.upstream();
    try {
      return await post(url, body);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
  }
}

/**
 * A transaction that was in flight when anvil died has been sent again from the log; sending it a second time is then
 * refused, although it was accepted. Its sender gets the answer it would have got without the restart.
 */
async function afterRestart(
  options: RpcServerOptions,
  calls: readonly Call[],
  answer: string,
): Promise<string> {
  const [call] = calls;
  const [raw] = call?.params ?? [];
  if (calls.length !== 1 || call?.method !== 'eth_sendRawTransaction' || typeof raw !== 'string')
    return answer;
  const parsed: unknown = JSON.parse(answer);
  if (!isRecord(parsed) || !('error' in parsed)) return answer;
  const hash = keccak256(raw as Hex);
  const question = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionByHash', params: [hash] };
  const known: unknown = JSON.parse(await post(await options.upstream(), JSON.stringify(question)));
  const isKnown = isRecord(known) && isRecord(known['result']);
  return isKnown ? JSON.stringify({ jsonrpc: '2.0', id: parsed['id'], result: hash }) : answer;
}

async function post(url: string, body: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(waitMsMax),
  });
  return answer.text();
}

async function reportSent(options: RpcServerOptions, answer: string): Promise<void> {
  const parsed: unknown = JSON.parse(answer);
  for (const one of Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]) {
    const result = isRecord(one) ? one['result'] : null;
    if (typeof result === 'string' && result.length === 66) await options.onSentTransaction(result);
  }
}

type Call = { readonly method: unknown; readonly params: readonly unknown[] };

function parseCalls(body: string): readonly Call[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return []; // anvil refuses it with its own error
    throw error;
  }
  const list = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  return list.filter(isRecord).map((call) => ({
    method: call['method'],
    params: Array.isArray(call['params']) ? (call['params'] as unknown[]) : [],
  }));
}
