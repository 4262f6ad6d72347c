/** Public trades: each with the direction of its price. */
import type { Ticks, Trade } from '@salar/protocol';

/** A trade, and the direction of its price against the trade before it. */
export type PublicTrade = { readonly trade: Trade; readonly direction: 'same' | 'up' | 'down' };

/**
 * Builds the last `count` trades, oldest first.
 *
 * @param newestFirst  one more than `count` if available, so that the oldest has a direction
 */
export function lastPublicTrades(newestFirst: readonly Trade[], count: number): readonly PublicTrade[] {
  return publicTrades([...newestFirst].reverse(), null).slice(newestFirst.length > count ? 1 : 0);
}

/**
 * @param trades  oldest first
 * @param before  the price of the previous trade; null before the first trade
 */
export function publicTrades(trades: readonly Trade[], before: Ticks | null): readonly PublicTrade[] {
  let last = before;
  return trades.map((trade) => {
    const direction = findDirection(trade.price, last);
    last = trade.price;
    return { trade, direction };
  });
}

function findDirection(price: Ticks, before: Ticks | null): PublicTrade['direction'] {
  if (before === null || price === before) return 'same';
  return price > before ? 'up' : 'down';
}
