/**
 * Leads a request to its call, whatever door it came by: how often, who asks, what it carries, may it. Faults and outages
 * become answers here, so a door only writes down what it is given.
 */
import { randomUUID } from 'node:crypto';
import type { Result } from '@salar/protocol';
import { refused, writeGeneric } from '@salar/protocol/wire/index';
import type { JsonObject } from '@salar/protocol/wire/index';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { Log } from '@salar/services/ports/log';
import { computeSessionLeftMs } from '@salar/services/sessions/session-service';
import type { Session } from '@salar/services/sessions/session-service';
import { CallRefusal } from './call.ts';
import type { Answer, Call, RequestFacts } from './call.ts';
import { guard, notAuthorized, sessionOf } from './guard/guard.ts';
import type { KeyConflict } from './guard/idempotency.ts';
import { retryAfterOf } from './retry-after.ts';
import type { RateLimiter, Standing } from './guard/rate-limits.ts';

/** Not now: too many requests, or a part of us is away or full. */
export type TryLater = { readonly tryLater: 'rate' | 'outage'; readonly seconds: number };
export type Answered = Answer | typeof notAuthorized | TryLater | KeyConflict;

/** Reads what a request carries; the refusal is the detail text of error 100. */
export type FieldsReader = () => Result<JsonObject, string>;

/** Calls that may wait for the database at once; orders and cancels wait in the sequencer, which has bounds of its own. */
const waitingMaxDefault = 2000;

export class CallDesk {
  readonly #services: CustomerServices;
  readonly #limiter: RateLimiter | null;
  readonly #log: Log;
  readonly #waitingMax: number;
  #waiting = 0;

  constructor(options: {
    readonly services: CustomerServices;
    /** null takes any number of calls. */
    readonly limiter: RateLimiter | null;
    readonly log: Log;
    readonly waitingMax?: number;
  }) {
    this.#services = options.services;
    this.#limiter = options.limiter;
    this.#log = options.log;
    this.#waitingMax = options.waitingMax ?? waitingMaxDefault;
  }

  /**
   * Answers a call. Never throws, never rejects.
   *
   * An order waits once, for its commit. Everything before that is done without a promise, at once.
   */
  answer(call: Call, facts: RequestFacts, readFields: FieldsReader): Answered | Promise<Answered> {
    try {
      // The address pays before its token is looked up, so that guessing tokens is limited too.
      const rate = facts.isSocket ? (call.socketRate ?? call.rate) : call.rate;
      const wait = this.#told(facts, this.#limiter?.takeOfAddress(rate, facts.ip, this.#services.now()));
      if (wait) return wait;
      const isOrder = call.rate === 'orders' || call.rate === 'cancels';
      if (!isOrder && this.#waiting >= this.#waitingMax) return { tryLater: 'outage', seconds: 1 };
      // Who signs in is asked by the call itself, and a signature is good for one look.
      const isSignIn = call.auth === 'public' && call.session === 'begins';
      const session = isSignIn ? null : sessionOf(this.#services, facts);
      const answered =
        session instanceof Promise
          ? session.then((found) => this.#answerTo(call, facts, found, readFields))
          : this.#answerTo(call, facts, session, readFields);
      if (!(answered instanceof Promise)) return answered;
      const told = answered.catch((error: unknown) => this.#failed(call, error));
      return isOrder ? told : this.#counted(told);
    } catch (error) {
      return this.#failed(call, error);
    }
  }

  /**
   * Calls back once when the session of a door's caller ends elsewhere.
   *
   * @returns stops that
   */
  onSessionEnded({ token, ip }: RequestFacts, heard: () => void): () => void {
    return token === null ? () => undefined : this.#services.sessions.onEnded(token, ip, heard);
  }

  #counted(told: Promise<Answered>): Promise<Answered> {
    this.#waiting += 1;
    return told.finally(() => {
      this.#waiting -= 1;
    });
  }

  #answerTo(
    call: Call,
    facts: RequestFacts,
    session: Session | null,
    readFields: FieldsReader,
  ): Answered | Promise<Answered> {
    const wait = session ? this.#takeOfCaller(call, facts, session, 1) : null;
    if (wait) return wait;
    if (call.auth === 'session' && !session) return notAuthorized;
    if (session && facts.token !== null && call.session !== 'ends')
      facts.tellSessionLeft?.(computeSessionLeftMs(session, this.#services.now()));
    const fields = readFields();
    if (!fields.ok) return new CallRefusal(refused('invalidRequest', fields.refusal));
    const more = (call.costOf?.(fields.value) ?? 1) - 1;
    const waitForAll = session && more > 0 ? this.#takeOfCaller(call, facts, session, more) : null;
    return waitForAll ?? guard(call, this.#services, facts, session, fields.value);
  }

  #takeOfCaller(call: Call, facts: RequestFacts, { user, key }: Session, count: number): TryLater | null {
    const caller = key === null ? user.userId : key.apiKey;
    return this.#told(facts, this.#limiter?.takeOfCaller(call.rate, caller, this.#services.now(), count));
  }

  /** @returns the answer to who came too often */
  #told(facts: RequestFacts, standing: Standing | null | undefined): TryLater | null {
    if (!standing) return null;
    facts.tellStanding?.(standing);
    return standing.wait > 0 ? { tryLater: 'rate', seconds: standing.wait } : null;
  }

  /** An outage is told as one; anything else is an incident with a number that stands in the log. */
  #failed(call: Call, error: unknown): Answered {
    const seconds = retryAfterOf(error);
    if (seconds !== null) {
      this.#log.warn({ call: call.name, error: String(error) }, 'a call met an outage');
      return { tryLater: 'outage', seconds };
    }
    const incident = randomUUID();
    this.#log.error({ err: error, incident, call: call.name }, 'a call failed');
    return new CallRefusal(refused('serverError', incident));
  }
}

/** The JSON text of an answer. */
export function bodyOf(call: Call, answer: Answer): string {
  if (!(answer instanceof CallRefusal)) return answer.body;
  return writeGeneric(call.decorateRefusal ? call.decorateRefusal(answer.generic) : answer.generic);
}
