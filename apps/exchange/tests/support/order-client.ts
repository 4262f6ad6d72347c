/** Sends orders and cancels as clients do, over a connection that our own reader reads, to a gateway that does not listen. */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RawClient } from './raw-client.ts';

export type OrderClient = {
  /** True for the requests that our own reader accepts. */
  readonly reads: (method: string, path: string) => boolean;
  readonly post: (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  readonly close: () => Promise<void>;
};

export function createOrderClient(app: FastifyInstance): OrderClient {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  let listening: Promise<number> | null = null;
  const listen = () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });

  return {
    reads: (method, path) => method === 'POST' && /^\/AP\/(?:SendOrder|CancelOrder)$/.test(path),
    async post(path, headers, body) {
      listening ??= listen();
      const client = await RawClient.open(await listening);
      const bytes = Buffer.from(body);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      client.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Content-Length: ${bytes.length}\r\n\r\n` +
          bytes.toString('latin1'),
      );
      const answer = Buffer.from(await client.readAnswer(), 'latin1').toString();
      client.destroy();
      const [, status] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? [];
      if (status === undefined) throw new Error(`no answer to ${path}: ${answer}`);
      return { status: Number(status), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
    },
    async close() {
      if (listening !== null) await new Promise((resolve) => void server.close(resolve));
    },
  };
}
