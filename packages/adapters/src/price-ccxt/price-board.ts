/** Aggregates many sources to one price: the median of a majority that agrees, and crosses for unquoted pairs. */
import { referenceScale } from '@salar/services/ports/reference-prices';
import type { SourcedPrice } from '@salar/services/ports/reference-prices';
import type { ExchangeQuote, Pair } from './feed-messages.ts';

/** A quote older than this is ignored. */
const ageMaxMs = 30_000;
/** A source this far from the median of all is wrong, or another market. */
const distanceMax = 0.02;

export type AgreementRules = {
  /** The number of sources that must agree on a price. */
  readonly sourcesMin: number;
  /** Pairs of which one source is enough, because no other exchange lists them. */
  readonly singleSourcePairs: readonly Pair[];
};

export type PriceAggregatorOptions = AgreementRules & {
  /** Symbols of our products; crosses go through them. */
  readonly products: readonly string[];
  readonly now: () => number;
};

export class PriceAggregator {
  readonly #options: PriceAggregatorOptions;
  /** The newest quote of each source, by pair. */
  readonly #quotes = new Map<Pair, Map<string, ExchangeQuote>>();

  constructor(options: PriceAggregatorOptions) {
    this.#options = options;
  }

  /** The pairs to query: every two products, in both directions. */
  get pairs(): readonly Pair[] {
    const { products } = this.#options;
    return products.flatMap((base) =>
      products.filter((quote) => quote !== base).map((quote) => `${base}/${quote}`),
    );
  }

  /** Takes a quote. A source whose clock is ahead does not make its price newer than now. */
  take(quote: ExchangeQuote): void {
    if (!Number.isFinite(quote.middle) || quote.middle <= 0) return;
    let sources = this.#quotes.get(quote.pair);
    if (sources === undefined) this.#quotes.set(quote.pair, (sources = new Map()));
    sources.set(quote.source, { ...quote, at: Math.min(quote.at, this.#options.now()) });
  }

  /** Returns the price of an instrument by its symbol, such as `BTCCOP`; null while it is unknown or disputed. */
  findPrice(symbol: string): SourcedPrice | null {
    const rate = this.#findRate(symbol);
    if (rate === null || rate === 'disputed') return null;
    return { price: scaled(rate.value), at: rate.at, isSingle: rate.isSingle };
  }

  isDisputed(symbol: string): boolean {
    return this.#findRate(symbol) === 'disputed';
  }

  #findRate(symbol: string): Agreement {
    const { products } = this.#options;
    const base = products.find(
      (one) => symbol.startsWith(one) && products.includes(symbol.slice(one.length)),
    );
    return base === undefined ? null : this.#rate(base, symbol.slice(base.length));
  }

  /**
   * Finds a rate directly or inverted, otherwise crossed over one product: one that no single source decides, then the
   * freshest. A pair whose own sources disagree is not crossed.
   */
  #rate(base: string, quote: string): Agreement {
    const direct = this.#direct(base, quote);
    if (direct !== null) return direct;
    let best: Rate | null = null;
    let isDisputed = false;
    for (const between of this.#options.products) {
      const first = this.#direct(base, between);
      const second = first && this.#direct(between, quote);
      if (first === null || second === null) continue;
      if (first === 'disputed' || second === 'disputed') {
        isDisputed = true;
        continue;
      }
      const rate = {
        value: first.value * second.value,
        at: Math.min(first.at, second.at),
        isSingle: first.isSingle || second.isSingle,
      };
      if (best === null || isBetter(rate, best)) best = rate;
    }
    return best ?? (isDisputed ? 'disputed' : null);
  }

  #direct(base: string, quote: string): Agreement {
    const straight = this.#agree(`${base}/${quote}`);
    if (straight !== null) return straight;
    const turned = this.#agree(`${quote}/${base}`);
    return turned === null || turned === 'disputed' ? turned : { ...turned, value: 1 / turned.value };
  }

  /** Returns null when too few sources have a fresh price, and `disputed` when most of them do not agree. */
  #agree(pair: Pair): Agreement {
    const { now, sourcesMin, singleSourcePairs } = this.#options;
    const since = now() - ageMaxMs;
    const young = [...(this.#quotes.get(pair)?.values() ?? [])].filter((quote) => quote.at >= since);
    const needed = singleSourcePairs.includes(pair) ? 1 : sourcesMin;
    if (young.length === 0 || young.length < needed) return null;
    const middle = computeMedian(young.map((quote) => quote.middle));
    const agreeing = young.filter((quote) => Math.abs(quote.middle - middle) <= middle * distanceMax);
    if (agreeing.length * 2 <= young.length || agreeing.length < needed) return 'disputed';
    return {
      value: computeMedian(agreeing.map((quote) => quote.middle)),
      at: Math.max(...agreeing.map((quote) => quote.at)),
      isSingle: agreeing.length === 1,
    };
  }
}

type Rate = { readonly value: number; readonly at: number; readonly isSingle: boolean };
type Agreement = Rate | 'disputed' | null;

function isBetter(rate: Rate, than: Rate): boolean {
  return rate.isSingle === than.isSingle ? rate.at > than.at : !rate.isSingle;
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}

/** Converts fifteen digits of a double to a whole number of `referenceScale` parts. */
function scaled(rate: number): bigint {
  const [whole = '0', fraction = ''] = rate.toFixed(12).split('.');
  return BigInt(whole) * referenceScale + BigInt(fraction.padEnd(12, '0'));
}
