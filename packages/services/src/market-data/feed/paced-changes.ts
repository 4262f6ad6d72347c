/** Publishes changes of instruments at the pace that `publication-budget.ts` describes. No timer runs without a change. */
import type { InstrumentId } from '@salar/protocol';
import { pauseMaxMs } from './publication-budget.ts';
import type { ProcessClock, PublicationBudget } from './publication-budget.ts';

type PacedChangesOptions = {
  /** Called outside of the writer's turn, once for all changes of an instrument since the last time. Must not throw. */
  readonly publish: (instrumentId: InstrumentId) => void;
  readonly intervalMs: number;
  readonly budget: PublicationBudget;
  readonly clock: ProcessClock;
};

export class PacedChanges {
  readonly #options: PacedChangesOptions;
  /** When each instrument changed first since its last publication. */
  readonly #changedAt = new Map<InstrumentId, number>();
  readonly #publishedAt = new Map<InstrumentId, number>();
  #immediate: NodeJS.Immediate | null = null;
  /** Subscribers still wait for an earlier publication. */
  #isBehind = false;
  #timer: { readonly timeout: NodeJS.Timeout; readonly dueAt: number } | null = null;

  constructor(options: PacedChangesOptions) {
    this.#options = options;
  }

  /** Notes a change of an instrument, which is published soon. */
  add(instrumentId: InstrumentId): void {
    if (this.#changedAt.has(instrumentId)) return;
    const now = this.#options.clock.now();
    this.#changedAt.set(instrumentId, now);
    this.#schedule(this.#findDueAt(instrumentId, now));
  }

  /** Publishes the changes of an instrument now, if there are any. */
  flush(instrumentId: InstrumentId): void {
    if (!this.#changedAt.delete(instrumentId)) return;
    this.#publishedAt.set(instrumentId, this.#options.clock.now());
    this.#options.publish(instrumentId);
  }

  /** Forgets all changes. */
  clear(): void {
    this.#changedAt.clear();
    this.#publishedAt.clear();
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#immediate = null;
    this.#stopTimer();
  }

  #findDueAt(instrumentId: InstrumentId, changedAt: number): number {
    const publishedAt = this.#publishedAt.get(instrumentId) ?? Number.NEGATIVE_INFINITY;
    // Others spend the same budget, again and again: the age of the change limits how long it waits for them.
    const freeAt = Math.min(this.#options.budget.freeAt, changedAt + pauseMaxMs);
    return Math.max(publishedAt + this.#options.intervalMs, freeAt);
  }

  #schedule(dueAt: number): void {
    if (this.#immediate !== null || this.#isBehind) return;
    const waitMs = dueAt - this.#options.clock.now();
    if (waitMs <= 0) {
      this.#stopTimer();
      this.#immediate = setImmediate(() => this.#publishDue());
    } else if (this.#timer === null || dueAt < this.#timer.dueAt) {
      this.#stopTimer();
      const timeout = setTimeout(() => this.#publishDue(), Math.ceil(waitMs)).unref();
      this.#timer = { timeout, dueAt };
    }
  }

  #publishDue(): void {
    this.#immediate = null;
    this.#stopTimer();
    if (this.#options.budget.isPublishing) return this.#wait();
    const now = this.#options.clock.now();
    // The budget is spent at the end of this turn, so that all that is due now is published together.
    for (const [instrumentId, changedAt] of this.#changedAt)
      if (this.#findDueAt(instrumentId, changedAt) <= now) this.flush(instrumentId);
    let nextAt = Number.POSITIVE_INFINITY;
    for (const [instrumentId, changedAt] of this.#changedAt)
      nextAt = Math.min(nextAt, this.#findDueAt(instrumentId, changedAt));
    if (this.#changedAt.size > 0) this.#schedule(nextAt);
  }

  /** Publishes once all subscribers have what was published before. */
  #wait(): void {
    this.#isBehind = true;
    this.#options.budget.oncePublished(() => {
      this.#isBehind = false;
      if (this.#changedAt.size > 0) this.#schedule(this.#options.clock.now());
    });
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer.timeout);
    this.#timer = null;
  }
}
