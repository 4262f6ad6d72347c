/** The first stop price of a new stop, the price for which it sets funds aside, and whether both are valid. */
import { divideUp } from '@salar/protocol';
import type { PlaceStopOrder, Side, StopTrigger, Ticks } from '@salar/protocol';
import type { BookSide } from '../../book/book-side.ts';
import type { TriggerPrices } from '../../book/stop-book.ts';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
import { isBeingReplaced } from '../replaced-order.ts';
import type { ReplacedOrder } from '../replaced-order.ts';
import { isPrice } from '../order-limits.ts';

const million = 1_000_000n;

function isTrailing({ orderType }: PlaceStopOrder): boolean {
  return orderType === 'trailing_stop_market' || orderType === 'trailing_stop_limit';
}

/** True when a stop has exactly the fields that its type needs. */
export function isStopWellFormed(command: PlaceStopOrder): boolean {
  const { stopPrice, trailingAmount, limitOffset } = command.stop;
  if (!isTrailing(command)) return isPrice(stopPrice) && trailingAmount === 0 && limitOffset === 0;
  if (stopPrice !== 0 || !isPrice(trailingAmount)) return false;
  return command.orderType === 'trailing_stop_limit'
    ? limitOffset === 0 || isPrice(limitOffset)
    : limitOffset === 0;
}

/** Returns the trigger's price without the order being replaced; null while there is none. */
export function findTriggerPrice(
  instrument: InstrumentEntry,
  trigger: StopTrigger,
  replaced: ReplacedOrder | null,
): Ticks | null {
  if (trigger === 'last') return instrument.lastTrade?.price ?? null;
  return findBestPrice(trigger === 'bid' ? instrument.bids : instrument.asks, replaced);
}

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
    for (let order = level.oldest; order !== null; order = order.next) {
      if (!isBeingReplaced(replaced, order)) return level.price;
    }
  }
  return null;
}

/** Computes the first stop price; null while there is no trigger price to trail. It may be outside the valid prices. */
export function computeFirstStop(command: PlaceStopOrder, triggerPrice: Ticks | null): number | null {
  const { stopPrice, trailingAmount } = command.stop;
  if (!isTrailing(command)) return stopPrice;
  if (triggerPrice === null) return null;
  return command.side === 'buy' ? triggerPrice + trailingAmount : triggerPrice - trailingAmount;
}

/** Computes the limit price of a trailing stop limit at a stop price. */
export function computeLimitPrice(side: Side, stopPrice: number, limitOffset: number): number {
  return side === 'buy' ? stopPrice + limitOffset : stopPrice - limitOffset;
}

/** Computes the price for which a buy sets funds aside. It may be outside the valid prices. */
export function computeReservePrice(
  command: PlaceStopOrder,
  firstStop: number,
  { collarPpm }: InstrumentEntry,
): number {
  if (command.orderType === 'stop_limit') return command.price;
  if (command.orderType === 'trailing_stop_limit') {
    return computeLimitPrice(command.side, firstStop, command.stop.limitOffset);
  }
  return Number(divideUp(BigInt(firstStop) * (million + BigInt(collarPpm)), million));
}

/** True when every price that the stop may need is a valid price. */
export function arePricesInRange(
  command: PlaceStopOrder,
  firstStop: number,
  instrument: InstrumentEntry,
): boolean {
  if (!isPrice(firstStop)) return false;
  const needsReserve = command.side === 'buy' || command.orderType === 'trailing_stop_limit';
  return !needsReserve || isPrice(computeReservePrice(command, firstStop, instrument));
}
