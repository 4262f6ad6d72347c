/** External prices of products, around which our own liquidity quotes. Never the price that a customer pays. */

/** Reference prices are whole numbers of this many parts of a quote unit. */
export const referenceScale = 10n ** 12n;

export type ReferencePrice = {
  /** Quote units for one whole base unit, times `referenceScale`. */
  readonly price: bigint;
  /** When it was observed, milliseconds since 1970. */
  readonly at: number;
};

export interface ReferencePrices {
  /** Finds the newest price of an instrument by its symbol, such as `BTCUSDT`; null without a source. */
  findPrice(symbol: string): ReferencePrice | null;
}

/** Prices of which some may be doubted. */
export interface GuardedPrices extends ReferencePrices {
  /** Returns true while nothing may follow the price of an instrument, as far as `findPrice` has looked at it. */
  isDoubtful(symbol: string): boolean;
}

export type SourcedPrice = ReferencePrice & {
  /** True when one source alone decides about the price, or about one that it was computed from. */
  readonly isSingle: boolean;
};

/** Prices that several external sources agree on. */
export interface PriceSources extends ReferencePrices {
  findPrice(symbol: string): SourcedPrice | null;
  /** Returns true when sources have fresh prices of an instrument, but no majority of them agrees. */
  isDisputed(symbol: string): boolean;
}
