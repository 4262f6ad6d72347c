/** Computes the displayed price of a market from the decimal text of a Level1 row. */
import { formatAmount } from '@salar/protocol/money/amount';
import { findDisplayedPrice } from '@salar/protocol/market/displayed-price';
import type { DisplayedPrice } from '@salar/protocol/market/displayed-price';
import { scaleUp } from '../money/decimal.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';

/** Every price of the exchange has at most this many decimals (product spec, section 9). */
const places = 18;

/**
 * Applies the exchange's rule for displayed prices (`findDisplayedPrice`) as of the time of the row, so that the price
 * and the 24-hour change belong together.
 *
 * @param priceIncrement  decimal text; the midpoint of the spread is rounded down to it
 * @returns decimal text; null when there is neither a book nor a trade
 */
export function computeDisplayedPrice(
  market: Pick<MarketPrice, 'bestBid' | 'bestOffer' | 'lastTraded' | 'lastTradedAt' | 'at'>,
  priceIncrement: string,
): { readonly price: string; readonly source: DisplayedPrice['source'] } | null {
  const last = scaleUp(market.lastTraded, places);
  const shown = findDisplayedPrice({
    bid: scaleUp(market.bestBid, places),
    ask: scaleUp(market.bestOffer, places),
    last: last > 0n ? { price: last, at: market.lastTradedAt } : null,
    tick: scaleUp(priceIncrement, places),
    now: market.at,
  });
  return shown && { price: formatAmount(shown.price, places), source: shown.source };
}
