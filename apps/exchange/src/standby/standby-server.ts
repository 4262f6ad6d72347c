/**
 * What a standby answers on its port: that it is one. A load balancer sends its customers elsewhere by that.
 *
 * It is the same kind of server as the gateway that will take its place, so that what such a server loads at its first
 * start is loaded by then: two tenths of a second less in which nobody leads.
 */
import Fastify from 'fastify';
import type { StandbyStatus } from '@salar/sequencer';

export type StandbyHealth = StandbyStatus & {
  /** True from the moment in which it takes over until it leads. */
  readonly isTakingOver: boolean;
};

export type StandbyServer = {
  /** Frees the port. */
  close(): Promise<void>;
};

/**
 * Listens until it is closed: `/health` says how far the standby is (200), everything else, `/ready` included, is 503.
 *
 * @param facts  null while there is nothing to follow yet
 */
export async function startStandbyServer(
  where: { readonly host: string; readonly port: number },
  readHealth: () => StandbyHealth | null,
): Promise<StandbyServer> {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // nobody reads it
  app.get('/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'standby', ...readHealth() }),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply
      .code(503)
      .headers({ 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
      .send('standby'),
  );
  await app.listen({ host: where.host, port: where.port });
  return { close: () => app.close() };
}
