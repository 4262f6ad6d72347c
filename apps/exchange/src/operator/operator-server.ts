/**
 * The operators' server: a Unix socket with mode 0600, one JSON line per request and answer. Only processes of the
 * owner's user can open it, and each request carries an operator's signature.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Log } from '@salar/services/ports/log';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { OperatorService } from '@salar/services/operator/operator-service';
import { readOperatorRequest } from './operator-request.ts';

/** A request is a few hundred bytes; longer lines close their connection. */
const lineLengthMax = 16_384;

export type OperatorServer = { close(): Promise<void> };

/** Listens on `socketPath`, and replaces a socket left by an earlier run or an earlier leader. */
export async function startOperatorServer(options: {
  readonly service: Pick<OperatorService, 'handle'>;
  readonly socketPath: string;
  readonly log: Log;
}): Promise<OperatorServer> {
  const { socketPath } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(options, socket);
  });
  const made = await listen(server, socketPath);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      removeOwnSocket(socketPath, made);
      await closed;
    },
  };
}

/**
 * Creates the socket under a unique name and moves it into place, so that a process that stops late does not remove
 * another's.
 */
async function listen(server: Server, socketPath: string): Promise<Stats> {
  const draft = `${socketPath}.${process.pid}`;
  rmSync(draft, { force: true });
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', resolve);
  });
  // `listen` creates the file, so that it belongs to its owner from the first moment.
  const umask = process.umask(0o177);
  try {
    server.listen(draft);
  } finally {
    process.umask(umask);
  }
  await listening;
  chmodSync(draft, 0o600);
  const made = statSync(draft);
  renameSync(draft, socketPath);
  return made;
}

function removeOwnSocket(socketPath: string, made: Stats): void {
  const found = statSync(socketPath, { throwIfNoEntry: false });
  if (found?.ino === made.ino && found.dev === made.dev) rmSync(socketPath, { force: true });
}

function serve(
  { service, log }: { service: Pick<OperatorService, 'handle'>; log: Log },
  socket: Socket,
): void {
  let unread = 0;
  socket.on('error', () => socket.destroy()); // the client disconnected
  socket.on('data', (bytes: Buffer) => {
    unread = bytes.includes(0x0a) ? 0 : unread + bytes.length;
    if (unread > lineLengthMax) socket.destroy();
  });
  const lines = createInterface({ input: socket });
  lines.on('error', () => undefined); // the socket reports the same error
  lines.on('line', (line) => {
    if (line.length > lineLengthMax) return socket.destroy();
    void answerLine(service, log, line).then((answer) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
    });
    return undefined;
  });
}

async function answerLine(
  service: Pick<OperatorService, 'handle'>,
  log: Log,
  line: string,
): Promise<OperatorAnswer> {
  const request = readOperatorRequest(line);
  if (request === null)
    return { ok: false, refusal: 'params_wrong', text: 'this is not an operator request' };
  try {
    return await service.handle(request);
  } catch (error) {
    const incident = randomUUID();
    const method =
      'text' in request.proof ? /^method: (.*)$/m.exec(request.proof.text)?.[1] : request.proof.method;
    log.error({ incident, method, err: error }, 'operator request failed');
    const text = `the outcome is unknown (incident ${incident} in the log): check it before you repeat the command`;
    return { ok: false, refusal: 'unavailable', text };
  }
}
