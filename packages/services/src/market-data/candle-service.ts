/** Reads candles for charts: the stored ones, without gaps, up to the running interval. */
import type { InstrumentId, Millis } from '@salar/protocol';
import { computeIntervalStart } from '@salar/store/projection/candle-fold';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { buildSeries, findStoredInterval } from './candle-series.ts';
import type { ChartCandle, ChartInterval } from './candle-series.ts';

export type CandleQuery = {
  readonly instrumentId: InstrumentId;
  readonly interval: ChartInterval;
  /** Only candles that end after this time; by default `intervalsDefault` intervals before `until`. */
  readonly since?: number;
  /** Only candles that begin before this time; by default now. */
  readonly until?: number;
};

const intervalsDefault = 1000;
/** The most candles of an answer; the newest are returned. */
export const candlesMax = 5000;

type CandleServiceOptions = {
  readonly sequencer: EngineReader;
  readonly history: Pick<History, 'candlesIn' | 'firstHour'>;
  readonly now: () => number;
};

export class CandleService {
  readonly #options: CandleServiceOptions;

  constructor(options: CandleServiceOptions) {
    this.#options = options;
  }

  /**
   * Reads candles, oldest first, the running one last; flat where nothing was traded, and none before the first known price.
   *
   * They include everything applied before the call.
   *
   * @throws InvariantError for an unknown instrument
   */
  async candles({ instrumentId, interval, ...range }: CandleQuery): Promise<readonly ChartCandle[]> {
    const { lastSequence, lastAt, bid, ask } = await this.#options.sequencer.read((view) => ({
      lastSequence: view.lastSequence,
      lastAt: view.lastAt,
      ...view.level1(instrumentId),
    }));
    await this.#options.sequencer.projected(lastSequence);
    const lengthMs = interval * 1000;
    const now = Math.max(this.#options.now(), lastAt);
    const until = range.until ?? now + 1;
    const last = computeIntervalStart(Math.min(until - 1, now), lengthMs);
    const since = Math.max(range.since ?? until - intervalsDefault * lengthMs, 0);
    const first = Math.max(computeIntervalStart(since, lengthMs), last - (candlesMax - 1) * lengthMs);
    if (until <= 0 || first > last) return [];
    const stored = findStoredInterval(interval);
    const rows = await this.#options.history.candlesIn({
      instrumentId,
      interval: stored,
      from: first,
      until: last + lengthMs,
    });
    const book = { bid: bid?.price ?? 0, ask: ask?.price ?? 0 };
    return buildSeries(rows, { interval, first, last, book, bookAt: lastAt });
  }

  /** Reads the candles that end after `since` and have ended by `now`, the present time: each of them is final. */
  async closed({
    since,
    now,
    ...query
  }: Pick<CandleQuery, 'instrumentId' | 'interval'> & {
    readonly since: number;
    readonly now: number;
  }): Promise<readonly ChartCandle[]> {
    // Commands that wait for the disk may be dated before now, and so may those in the same batch. Later ones are not.
    await this.#options.sequencer.read((view) => view.lastSequence);
    const candles = await this.candles({ ...query, since, until: now });
    return candles.filter((candle) => candle.endsAt <= now);
  }

  /** Finds when the first hour with a known price begins; null without one. */
  async earliest(instrumentId: InstrumentId): Promise<Millis | null> {
    await this.#options.sequencer.projected();
    return this.#options.history.firstHour(instrumentId);
  }
}
