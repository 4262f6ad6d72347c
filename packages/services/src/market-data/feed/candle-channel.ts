/** The closed candles of one instrument and interval: each is told once, flat ones too. */
import { beginOf } from '@salar/store/projection/candle-fold';
import type { InstrumentId } from '@salar/protocol';
import type { Log } from '../../ports/log.ts';
import type { CandleService } from '../candle-service.ts';
import type { ChartCandle, ChartInterval } from '../candle-series.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import { CoalescedTask } from '../../background/coalesced-task.ts';

export type CandleListener = FeedListener<readonly ChartCandle[], ChartCandle>;

export class CandleChannel {
  readonly #candles: Pick<CandleService, 'closed'>;
  readonly #instrumentId: InstrumentId;
  readonly #interval: ChartInterval;
  readonly #now: () => number;
  readonly #log: Log;
  /** With the number of past candles that each asked for. */
  readonly #listeners: Listeners<readonly ChartCandle[], ChartCandle, number>;
  readonly #work = new CoalescedTask(() => this.#refresh());
  /** Everything that ended up to here has been told. */
  #toldUntil: number;

  constructor(options: {
    readonly candles: Pick<CandleService, 'closed'>;
    readonly instrumentId: InstrumentId;
    readonly interval: ChartInterval;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#candles = options.candles;
    this.#instrumentId = options.instrumentId;
    this.#interval = options.interval;
    this.#now = options.now;
    this.#log = options.log;
    this.#listeners = new Listeners(options.log);
    this.#toldUntil = this.#ended(this.#now());
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  /** @param count  past candles that the snapshot holds */
  add(listener: CandleListener, count: number): void {
    this.#listeners.add(listener, count);
    this.#work.request();
  }

  remove(listener: CandleListener): void {
    this.#listeners.remove(listener);
  }

  /** Time has passed: tells what has ended since the last time. */
  timePassed(): void {
    if (this.#ended(this.#now()) > this.#toldUntil) this.#work.request();
  }

  async #refresh(): Promise<void> {
    const { waiting } = this.#listeners;
    const now = this.#now();
    const ended = Math.max(this.#ended(now), this.#toldUntil);
    const count = Math.max(0, ...waiting.map(([, asked]) => asked));
    try {
      const candles = await this.#candles.closed({
        instrumentId: this.#instrumentId,
        interval: this.#interval,
        since: Math.min(this.#toldUntil, ended - count * this.#interval * 1000),
        now,
      });
      const told = this.#toldUntil;
      this.#toldUntil = ended;
      for (const candle of candles) if (candle.endsAt > told) this.#listeners.publish(candle);
      for (const [listener, asked] of waiting)
        this.#listeners.begin(listener, asked === 0 ? [] : candles.slice(-asked));
    } catch (error) {
      this.#log.warn({ error }, 'closed candles could not be told; they will be with the next');
      for (const [listener] of waiting) this.#listeners.fail(listener, error);
    }
  }

  /** The end of the last interval that has ended. */
  #ended(now: number): number {
    return beginOf(now, this.#interval * 1000);
  }
}
