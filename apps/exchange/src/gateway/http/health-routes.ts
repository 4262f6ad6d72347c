/**
 * `/ready` and `/health`, for load balancers and people. `/health` waits for the journal, so its answer is shared for a
 * second and each address may ask only so often.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { RateLimiter } from '../guard/rate-limits.ts';

const sharedMs = 1000;

type HealthOptions = {
  readonly services: Pick<CustomerServices, 'engine' | 'now'>;
  readonly limiter: RateLimiter | null;
  /** Returns what both pages show in addition to `status`. It must not wait for anything. */
  readonly health: () => Readonly<Record<string, unknown>>;
  /** Returns false while another exchange may be the leader. */
  readonly isReady: () => boolean;
  readonly refuse: (reply: FastifyReply, status: number, text: string, retryAfter: number) => FastifyReply;
};

/** Adds both routes. */
export function healthRoutes(
  app: FastifyInstance,
  { services, limiter, health, isReady, refuse }: HealthOptions,
): void {
  let last: { readonly at: number; readonly read: Promise<unknown> } | null = null;
  const readShared = () => {
    const at = services.now();
    if (last === null || at - last.at >= sharedMs)
      last = { at, read: services.engine.read((view) => view.lastSequence) };
    return last.read;
  };
  app.get('/ready', (_request, reply) =>
    isReady()
      ? reply.headers({ 'cache-control': 'no-store' }).send({ status: 'ready', ...health() })
      : refuse(reply, 503, 'NOT LEADING', 1),
  );
  app.get('/health', async (request, reply) => {
    const wait = limiter?.takeForAddress('read', request.ip, services.now())?.wait ?? 0;
    if (wait > 0) return refuse(reply, 429, 'TOO MANY REQUESTS', wait);
    await readShared();
    return reply.headers({ 'cache-control': 'no-store' }).send({ status: 'ok', ...health() });
  });
}
