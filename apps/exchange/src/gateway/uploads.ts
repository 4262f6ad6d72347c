/**
 * `/kyc/documents`: the one place that takes large bodies, so who sends one is asked before it is read, and few come at once.
 *
 * Every other body is small and must be here within seconds (security rule N6).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CustomerServices } from '@salar/services/customer-services';
import type { UserId } from '@salar/protocol';
import type { RequestFacts } from './call.ts';
import { sessionOf } from './guard.ts';

export const documentsRoute = '/kyc/documents';
/** A file of the largest size at one megabit a second. */
export const uploadTimeoutMs = 120_000;

/** A large file takes four times its size of memory while it is sealed and stored. */
const uploadsMax = 6;
const uploadsOfUserMax = 2;

/** Counts the uploads that are being taken. */
export class UploadDoor {
  readonly #services: CustomerServices;
  readonly #byUser = new Map<UserId, number>();
  #count = 0;

  constructor(services: CustomerServices) {
    this.#services = services;
  }

  /** Asked before the body is read. @returns the text of the refusal, or null after letting it in */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    facts: RequestFacts,
  ): Promise<EntryRefusal | null> {
    const session = await sessionOf(this.#services, facts);
    if (session === null) return 'nobody';
    const { userId } = session.user;
    const own = this.#byUser.get(userId) ?? 0;
    if (this.#count >= uploadsMax || own >= uploadsOfUserMax) return 'full';
    if (request.raw.destroyed) return 'full'; // it went away while we looked
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
export type EntryRefusal = 'nobody' | 'full';

/**
 * Ends requests whose body is not there in time, but for uploads.
 *
 * Almost every body comes with its headers; only what is still missing a turn later gets a timer.
 */
export function endSlowBodies(server: Server, timeoutMs: number): void {
  let arrived: IncomingMessage[] = [];
  server.on('request', (request: IncomingMessage) => {
    if (request.url?.toLowerCase().startsWith(documentsRoute) === true) return;
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
