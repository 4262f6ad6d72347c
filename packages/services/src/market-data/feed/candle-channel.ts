/** Publishes the closed candles of one instrument and interval: each once, flat ones too. */
import { computeIntervalStart } from '@salar/store/projection/candle-fold';
import type { InstrumentId } from '@salar/protocol';
import type { Log } from '../../ports/log.ts';
import type { CandleService } from '../candle-service.ts';
import type { ChartCandle, ChartInterval } from '../candle-series.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import type { PublicationBudget } from './publication-budget.ts';
import { CoalescedTask } from '../../background/coalesced-task.ts';

export type CandleListener = FeedListener<readonly ChartCandle[], ChartCandle>;

type CandleChannelOptions = {
  readonly candles: Pick<CandleService, 'closed'>;
  readonly instrumentId: InstrumentId;
  readonly interval: ChartInterval;
  readonly now: () => number;
  readonly budget: PublicationBudget;
  readonly log: Log;
};

export class CandleChannel {
  readonly #options: CandleChannelOptions;
  /** Each listener with the number of past candles that it requested. */
  readonly #listeners: Listeners<readonly ChartCandle[], ChartCandle, number>;
  readonly #work = new CoalescedTask(() => this.#refresh());
  /** Everything that ended up to this time has been published. */
  #publishedUntil: number;

  constructor(options: CandleChannelOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options);
    this.#publishedUntil = this.#findLastEnd(this.#options.now());
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  /** @param count  how many past candles the snapshot contains */
  add(listener: CandleListener, count: number): void {
    this.#listeners.add(listener, count);
    this.#work.request();
  }

  remove(listener: CandleListener): void {
    this.#listeners.remove(listener);
  }

  /** Publishes candles that have ended since the last time. */
  timePassed(): void {
    if (this.#findLastEnd(this.#options.now()) > this.#publishedUntil) this.#work.request();
  }

  async #refresh(): Promise<void> {
    const { waiting } = this.#listeners;
    const now = this.#options.now();
    const ended = Math.max(this.#findLastEnd(now), this.#publishedUntil);
    const count = Math.max(0, ...waiting.map(([, requested]) => requested));
    try {
      const candles = await this.#options.candles.closed({
        instrumentId: this.#options.instrumentId,
        interval: this.#options.interval,
        since: Math.min(this.#publishedUntil, ended - count * this.#options.interval * 1000),
        now,
      });
      const before = this.#publishedUntil;
      this.#publishedUntil = ended;
      for (const candle of candles) if (candle.endsAt > before) this.#listeners.publish(candle);
      for (const [listener, requested] of waiting)
        this.#listeners.begin(listener, requested === 0 ? [] : candles.slice(-requested));
    } catch (error) {
      this.#options.log.warn({ error }, 'failed to publish closed candles; they will follow with the next');
      for (const [listener] of waiting) this.#listeners.fail(listener, error);
    }
  }

  /** Returns the end of the last interval that has ended. */
  #findLastEnd(now: number): number {
    return computeIntervalStart(now, this.#options.interval * 1000);
  }
}
