/**
 * Candles of a chart: past ones come from the exchange, the running one grows with each trade and is flat without
 * trades.
 */
import { add, compare, isPositive } from '../../../money/decimal.ts';
import type { Candle, PublicTrade } from '../../../api/records/market-rows.ts';

/** The selectable intervals, in seconds. */
export const intervals = [60, 300, 900, 3600, 14_400, 86_400, 604_800] as const;
export type Interval = (typeof intervals)[number];

/** The number of candles kept; older ones are dropped. */
const candlesMax = 1500;

/**
 * Adds trades to the candles of their intervals.
 *
 * The running candle can count a trade twice, or miss one, that happened while the past was being fetched. Its closed
 * form, which the exchange publishes at the end of the interval, corrects it (`withClosed`).
 */
export function withTrades(
  candles: readonly Candle[],
  trades: readonly PublicTrade[],
  interval: Interval,
): readonly Candle[] {
  return trades.reduce((sofar, trade) => withTrade(sofar, trade, interval), candles);
}

/** Replaces a candle by its closed form. The next one starts flat, at its close. */
export function withClosed(
  candles: readonly Candle[],
  closed: Candle,
  interval: Interval,
): readonly Candle[] {
  const place = candles.findLastIndex(({ begin }) => begin <= closed.begin);
  const isKnown = candles[place]?.begin === closed.begin;
  const replaced = candles.toSpliced(isKnown ? place : place + 1, isKnown ? 1 : 0, closed);
  if (replaced.at(-1) !== closed) return dropOldest(replaced);
  const { close } = closed;
  const begin = closed.begin + interval * 1000;
  return dropOldest([...replaced, { begin, open: close, high: close, low: close, close, volume: '0' }]);
}

function withTrade(candles: readonly Candle[], trade: PublicTrade, interval: Interval): readonly Candle[] {
  const length = interval * 1000;
  const begin = Math.floor(trade.at / length) * length;
  const last = candles.at(-1);
  if (last !== undefined && begin < last.begin) return candles; // Already closed: its closed form is final.
  if (last?.begin !== begin) {
    const { price, quantity } = trade;
    return dropOldest([
      ...candles,
      { begin, open: price, high: price, low: price, close: price, volume: quantity },
    ]);
  }
  return [...candles.slice(0, -1), extendCandle(last, trade)];
}

function extendCandle(candle: Candle, { price, quantity }: PublicTrade): Candle {
  // A candle without trades opens with its first trade, as the exchange's does.
  if (isFlat(candle))
    return { ...candle, open: price, high: price, low: price, close: price, volume: quantity };
  return {
    ...candle,
    high: compare(price, candle.high) > 0 ? price : candle.high,
    low: compare(price, candle.low) < 0 ? price : candle.low,
    close: price,
    volume: add(candle.volume, quantity),
  };
}

function isFlat({ high, low, volume }: Candle): boolean {
  return !isPositive(volume) && compare(high, low) === 0;
}

function dropOldest(candles: readonly Candle[]): readonly Candle[] {
  return candles.length > candlesMax ? candles.slice(-candlesMax) : candles;
}
