/** What a market is worth while nobody has traded in it. */
import { add, divideDown } from '../../../lib/decimal.ts';
import type { Market } from './market-store.ts';

export type StandInPrice = { readonly kind: 'mid' | 'close'; readonly price: string };

/**
 * The middle between best bid and best offer; where a side is empty, the close of the last candle.
 *
 * @param places  decimals of the price, cut
 * @returns null while neither is known
 */
export function standInPrice(
  { book, candles }: Pick<Market, 'book' | 'candles'>,
  places: number,
): StandInPrice | null {
  const bid = book?.bids[0];
  const ask = book?.asks[0];
  const mid = bid && ask ? divideDown(add(bid.price, ask.price), '2', places) : null;
  if (mid !== null) return { kind: 'mid', price: mid };
  const close = candles?.at(-1)?.close;
  return close === undefined ? null : { kind: 'close', price: close };
}
