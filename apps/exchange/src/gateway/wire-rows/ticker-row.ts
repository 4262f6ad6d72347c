/** Converts a candle to a row of numbers: high, low, open, close. */
import type { WireNumber } from '@salar/protocol/wire';
import type { ChartCandle } from '@salar/services/market-data/candle-series';
import type { Units } from './units.ts';

export function toTickerRow(
  candle: ChartCandle,
  { price, quantity }: Units,
): readonly (number | WireNumber)[] {
  return [
    candle.endsAt,
    price(candle.high),
    price(candle.low),
    price(candle.open),
    price(candle.close),
    quantity(candle.volume),
    price(candle.bid),
    price(candle.ask),
    candle.instrumentId,
    candle.beginsAt,
  ];
}
