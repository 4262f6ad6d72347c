/**
 * `/kyc/documents`: the one place that takes large bodies, so who sends one is asked before it is read, and few come at once.
 *
 * Every other body is small and must be here within seconds (security rule N6).
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
/** A file of the largest size at one megabit a second. */
export const uploadTimeoutMs = 120_000;

/** A large file takes four times its size of memory while it is sealed and stored. */
const uploadsMax = 6;
const uploadsOfUserMax = 2;

/** Counts the uploads that are being taken. */
export class UploadLimiter {
  readonly #services: CustomerServices;
  readonly #limiter: RateLimiter | null;
  readonly #byUser = new Map<UserId, number>();
  #count = 0;

  /** @param limiter  null takes any number */
  constructor(services: CustomerServices, limiter: RateLimiter | null) {
    this.#services = services;
    this.#limiter = limiter;
  }

  /** Asked before the body is read. @returns the answer to who is not let in, or null after letting them in */
  async admit(
    request: FastifyRequest,
    reply: FastifyReply,
    incoming: IncomingRequest,
  ): Promise<DispatchResult | null> {
    // Who sends is looked up here for the first time, and the look-up is paid for like any other.
    const rateLimit = this.#limiter?.takeForAddress('read', incoming.ip, this.#services.now());
    if (rateLimit && rateLimit.wait > 0) return { tryLater: 'rate', seconds: rateLimit.wait };
    const session = await findSession(this.#services, incoming);
    if (session === null) return notAuthorized;
    if (!mayCall(addLevelDocument, session)) return notYours;
    const { userId } = session.user;
    const own = this.#byUser.get(userId) ?? 0;
    if (this.#count >= uploadsMax || own >= uploadsOfUserMax) return full;
    if (request.raw.destroyed) return full; // it went away while we looked
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
 * Ends requests whose body is not there in time, but for uploads.
 *
 * Almost every body comes with its headers; only what is still missing a turn later gets a timer.
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
