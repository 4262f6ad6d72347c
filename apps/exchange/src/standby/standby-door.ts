/** What a standby answers on its port: that it is one. A load balancer sends its customers elsewhere by that. */
import { createServer } from 'node:http';
import type { StandbyStatus } from '@salar/sequencer';

export type StandbyFacts = StandbyStatus & {
  /** True from the moment in which it takes over until it leads. */
  readonly isTakingOver: boolean;
};

export type StandbyDoor = {
  /** Frees the port. */
  close(): Promise<void>;
};

/**
 * Listens until it is closed: `/health` says how far the standby is (200), everything else, `/ready` included, is 503.
 *
 * @param facts  null while there is nothing to follow yet
 */
export async function openStandbyDoor(
  where: { readonly host: string; readonly port: number },
  facts: () => StandbyFacts | null,
): Promise<StandbyDoor> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/health') {
      const body = JSON.stringify({ status: 'standby', ...facts() });
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
    } else {
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': '1',
        connection: 'close',
      };
      response.writeHead(503, headers).end('standby');
    }
    request.resume();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
