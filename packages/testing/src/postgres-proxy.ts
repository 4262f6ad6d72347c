/** A proxy in front of PostgreSQL that can be cut: a network that goes away silently. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '@salar/store';

export type PostgresProxy = {
  readonly options: DatabaseOptions;
  /** From now on nothing passes, and neither side is notified. */
  cut(): void;
  /** Held data passes, and new data does. */
  open(): void;
  /** Nothing passes any more over the current connections, and neither side is notified. New ones work. */
  lose(): void;
  close(): Promise<void>;
};

const socketName = '.s.PGSQL.5432';

export async function openPostgresProxy(target: DatabaseOptions): Promise<PostgresProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'salar-proxy-'));
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer((client) => {
    const upstream = connect(join(target.socketDir ?? '', socketName));
    pass(client, upstream);
    pass(upstream, client);
  });
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    if (isShut) from.pause();
    from.on('data', (bytes) => to.write(bytes));
    from.once('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('error', () => undefined); // the other end is closed with it
  };
  await new Promise<void>((resolve) => server.listen(join(directory, socketName), resolve));
  return {
    options: { ...target, socketDir: directory },
    cut: () => {
      isShut = true;
      for (const socket of sockets) socket.pause();
    },
    open: () => {
      isShut = false;
      for (const socket of sockets) socket.resume();
    },
    lose: () => {
      for (const socket of sockets) socket.pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
