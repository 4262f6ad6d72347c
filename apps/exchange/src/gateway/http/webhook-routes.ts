/** `/webhooks/{provider}`: where external parties call us. The body reaches its handler byte for byte. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import type { RateLimiter } from '../guard/rate-limits.ts';

export const webhookRoute = '/webhooks/:provider';

/** Security rule N6: an external party's event is far smaller. */
const webhookBytesMax = 256 * 1024;

export function webhookRoutes(app: FastifyInstance, inbox: WebhookInbox, limiter: RateLimiter | null): void {
  app.post<{ Params: { provider: string } }>(
    webhookRoute,
    { bodyLimit: webhookBytesMax },
    async (request, reply) => {
      const wait = limiter?.takeForAddress('read', request.ip, Date.now())?.wait ?? 0;
      if (wait > 0) return send(reply.header('retry-after', String(wait)), 429, 'TOO MANY REQUESTS');
      const received = await inbox.receive(request.params.provider.toLowerCase(), {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        header: (name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? value : undefined;
        },
      });
      if (received.ok) return send(reply, 200, 'OK');
      const [status, text] = refusals[received.refusal];
      return send(reply, status, text);
    },
  );
}

const refusals = {
  provider_unknown: [404, 'NOT FOUND'],
  signature_refused: [401, 'NOT AUTHORIZED'],
  body_malformed: [400, 'BAD REQUEST'],
} as const;

function send(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    .send(text);
}
