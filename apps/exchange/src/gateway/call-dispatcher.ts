/**
 * Dispatches a request from HTTP or WebSocket to its call: rate limit, authenticate, parse, authorise, run. Faults
 * and outages become answers here, so that a transport only writes what it is given.
 */
import { randomUUID } from 'node:crypto';
import type { Result } from '@salar/protocol';
import { refused, writeGeneric } from '@salar/protocol/wire';
import type { JsonObject } from '@salar/protocol/wire';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { Log } from '@salar/services/ports/log';
import { computeSessionLeftMs } from '@salar/services/sessions/session-service';
import type { Session } from '@salar/services/sessions/session-service';
import { CallRefusal } from './call.ts';
import type { Answer, Call, FlatRequest, IncomingRequest } from './call.ts';
import { findSession, guard, guardFlat, isCallerInMemory, isKeyed, notAuthorized } from './guard/guard.ts';
import type { KeyConflict } from './guard/idempotency.ts';
import type { RefusalCounts } from './guard/refusal-counts.ts';
import { OutageLog } from './outage-log.ts';
import { getRetryAfter, isCallersLimit } from './retry-after.ts';
import type { RateLimiter, RateLimitStatus } from './guard/rate-limits.ts';

/** Refuses for now: too many requests, or a component is unavailable or full. */
export type TryLater = { readonly tryLater: 'rate' | 'outage'; readonly seconds: number };
export type DispatchResult = Answer | typeof notAuthorized | TryLater | KeyConflict;

/** The fields of a request, as its transport received them. */
export type ReceivedFields = {
  /** The refusal is the detail text of error 100. */
  readonly read: () => Result<JsonObject, string>;
  /** The text that has all of the fields, for calls that read it directly; null when there is no such text. */
  readonly text: string | null;
};

/**
 * How many calls may wait for the database at once. Orders and cancels wait in the sequencer, which has its own
 * limits.
 */
const waitingMaxDefault = 2000;

/** The code of requests with fields that are missing or cannot be read. */
const malformedCode = refused('invalidRequest').errorcode;

type CallDispatcherOptions = {
  readonly services: CustomerServices;
  /** null: calls are not limited. */
  readonly limiter: RateLimiter | null;
  readonly refusals: Pick<RefusalCounts, 'note'>;
  readonly log: Log;
  readonly waitingMax?: number;
};

export class CallDispatcher {
  readonly #options: CallDispatcherOptions;
  readonly #waitingMax: number;
  readonly #outages: OutageLog;
  #waiting = 0;

  constructor(options: CallDispatcherOptions) {
    this.#options = options;
    this.#waitingMax = options.waitingMax ?? waitingMaxDefault;
    this.#outages = new OutageLog(options.log);
  }

  /**
   * Runs a call and passes its result to `answer`, once: before it returns, or later.
   *
   * An order waits once, for its commit. Everything before that runs synchronously, without a promise.
   *
   * @param answer  must not throw
   */
  dispatch(
    call: Call,
    request: IncomingRequest,
    fields: ReceivedFields,
    answer: (result: DispatchResult) => void,
  ): void {
    const result = this.#run(call, request, fields);
    const answerCounted = (counted: DispatchResult): void => {
      this.#countRefusal(call, counted);
      if (call.rate === 'read') this.#chargeAnswer(request, counted);
      answer(counted);
    };
    if (!(result instanceof Promise)) answerCounted(result);
    else void result.then(answerCounted, (error: unknown) => answer(this.#toFailure(call, error)));
  }

  /** Counts a frame that is no request. */
  noteMalformedFrame(): void {
    this.#options.refusals.note('malformed', 'frame');
  }

  #countRefusal(call: Call, result: DispatchResult): void {
    const { refusals } = this.#options;
    if (result === notAuthorized) refusals.note('unauthenticated', call.rate);
    else if (result instanceof CallRefusal && result.generic.errorcode === malformedCode)
      refusals.note('malformed', call.rate);
  }

  #chargeAnswer({ ip }: IncomingRequest, result: DispatchResult): void {
    const { limiter, services } = this.#options;
    if (limiter === null || result === notAuthorized || !('body' in result)) return;
    limiter.chargeLongAnswer('read', ip, services.now(), result.body.length);
  }

  #run(
    call: Call,
    request: IncomingRequest,
    fields: ReceivedFields,
  ): DispatchResult | Promise<DispatchResult> {
    try {
      const rate = request.isSocket ? (call.socketRate ?? call.rate) : call.rate;
      const wait = this.#reportLimit(
        request,
        this.#options.limiter?.takeForAddress(rate, request.ip, this.#options.services.now()),
      );
      if (wait) return wait;
      const isOrder = call.rate === 'orders' || call.rate === 'cancels';
      if (!isOrder && this.#waiting >= this.#waitingMax) return { tryLater: 'outage', seconds: 1 };
      // A sign-in verifies its own credentials, and a signature may be verified only once.
      const isSignIn = call.auth === 'public' && call.session === 'begins';
      const refusal = isSignIn ? null : this.#admitLookUp(request);
      if (refusal) return refusal;
      const session = isSignIn ? null : findSession(this.#options.services, request);
      if (session instanceof Promise)
        return this.#countWaiting(
          session.then((found) => this.#runAuthenticated(call, request, found, fields)),
        );
      const result = this.#runAuthenticated(call, request, session, fields);
      return isOrder || !(result instanceof Promise) ? result : this.#countWaiting(result);
    } catch (error) {
      return this.#toFailure(call, error);
    }
  }

  /**
   * Calls `onEnded` once when the caller's session ends by other means than this request.
   *
   * @returns a function that stops watching
   */
  onSessionEnded({ token, ip }: IncomingRequest, onEnded: () => void): () => void {
    return token === null
      ? () => undefined
      : this.#options.services.access.sessions.onEnded(token, ip, onEnded);
  }

  /** Limits how often an address causes a query for its caller, with an order too: each guessed token costs one. */
  #admitLookUp(request: IncomingRequest): TryLater | null {
    const { services, limiter } = this.#options;
    if (isCallerInMemory(services, request)) return null;
    const wait = limiter?.takeLookUp(request.ip, services.now()) ?? 0;
    if (wait > 0) return { tryLater: 'rate', seconds: wait };
    return this.#waiting >= this.#waitingMax ? { tryLater: 'outage', seconds: 1 } : null;
  }

  #countWaiting(result: Promise<DispatchResult>): Promise<DispatchResult> {
    this.#waiting += 1;
    return result.finally(() => {
      this.#waiting -= 1;
    });
  }

  #runAuthenticated(
    call: Call,
    request: IncomingRequest,
    session: Session | null,
    fields: ReceivedFields,
  ): DispatchResult | Promise<DispatchResult> {
    const wait = session ? this.#takeForCaller(call, request, session, 1) : null;
    if (wait) return wait;
    if (call.auth === 'session' && !session) return notAuthorized;
    if (session && request.token !== null && call.session !== 'ends')
      request.reportSessionLeft?.(computeSessionLeftMs(session, this.#options.services.now()));
    const { services } = this.#options;
    const flat = session && readFlat(call, request, fields);
    if (flat) return guardFlat(call, services, request, session, flat);
    const raw = fields.read();
    if (!raw.ok) return new CallRefusal(refused('invalidRequest', raw.refusal));
    const more = (call.countRequests?.(raw.value) ?? 1) - 1;
    const waitForAll = session && more > 0 ? this.#takeForCaller(call, request, session, more) : null;
    return waitForAll ?? guard(call, services, request, session, raw.value);
  }

  #takeForCaller(
    call: Call,
    request: IncomingRequest,
    { user, key }: Session,
    count: number,
  ): TryLater | null {
    const caller = key === null ? user.userId : (`keys of ${user.userId}` as const);
    return this.#reportLimit(
      request,
      this.#options.limiter?.takeForCaller(call.rate, caller, this.#options.services.now(), count),
    );
  }

  /** Reports the caller's status. @returns the refusal of a caller that exceeded the limit, else null */
  #reportLimit(request: IncomingRequest, status: RateLimitStatus | null | undefined): TryLater | null {
    if (!status) return null;
    request.reportRateLimit?.(status);
    return status.wait > 0 ? { tryLater: 'rate', seconds: status.wait } : null;
  }

  /** Reports an outage, and too many requests of one caller, as such. Anything else is an incident whose number is in the log. */
  #toFailure(call: Call, error: unknown): DispatchResult {
    const seconds = getRetryAfter(error);
    if (seconds !== null && isCallersLimit(error)) return { tryLater: 'rate', seconds };
    if (seconds !== null) {
      this.#outages.record(call.name, error, this.#options.services.now());
      return { tryLater: 'outage', seconds };
    }
    const incident = randomUUID();
    this.#options.log.error({ err: error, incident, call: call.name }, 'call failed');
    return new CallRefusal(refused('serverError', incident));
  }
}

/** Reads the usual form of an order or a cancel; null for every other request. */
function readFlat(call: Call, request: IncomingRequest, { text }: ReceivedFields): FlatRequest | null {
  if (text === null || call.auth !== 'session' || call.readFlat === undefined) return null;
  return isKeyed(call, request) ? null : call.readFlat(text);
}

/** Returns the JSON text of an answer. */
export function writeAnswerBody(call: Call, answer: Answer): string {
  if (!(answer instanceof CallRefusal)) return answer.body;
  return writeGeneric(call.decorateRefusal ? call.decorateRefusal(answer.generic) : answer.generic);
}
