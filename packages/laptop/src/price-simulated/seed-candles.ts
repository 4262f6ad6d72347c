/** Builds candles from single prices: what a chart shows of the time before the first trade. */
import { lots, millis, minor } from '@salar/protocol';
import type { InstrumentId, Ticks } from '@salar/protocol';
import { computeIntervalStart, candleIntervals } from '@salar/store/projection/candle-fold';
import type { Candle } from '@salar/store/projection/candle-fold';

export type PricePoint = { readonly at: number; readonly price: Ticks };

/**
 * The price moves in a straight line from each point to the next. An interval shorter than such a step gets no candle
 * for it.
 *
 * @param points  in time order
 */
export function buildCandles(instrumentId: InstrumentId, points: readonly PricePoint[]): readonly Candle[] {
  return candleIntervals.flatMap((interval) => {
    const lengthMs = interval * 1000;
    const candles: Candle[] = [];
    for (const [place, { at, price }] of points.entries()) {
      const before = points[place - 1];
      if (before === undefined || at - before.at > lengthMs) continue;
      const beginsAt = millis(computeIntervalStart(before.at, lengthMs));
      const running = candles.at(-1);
      const isSame = running?.beginsAt === beginsAt;
      if (isSame) candles.pop();
      candles.push({
        instrumentId,
        interval,
        beginsAt,
        open: isSame ? running.open : before.price,
        high: highest(isSame ? running.high : before.price, price),
        low: lowest(isSame ? running.low : before.price, price),
        close: price,
        volume: lots(0n),
        notional: minor(0n),
        trades: 0,
        bid: 0,
        ask: 0,
      });
    }
    return candles;
  });
}

function highest(a: Ticks, b: Ticks): Ticks {
  return a > b ? a : b;
}

function lowest(a: Ticks, b: Ticks): Ticks {
  return a < b ? a : b;
}
