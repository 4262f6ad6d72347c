/** Candles for charts: what is stored, without holes, up to the interval that runs. */
import type { InstrumentId, Millis } from '@salar/protocol';
import { beginOf } from '@salar/store/projection/candle-fold';
import type { EnginePort } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { buildSeries, findStoredInterval } from './candle-series.ts';
import type { ChartCandle, ChartInterval } from './candle-series.ts';

export type CandleQuery = {
  readonly instrumentId: InstrumentId;
  readonly interval: ChartInterval;
  /** Only candles that end after this time; left out, `intervalsDefault` intervals before `until`. */
  readonly since?: number;
  /** Only candles that begin before this time; left out, now. */
  readonly until?: number;
};

const intervalsDefault = 1000;
/** The newest are given. */
export const candlesMax = 5000;

export class CandleService {
  readonly #sequencer: EnginePort;
  readonly #history: Pick<History, 'candlesIn' | 'firstHour'>;
  readonly #now: () => number;

  constructor(options: {
    readonly sequencer: EnginePort;
    readonly history: Pick<History, 'candlesIn' | 'firstHour'>;
    readonly now: () => number;
  }) {
    this.#sequencer = options.sequencer;
    this.#history = options.history;
    this.#now = options.now;
  }

  /**
   * Oldest first, the running one last; flat where nothing was traded, and nothing before the first known price.
   *
   * Everything applied when it is called is in them.
   *
   * @throws InvariantError for an unknown instrument
   */
  async candles({ instrumentId, interval, ...asked }: CandleQuery): Promise<readonly ChartCandle[]> {
    const { engine } = this.#sequencer;
    const { lastSequence, lastAt } = engine;
    const { bid, ask } = engine.level1(instrumentId);
    await this.#sequencer.settled();
    await this.#sequencer.projected(lastSequence);
    const lengthMs = interval * 1000;
    const now = Math.max(this.#now(), lastAt);
    const until = asked.until ?? now + 1;
    const last = beginOf(Math.min(until - 1, now), lengthMs);
    const since = Math.max(asked.since ?? until - intervalsDefault * lengthMs, 0);
    const first = Math.max(beginOf(since, lengthMs), last - (candlesMax - 1) * lengthMs);
    if (until <= 0 || first > last) return [];
    const stored = findStoredInterval(interval);
    const rows = await this.#history.candlesIn({
      instrumentId,
      interval: stored,
      from: first,
      until: last + lengthMs,
    });
    const book = { bid: bid?.price ?? 0, ask: ask?.price ?? 0 };
    return buildSeries(rows, { interval, first, last, book, bookAt: lastAt });
  }

  /** Candles that end after `since` and have ended by `now`, which is the present: each of them is final. */
  async closed({
    since,
    now,
    ...query
  }: Pick<CandleQuery, 'instrumentId' | 'interval'> & {
    readonly since: number;
    readonly now: number;
  }): Promise<readonly ChartCandle[]> {
    // What waits for the disk may have a time from before now, and so may what joins it. What comes after it has not.
    await this.#sequencer.settled();
    const candles = await this.candles({ ...query, since, until: now });
    return candles.filter((candle) => candle.endsAt <= now);
  }

  /** When the first hour begins of which a price is known; null when there is none. */
  async earliest(instrumentId: InstrumentId): Promise<Millis | null> {
    await this.#sequencer.projected();
    return this.#history.firstHour(instrumentId);
  }
}
