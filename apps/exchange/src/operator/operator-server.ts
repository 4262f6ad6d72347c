/**
 * The operators' server: a Unix socket with mode 0600, one JSON line per request and answer. Only processes of the
 * owner's user can open it, and each request carries an operator's signature.
 */
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import { serveOperator } from './operator-connections.ts';
import type { OperatorHandler, OperatorServer } from './operator-connections.ts';

/** Listens on `socketPath`, and replaces a socket left by an earlier run or an earlier leader. */
export async function startOperatorServer(options: {
  readonly service: OperatorHandler;
  readonly socketPath: string;
  readonly log: Log;
}): Promise<OperatorServer> {
  const { socketPath } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveOperator(options, socket);
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
