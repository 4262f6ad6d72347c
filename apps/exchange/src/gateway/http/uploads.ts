/**
 * `/kyc/documents`: the only route that accepts large bodies. So the sender is authenticated before the body is read,
 * and few uploads run at once.
 *
 * Every other body is small and must arrive within seconds (security rule N6).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { UserId } from '@salar/protocol';
import type { DispatchResult } from '../call-dispatcher.ts';
import type { IncomingRequest } from '../call.ts';
import { addLevelDocument } from '../calls/verification/add-level-document.ts';
import { mayCall, notAuthorized, notYours, findSession } from '../guard/guard.ts';
import type { RateLimiter } from '../guard/rate-limits.ts';

export const documentsRoute = '/kyc/documents';
/** The time for a file of the largest size at one megabit a second. */
export const uploadTimeoutMs = 120_000;

/** A large file takes four times its size in memory while it is sealed and stored. */
const uploadsMax = 6;
const uploadsOfUserMax = 2;

type UploadLimiterOptions = {
  readonly services: CustomerServices;
  /** null: uploads are not rate limited. */
  readonly limiter: RateLimiter | null;
};

/** Limits the uploads that run at the same time. */
export class UploadLimiter {
  readonly #options: UploadLimiterOptions;
  readonly #byUser = new Map<UserId, number>();
  #count = 0;

  constructor(options: UploadLimiterOptions) {
    this.#options = options;
  }

  /** Decides on an upload before its body is read. @returns the refusal, or null for an admitted upload */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    incoming: IncomingRequest,
  ): Promise<DispatchResult | null> {
    // This is the first look-up of the sender, and it counts against the rate limit like any other.
    const rateLimit = this.#options.limiter?.takeForAddress(
      'read',
      incoming.ip,
      this.#options.services.now(),
    );
    if (rateLimit && rateLimit.wait > 0) return { tryLater: 'rate', seconds: rateLimit.wait };
    const session = await findSession(this.#options.services, incoming);
    if (session === null) return notAuthorized;
    if (!mayCall(addLevelDocument, session)) return notYours;
    const { userId } = session.user;
    const own = this.#byUser.get(userId) ?? 0;
    if (this.#count >= uploadsMax || own >= uploadsOfUserMax) return full;
    if (request.raw.destroyed) return full; // the client disconnected meanwhile
    this.#count += 1;
    this.#byUser.set(userId, own + 1);
    reply.raw.once('close', () => this.#leave(userId));
    return null;
  }

  #leave(userId: UserId): void {
    this.#count -= 1;
    const own = (this.#byUser.get(userId) ?? 1) - 1;
    if (own === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, own);
  }
}

const full: DispatchResult = { tryLater: 'outage', seconds: 1 };

/**
 * Ends requests whose body does not arrive in time, except uploads.
 *
 * Almost every body arrives with its headers; only a request that is still incomplete a turn later gets a timer.
 */
export function endSlowBodies(server: Server, timeoutMs: number): void {
  let arrived: IncomingMessage[] = [];
  server.on('request', (request: IncomingMessage) => {
    if (isUpload(request)) return;
    if (arrived.length === 0) setImmediate(lookAtArrived);
    arrived.push(request);
  });

  function lookAtArrived(): void {
    const looked = arrived;
    arrived = [];
    for (const request of looked) if (!request.complete && !request.destroyed) giveTime(request);
  }

  function giveTime(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, timeoutMs);
    request.once('close', () => clearTimeout(timer));
  }
}

function isUpload({ url = '' }: IncomingMessage): boolean {
  const path = url.split('?', 1)[0]?.toLowerCase();
  return path === documentsRoute || path === `${documentsRoute}/`;
}
