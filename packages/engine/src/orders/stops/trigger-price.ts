/** The prices that trigger stop orders: the last trade, the best bid or the best ask. */
import type { StopTrigger, Ticks } from '@salar/protocol';
import type { BookSide } from '../../book/book-side.ts';
import type { TriggerPrices } from '../../book/stop-book.ts';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import { isBeingReplaced } from '../replaced-order.ts';
import type { ReplacedOrder } from '../replaced-order.ts';

/** Returns the price that a trigger watches, ignoring the order being replaced; null if the market has none. */
export function findTriggerPrice(
  instrument: InstrumentEntry,
  trigger: StopTrigger,
  replaced: ReplacedOrder | null,
): Ticks | null {
  if (trigger === 'last') return instrument.lastTrade?.price ?? null;
  return findBestPrice(trigger === 'bid' ? instrument.bids : instrument.asks, replaced);
}

/** Returns the prices that trigger an instrument's stops; null for a price that the market does not have. */
export function getTriggerPrices(instrument: InstrumentEntry): TriggerPrices {
  const { lastTrade, bids, asks } = instrument;
  return {
    last: lastTrade?.price ?? null,
    bid: bids.best?.price ?? null,
    ask: asks.best?.price ?? null,
  };
}

function findBestPrice(side: BookSide, replaced: ReplacedOrder | null): Ticks | null {
  for (let level = side.best; level !== null; level = level.worse) {
    for (let order = level.oldest; order !== null; order = level.next(order)) {
      if (!isBeingReplaced(replaced, order)) return level.price;
    }
  }
  return null;
}
