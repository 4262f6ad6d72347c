/** The signer's only interface: a Unix socket of its owner, one JSON line per request and answer. */
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { refuse } from '@salar/protocol';
import type { MoveSigner, Signer } from '@salar/services';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import { parseJson } from '@salar/adapters/parse-json';
import { readMoveRequest, readSignRequest } from '@salar/adapters/signer/signer-messages';

/** A payment with 100 inputs is about 15,000 characters; longer lines are dropped with their connection. */
const lineLengthMax = 32_768;

/** Listens on `socketPath`; replaces a socket left by a former run. */
export async function serveSigner(signer: Signer & Partial<MoveSigner>, socketPath: string): Promise<Server> {
  const server = createServer((socket) => serve(signer, socket));
  rmSync(socketPath, { force: true });
  // The socket is readable by its owner only, from the start.
  const umask = process.umask(0o177);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => {
      server.off('error', reject);
      resolve();
    });
  }).finally(() => process.umask(umask));
  chmodSync(socketPath, 0o600);
  return server;
}

function serve(signer: Signer & Partial<MoveSigner>, socket: Socket): void {
  let queue = Promise.resolve();
  let unread = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy()); // the caller disconnected; it will repeat the request
  socket.on('data', (text: string) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    if ([unread, ...lines].some((line) => line.length > lineLengthMax)) socket.destroy();
    for (const line of lines) queue = queue.then(() => answer(signer, socket, line));
  });
}

/** A request that fails unexpectedly costs its caller the connection, and affects nobody else. */
async function answer(signer: Signer & Partial<MoveSigner>, socket: Socket, line: string): Promise<void> {
  if (socket.destroyed) return;
  try {
    socket.write(`${JSON.stringify(await answerTo(signer, line))}\n`);
  } catch (error) {
    process.stderr.write(`a request failed: ${String(error)}\n`);
    socket.destroy();
  }
}

async function answerTo(signer: Signer & Partial<MoveSigner>, line: string): Promise<object> {
  const request = parseLine(line);
  const id = request?.['id'] ?? null;
  if (request?.['method'] === 'identity') return { id, result: { ok: true, value: await signer.identity() } };
  const move = request?.['method'] === 'move' ? readMoveRequest(request['params']) : null;
  if (move !== null && signer.move !== undefined) return { id, result: await signer.move(move) };
  const sign = request?.['method'] === 'sign' ? readSignRequest(request['params']) : null;
  if (sign === null) return { id, result: refuse('request_malformed') };
  return { id, result: await signer.sign(sign) };
}

function parseLine(line: string): Record<string, unknown> | null {
  const value = parseJson(line);
  return isRecord(value) ? value : null;
}
