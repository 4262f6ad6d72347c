/**
 * Requests that carry an idempotency key, so that clients may resend them when they do not know the outcome (security rule
 * O8). A repeat gets the first answer; the effect happens once.
 *
 * The request is stored before it runs, its answer afterwards. A crash in between leaves a request without an answer: its
 * repeat runs again, and must detect by a key in the journal or in the ticket's row that the work is done; or the answer is
 * stored in the transaction of the effect.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  claimKeyedRequest,
  deleteExpiredKeyedRequests,
  storeKeyedAnswer,
  releaseKeyedRequest,
} from '@salar/store/tables/messages/keyed-requests';
import type { KeyedRequestName } from '@salar/store/tables/messages/keyed-requests';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { Log } from '../ports/log.ts';

export type IdempotentRequest = KeyedRequestName & {
  /** The whole request in canonical form. */
  readonly body: string;
  /** How long the answer is kept. */
  readonly life: 'for ever' | 'a day';
};
/** The result of the work. Only an answer that reports an effect is kept; anything else is decided again. */
export type WorkDone<T> =
  { readonly isKept: true; readonly answer: string } | { readonly isKept: false; readonly value: T };
/** Stores the answer in the transaction of the effect, so that neither exists without the other. */
export type StoreAnswer = (tx: Queryable, answer: string) => Promise<void>;
/** `running`: the first request with this key has no answer yet. `key_reused`: the key belongs to another request. */
export type IdempotencyRefusal = 'running' | 'key_reused';

const dayMs = 24 * 60 * 60_000;

type IdempotencyStoreOptions = {
  readonly database: Database;
  readonly box: SealedBox;
  readonly now: () => number;
  readonly log: Log;
};

export class IdempotencyStore {
  readonly #options: IdempotencyStoreOptions;
  /** Only one exchange process serves at a time, so running requests can be tracked in memory. */
  readonly #running = new Set<string>();

  constructor(options: IdempotencyStoreOptions) {
    this.#options = options;
  }

  /** Runs the work of a request once; a repeat gets the stored answer. */
  async runOnce<T>(
    request: IdempotentRequest,
    work: (keep: StoreAnswer) => Promise<WorkDone<T>>,
  ): Promise<Result<WorkDone<T>, IdempotencyRefusal>> {
    const context = buildAnswerContext(request);
    if (this.#running.has(context)) return refuse('running');
    this.#running.add(context);
    try {
      return await this.#run(request, work);
    } finally {
      this.#running.delete(context);
    }
  }

  /** Deletes expired answers, which are kept for a day. Those of orders and tickets are kept for ever. */
  async sweep(): Promise<void> {
    await deleteExpiredKeyedRequests(this.#options.database, millis(this.#options.now()));
  }

  async #run<T>(
    request: IdempotentRequest,
    work: (keep: StoreAnswer) => Promise<WorkDone<T>>,
  ): Promise<Result<WorkDone<T>, IdempotencyRefusal>> {
    const context = buildAnswerContext(request);
    const bodyMacs = this.#options.box.macs(request.body, context);
    const [bodyMac] = bodyMacs;
    const expiresAt = request.life === 'a day' ? millis(this.#options.now() + dayMs) : null;
    const earlier = await claimKeyedRequest(this.#options.database, { ...request, bodyMac, expiresAt });
    if (earlier !== null && !bodyMacs.some((mac) => earlier.bodyMac.equals(mac))) return refuse('key_reused');
    if (earlier?.sealedAnswer) {
      const answer = this.#options.box.open(earlier.sealedAnswer, context).toString('utf8');
      return accept({ isKept: true, answer });
    }
    const keep: StoreAnswer = (on, answer) =>
      storeKeyedAnswer(on, request, this.#options.box.seal(Buffer.from(answer), context));
    const done = await work(keep);
    const kept = done.isKept
      ? keep(this.#options.database, done.answer)
      : releaseKeyedRequest(this.#options.database, request);
    await kept.catch((error: unknown) => {
      // The work is done and the caller must get its result; a repeat finds out as after a crash.
      this.#options.log.warn(
        { error: String(error), operation: request.operation },
        'failed to store an idempotent answer',
      );
    });
    return accept(done);
  }
}

function buildAnswerContext({ userId, operation, key }: KeyedRequestName): string {
  return JSON.stringify(['keyed_request', userId, operation, key]);
}
