/**
 * Requests that clients give a key, and may therefore send again when they do not know what became of them (security
 * rule O8). A repeat gets the first answer; the effect happens once.
 *
 * What is asked is written down before it runs, its answer afterwards. A crash in between leaves a request without an
 * answer: its repeat runs again, and what it does must find by itself that it is done, by a key in the journal or in the
 * ticket's row; or the answer is kept in the transaction of the effect.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  claimKeyedRequest,
  deleteExpiredKeyedRequests,
  keepKeyedAnswer,
  releaseKeyedRequest,
} from '@salar/store/tables/messages/keyed-requests';
import type { KeyedRequestName } from '@salar/store/tables/messages/keyed-requests';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { Log } from '../ports/log.ts';

export type IdempotentRequest = KeyedRequestName & {
  /** Everything that is asked, in one spelling. */
  readonly body: string;
  /** How long its answer is kept. */
  readonly life: 'for ever' | 'a day';
};
/** What came of the work. Only an answer that tells of an effect is kept: anything else is decided anew. */
export type WorkDone<T> =
  { readonly isKept: true; readonly answer: string } | { readonly isKept: false; readonly value: T };
/** Keeps the answer in the transaction of the effect, so that neither is there without the other. */
export type StoreAnswer = (tx: Queryable, answer: string) => Promise<void>;
/** `running`: the first request with this key is not answered yet. `key_reused`: it asked for something else. */
export type IdempotencyRefusal = 'running' | 'key_reused';

const dayMs = 24 * 60 * 60_000;

export class IdempotencyStore {
  readonly #database: Database;
  readonly #box: SealedBox;
  readonly #now: () => number;
  readonly #log: Log;
  /** One exchange serves at a time, so what runs is known here. */
  readonly #running = new Set<string>();

  constructor(options: {
    readonly database: Database;
    readonly box: SealedBox;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#box = options.box;
    this.#now = options.now;
    this.#log = options.log;
  }

  /** Runs the work of a request, unless it was done before: then its answer is given again. */
  async runOnce<T>(
    request: IdempotentRequest,
    work: (keep: StoreAnswer) => Promise<WorkDone<T>>,
  ): Promise<Result<WorkDone<T>, IdempotencyRefusal>> {
    const place = buildAnswerContext(request);
    if (this.#running.has(place)) return refuse('running');
    this.#running.add(place);
    try {
      return await this.#run(request, work);
    } finally {
      this.#running.delete(place);
    }
  }

  /** Forgets what was kept for a day. Orders and tickets are kept for ever. */
  async sweep(): Promise<void> {
    await deleteExpiredKeyedRequests(this.#database, millis(this.#now()));
  }

  async #run<T>(
    request: IdempotentRequest,
    work: (keep: StoreAnswer) => Promise<WorkDone<T>>,
  ): Promise<Result<WorkDone<T>, IdempotencyRefusal>> {
    const place = buildAnswerContext(request);
    const bodyMac = this.#box.mac(request.body, place);
    const expiresAt = request.life === 'a day' ? millis(this.#now() + dayMs) : null;
    const earlier = await claimKeyedRequest(this.#database, { ...request, bodyMac, expiresAt });
    if (earlier !== null && !earlier.bodyMac.equals(bodyMac)) return refuse('key_reused');
    if (earlier?.sealedAnswer) {
      const answer = this.#box.open(earlier.sealedAnswer, place).toString('utf8');
      return accept({ isKept: true, answer });
    }
    const keep: StoreAnswer = (on, answer) =>
      keepKeyedAnswer(on, request, this.#box.seal(Buffer.from(answer), place));
    const done = await work(keep);
    const kept = done.isKept
      ? keep(this.#database, done.answer)
      : releaseKeyedRequest(this.#database, request);
    await kept.catch((error: unknown) => {
      // It is done, and who asked must hear of it; a repeat finds that out as after a crash.
      this.#log.warn({ error: String(error), operation: request.operation }, 'an answer was not kept');
    });
    return accept(done);
  }
}

function buildAnswerContext({ userId, operation, key }: KeyedRequestName): string {
  return JSON.stringify(['keyed_request', userId, operation, key]);
}
