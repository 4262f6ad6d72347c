/** Trades as everybody is told them: each with the way the price went. */
import type { Ticks, Trade } from '@salar/protocol';

/** A trade, and which way the price went with it. */
export type PublicTrade = { readonly trade: Trade; readonly direction: 'same' | 'up' | 'down' };

/**
 * The last `count` trades, oldest first.
 *
 * @param newestFirst  one more than `count` where there is one, so that the oldest knows which way the price went
 */
export function lastPublicTrades(newestFirst: readonly Trade[], count: number): readonly PublicTrade[] {
  return publicTrades([...newestFirst].reverse(), null).slice(newestFirst.length > count ? 1 : 0);
}

/**
 * @param trades  oldest first
 * @param before  the price of the trade before them; null when there is none
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
