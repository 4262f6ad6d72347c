/** What products are worth outside: the prices our own liquidity quotes around. Never what a customer pays. */

/** Reference prices are whole numbers of this many parts of a quote unit. */
export const referenceScale = 10n ** 12n;

export type ReferencePrice = {
  /** Quote units for one whole base unit, times `referenceScale`. */
  readonly price: bigint;
  /** When it was observed, milliseconds since 1970. */
  readonly at: number;
};

export interface ReferencePrices {
  /** The newest price of an instrument by its symbol, such as `BTCUSDT`; null when there is no source for it. */
  findPrice(symbol: string): ReferencePrice | null;
}
