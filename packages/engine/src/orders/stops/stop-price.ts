/** The first stop price of a new stop, the price for which it sets funds aside, and whether both are valid. */
import { divideUp } from '@salar/protocol';
import type { PlaceStopOrder, Side, Ticks } from '@salar/protocol';
import type { InstrumentEntry } from '../../state/instrument-entry.ts';
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
