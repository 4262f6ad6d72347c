/**
 * Doubts an external price that jumps, that its sources dispute, or that is old, until sources have agreed on a level for
 * five minutes. Nothing follows a doubtful price: the engine keeps the last one, and quotes are pulled.
 */
import type { Log } from '../ports/log.ts';
import type { GuardedPrices, PriceSources, ReferencePrice, SourcedPrice } from '../ports/reference-prices.ts';

export type PriceGuardOptions = {
  readonly sources: PriceSources;
  /** Without a price for this long it is doubtful. */
  readonly ageMaxMs: number;
  /** Returns the price before the start, from which the first one must not jump; null when there was none. */
  readonly findFormer: (symbol: string) => bigint | null;
  readonly now?: () => number;
  readonly log: Log;
};

const minuteMs = 60_000;
const settleMs = 5 * minuteMs;
/** The most that a price may move within a minute, in hundredths. */
const jumpMax = 10n;
/** The most for a price that one source alone decides about. */
const jumpMaxSingle = 5n;

type Doubt = 'jumped' | 'disputed' | 'too old';

/** The state of the price of one instrument. */
type Tracked = {
  /** The prices of the last minute, and at least the newest one, by when they were looked at. */
  recent: readonly ReferencePrice[];
  isDoubtful: boolean;
  /** Since when sources agree on a level while the price is doubtful. */
  agreedSince: number | null;
};

export class PriceGuard implements GuardedPrices {
  readonly #options: PriceGuardOptions;
  readonly #now: () => number;
  readonly #tracked = new Map<string, Tracked>();

  constructor(options: PriceGuardOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Returns the price that sources agree on; null without one, and while it is doubtful. Call it every few seconds. */
  findPrice(symbol: string): ReferencePrice | null {
    const tracked = this.#find(symbol);
    const found = this.#options.sources.findPrice(symbol);
    if (found === null) this.#miss(symbol, tracked);
    else this.#take(symbol, tracked, found);
    return tracked.isDoubtful ? null : found;
  }

  isDoubtful(symbol: string): boolean {
    return this.#tracked.get(symbol)?.isDoubtful === true;
  }

  #find(symbol: string): Tracked {
    const known = this.#tracked.get(symbol);
    if (known !== undefined) return known;
    const former = this.#options.findFormer(symbol);
    const recent = former === null ? [] : [{ price: former, at: this.#now() }];
    const tracked: Tracked = { recent, isDoubtful: false, agreedSince: null };
    this.#tracked.set(symbol, tracked);
    return tracked;
  }

  #miss(symbol: string, tracked: Tracked): void {
    tracked.agreedSince = null;
    if (tracked.isDoubtful) return;
    const newest = tracked.recent.at(-1);
    if (this.#options.sources.isDisputed(symbol)) this.#doubt(symbol, tracked, 'disputed');
    else if (newest !== undefined && this.#now() - newest.at > this.#options.ageMaxMs)
      this.#doubt(symbol, tracked, 'too old');
  }

  #take(symbol: string, tracked: Tracked, found: SourcedPrice): void {
    const now = this.#now();
    const hasJumped = tracked.recent.some(({ price }) => isJump(price, found));
    const seen = { price: found.price, at: now };
    const kept = tracked.recent.filter(({ at }) => now - at <= minuteMs);
    if (hasJumped && !tracked.isDoubtful) this.#doubt(symbol, tracked, 'jumped', found);
    tracked.recent = hasJumped ? [seen] : [...kept, seen];
    if (!tracked.isDoubtful) return;
    if (hasJumped || tracked.agreedSince === null) tracked.agreedSince = now;
    if (now - tracked.agreedSince < settleMs) return;
    tracked.isDoubtful = false;
    tracked.agreedSince = null;
    this.#options.log.info({ symbol }, 'the sources agree on a price again');
  }

  #doubt(symbol: string, tracked: Tracked, doubt: Doubt, found?: SourcedPrice): void {
    tracked.isDoubtful = true;
    const [before, after] = [tracked.recent.at(-1)?.price.toString(), found?.price.toString()];
    this.#options.log.error(
      { symbol, doubt, before, after },
      'ALERT: a price is doubtful: quotes are pulled, and withdrawals go to an operator',
    );
  }
}

function isJump(before: bigint, { price, isSingle }: SourcedPrice): boolean {
  const difference = before > price ? before - price : price - before;
  return difference * 100n > before * (isSingle ? jumpMaxSingle : jumpMax);
}
