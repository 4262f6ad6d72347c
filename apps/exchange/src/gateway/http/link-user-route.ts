/**
 * `/api/task/salar/link-user`: a call of the test network, without a credential. It stores a claim and nothing else,
 * and returns every refusal in `errorMessage`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountId } from '@salar/protocol';
import { id, createInputReader, required, textField } from '@salar/protocol/wire';
import type { ClaimRefusal } from '@salar/services/accounts/account-link-service';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { apiHeaders } from './security-headers.ts';
import { getRetryAfter } from '../retry-after.ts';
import type { RateLimiter } from '../guard/rate-limits.ts';
import { readFields } from './read-request.ts';

export const linkUserRoute = '/api/task/salar/link-user';

const bodyBytesMax = 2 * 1024;
const readInput = createInputReader({
  salarAccountId: required(id()),
  userName: required(textField(200)),
  walletAddress: required(textField(200)),
});

export function linkUserRoutes(
  app: FastifyInstance,
  { services, limiter }: { readonly services: CustomerServices; readonly limiter: RateLimiter | null },
): void {
  const options = { bodyLimit: bodyBytesMax, errorHandler: sendFault };
  app.post(linkUserRoute, options, async (request, reply) => {
    const at = services.now();
    const wait = limiter?.takeForAddress('links', request.ip, at)?.wait ?? 0;
    if (wait > 0) return sendTooMany(reply, wait);
    const fields = readFields({}, request.body as Buffer | null);
    if (!fields.ok) return send(reply, 400, fields.refusal);
    const input = readInput(fields.value);
    if (!input.ok) return send(reply, 400, input.detail);
    const { salarAccountId, userName, walletAddress } = input.value;
    const waitOfAccount = limiter?.takeForCaller('links', salarAccountId, at)?.wait ?? 0;
    if (waitOfAccount > 0) return sendTooMany(reply, waitOfAccount);

    const claimed = await services.accounts.accountLinks.claim({
      accountId: accountId(salarAccountId),
      userName,
      walletAddress,
    });
    if (!claimed.ok) return send(reply, ...refusals[claimed.refusal]);
    return reply.headers(apiHeaders).send(
      JSON.stringify({
        success: true,
        linked: claimed.value.isNew,
        accountId: salarAccountId,
        walletAddress: claimed.value.walletAddress,
      }),
    );
  });
}

const refusals: Readonly<Record<ClaimRefusal, readonly [status: number, text: string]>> = {
  user_name_malformed: [400, 'Invalid user name'],
  wallet_malformed: [400, 'Invalid wallet address'],
  account_unknown: [404, 'Account not found'],
  account_linked: [409, 'Account already linked'],
  wallet_linked: [409, 'Wallet already linked to another account'],
  user_name_linked: [409, 'User already linked to another account'],
};

/** Answers malformed requests and outages. A fault of the server is answered by the gateway's own handler. */
function sendFault(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const wait = getRetryAfter(error);
  if (wait !== null) send(reply.header('retry-after', String(wait)), 503, 'Try again later');
  else if (error.statusCode === 413) send(reply, 413, 'Request too large');
  else if (error.statusCode !== undefined && error.statusCode < 500) send(reply, 400, 'Bad request');
  else {
    request.log.error({ err: error, path: linkUserRoute }, 'request failed');
    send(reply, 500, `Server error ${request.id}`);
  }
}

function sendTooMany(reply: FastifyReply, seconds: number): FastifyReply {
  return send(reply.header('retry-after', String(seconds)), 429, 'Too many requests');
}

function send(reply: FastifyReply, status: number, errorMessage: string): FastifyReply {
  return reply
    .code(status)
    .headers(apiHeaders)
    .send(JSON.stringify({ success: false, errorMessage }));
}
