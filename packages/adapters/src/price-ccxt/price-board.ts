/** Aggregates many sources to one price: the median of the recent ones that agree, and crosses for unquoted pairs. */
import { referenceScale } from '@salar/services/ports/reference-prices';
import type { ReferencePrice } from '@salar/services/ports/reference-prices';
import type { ExchangeQuote, Pair } from './feed-messages.ts';

/** A quote older than this is ignored. */
const ageMaxMs = 30_000;
/** A source this far from the median of all is wrong, or another market. */
const distanceMax = 0.02;

export class PriceAggregator {
  readonly #products: readonly string[];
  readonly #now: () => number;
  /** The newest quote of each source, by pair. */
  readonly #quotes = new Map<Pair, Map<string, ExchangeQuote>>();

  /** @param products  their symbols; crosses go through them */
  constructor(products: readonly string[], now: () => number) {
    this.#products = products;
    this.#now = now;
  }

  /** The pairs to query: every two products, in both directions. */
  get pairs(): readonly Pair[] {
    return this.#products.flatMap((base) =>
      this.#products.filter((quote) => quote !== base).map((quote) => `${base}/${quote}`),
    );
  }

  take(quote: ExchangeQuote): void {
    if (!Number.isFinite(quote.middle) || quote.middle <= 0) return;
    let sources = this.#quotes.get(quote.pair);
    if (sources === undefined) this.#quotes.set(quote.pair, (sources = new Map()));
    sources.set(quote.source, quote);
  }

  /** Returns the price of an instrument by its symbol, such as `BTCCOP`; null while it is unknown. */
  priceOf(symbol: string): ReferencePrice | null {
    const base = this.#products.find(
      (one) => symbol.startsWith(one) && this.#products.includes(symbol.slice(one.length)),
    );
    if (base === undefined) return null;
    const rate = this.#rate(base, symbol.slice(base.length));
    return rate === null ? null : { price: scaled(rate.value), at: rate.at };
  }

  /** Finds a rate directly or inverted, otherwise crossed over one product: the freshest such path. */
  #rate(base: string, quote: string): Rate | null {
    const direct = this.#direct(base, quote);
    if (direct !== null) return direct;
    let best: Rate | null = null;
    for (const between of this.#products) {
      const first = this.#direct(base, between);
      const second = first && this.#direct(between, quote);
      if (first === null || second === null) continue;
      const rate = { value: first.value * second.value, at: Math.min(first.at, second.at) };
      if (best === null || rate.at > best.at) best = rate;
    }
    return best;
  }

  #direct(base: string, quote: string): Rate | null {
    const straight = this.#median(`${base}/${quote}`);
    if (straight !== null) return straight;
    const turned = this.#median(`${quote}/${base}`);
    return turned && { value: 1 / turned.value, at: turned.at };
  }

  #median(pair: Pair): Rate | null {
    const now = this.#now();
    const young = [...(this.#quotes.get(pair)?.values() ?? [])].filter((quote) => now - quote.at <= ageMaxMs);
    if (young.length === 0) return null;
    const middle = computeMedian(young.map((quote) => quote.middle));
    const agreeing = young.filter((quote) => Math.abs(quote.middle - middle) <= middle * distanceMax);
    // Sources that are all far from each other have no consensus.
    if (agreeing.length * 2 < young.length || agreeing.length === 0) return null;
    return {
      value: computeMedian(agreeing.map((quote) => quote.middle)),
      at: Math.max(...agreeing.map((quote) => quote.at)),
    };
  }
}

type Rate = { readonly value: number; readonly at: number };

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
