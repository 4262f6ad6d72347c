/**
 * Serves a standby's port, so that a load balancer sends customers elsewhere.
 *
 * It is the same kind of server as the gateway that will replace it, so that the modules of such a server are loaded
 * by then: this saves two tenths of a second without a leader.
 */
import Fastify from 'fastify';
import type { FastifyReply } from 'fastify';
import { addToEveryAnswer, commonHeaders } from '../gateway/http/security-headers.ts';
import type { StandbyStatus } from '@salar/sequencer';

export type StandbyHealth = StandbyStatus & {
  /** True from the moment it starts taking over until it leads. */
  readonly isTakingOver: boolean;
};

export type StandbyServer = {
  /** Frees the port. */
  close(): Promise<void>;
};

/**
 * Listens until it is closed: `/health` reports the standby's progress (200), everything else, `/ready` included, is
 * 503.
 *
 * @param readHealth  returns null while there is nothing to follow yet
 */
export async function startStandbyServer(
  where: { readonly host: string; readonly port: number },
  readHealth: () => StandbyHealth | null,
): Promise<StandbyServer> {
  const refuse = (reply: FastifyReply): FastifyReply =>
    reply
      .code(503)
      .headers({ 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
      .send('standby');
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    // No hook of the routes runs for a path that cannot be decoded.
    frameworkErrors: (_error, _request, reply: FastifyReply) => refuse(reply.headers(commonHeaders)),
  });
  addToEveryAnswer(app, commonHeaders);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // the body is never read
  app.get('/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'standby', ...readHealth() }),
  );
  app.setNotFoundHandler((_request, reply) => refuse(reply));
  await app.listen({ host: where.host, port: where.port });
  return { close: () => app.close() };
}
