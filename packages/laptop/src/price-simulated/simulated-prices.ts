/** Reference prices without a network: a seeded random walk that continues where the last one stopped. */
import { referenceScale } from '@salar/services/ports/reference-prices';
import type { GuardedPrices, ReferencePrice } from '@salar/services/ports/reference-prices';
import { anchors, crossRate, splitSymbol, stepRates } from './market-model.ts';
import type { Rates } from './market-model.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';

export type SimulatedPricesOptions = {
  readonly seed: number;
  /** Start of the walk: the last known rates, or the anchors. */
  readonly startFrom?: Partial<Rates>;
  readonly now?: () => number;
  readonly stepMs?: number;
};

export class SimulatedPrices implements GuardedPrices {
  readonly #random: Random;
  readonly #now: () => number;
  readonly #stepMs: number;
  #rates: Rates;
  #at: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SimulatedPricesOptions) {
    this.#random = seededRandom(options.seed);
    this.#now = options.now ?? Date.now;
    this.#stepMs = options.stepMs ?? 1_000;
    this.#rates = { ...anchors, ...options.startFrom };
    this.#at = this.#now();
  }

  start(): void {
    this.#timer = setInterval(() => this.step(), this.#stepMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Walks from the last step to now. */
  step(): void {
    const now = this.#now();
    if (now <= this.#at) return;
    this.#rates = stepRates(this.#rates, now - this.#at, this.#random);
    this.#at = now;
  }

  get rates(): Rates {
    return this.#rates;
  }

  findPrice(symbol: string): ReferencePrice | null {
    const price = priceIn(this.#rates, symbol);
    return price === null ? null : { price, at: this.#at };
  }

  isDoubtful(): boolean {
    return false;
  }
}

/** Returns the price of a symbol at given rates, in `referenceScale` parts; null for an unknown symbol. */
export function priceIn(rates: Rates, symbol: string): bigint | null {
  const pair = splitSymbol(symbol);
  const rate = pair && crossRate(rates, pair.base, pair.quote);
  if (rate === null || rate === undefined) return null;
  return BigInt(Math.round(rate * 1e6)) * (referenceScale / 1_000_000n) + computeTail(rate);
}

/** Computes the part of a small rate below a millionth, so that ETH in BTC keeps its digits. */
function computeTail(rate: number): bigint {
  const millionths = rate * 1e6;
  return BigInt(Math.round((millionths - Math.round(millionths)) * 1e6));
}
