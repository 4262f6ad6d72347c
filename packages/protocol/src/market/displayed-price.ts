/**
 * The price at which a market is displayed, and from which values, totals and 24-hour changes are computed.
 *
 * The server and the web app both use this function, so the same market never has two prices. It does not replace
 * `LastTradedPx` on the wire, which stays the price of the last trade.
 */

/** All prices are whole numbers of one unit, chosen by the caller. */
export type DisplayedPriceInput = {
  /** Best bid; 0 without bids. */
  readonly bid: bigint;
  /** Best offer; 0 without offers. */
  readonly ask: bigint;
  /** The last trade with its time in milliseconds; null before the first one. */
  readonly last: { readonly price: bigint; readonly at: number } | null;
  /** The smallest step between two prices, in the same unit. */
  readonly tick: bigint;
  /** Time of the best prices, in milliseconds. */
  readonly now: number;
};

export type DisplayedPrice = {
  readonly price: bigint;
  /** `last`: the last trade. `mid`: the middle of the spread. `side`: the only side of the book. */
  readonly source: 'last' | 'mid' | 'side';
};

/**
 * A trade counts for one minute. Prices are displayed for the present; one minute is the shortest candle, and the
 * interval at which market data is polled (product spec, section 7).
 */
export const lastTradeMaxAgeMs = 60_000;

/**
 * Chooses the displayed price.
 *
 * - Both sides: the last trade while it lies within the spread, its ends included, and is at most a minute old; otherwise
 *   the middle of the spread, rounded down to a whole tick.
 * - One side: the last trade, but never below the best bid and never above the best offer, since one could do better
 *   there. Without a trade: that side.
 * - No side: the last trade, however old it is.
 *
 * @returns null when there is neither a book nor a trade
 */
export function findDisplayedPrice({
  bid,
  ask,
  last,
  tick,
  now,
}: DisplayedPriceInput): DisplayedPrice | null {
  if (bid > 0n && ask > 0n) {
    if (last !== null && now - last.at <= lastTradeMaxAgeMs && last.price >= bid && last.price <= ask)
      return { price: last.price, source: 'last' };
    const middle = (bid + ask) / 2n;
    return { price: tick > 0n ? middle - (middle % tick) : middle, source: 'mid' };
  }
  if (bid > 0n && (last === null || last.price < bid)) return { price: bid, source: 'side' };
  if (ask > 0n && (last === null || last.price > ask)) return { price: ask, source: 'side' };
  return last === null ? null : { price: last.price, source: 'last' };
}
