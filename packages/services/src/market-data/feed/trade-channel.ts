/** Publishes the trades of one instrument, each once and in order, after the last past ones. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstrumentId, Ticks, Trade } from '@salar/protocol';
import type { EngineReader } from '../../ports/engine-port.ts';
import type { History } from '../../ports/history.ts';
import type { Log } from '../../ports/log.ts';
import { lastPublicTrades, publicTrades } from '../public-trade.ts';
import type { PublicTrade } from '../public-trade.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';
import type { PublicationBudget } from './publication-budget.ts';

export type TradeListener = FeedListener<readonly PublicTrade[], readonly PublicTrade[]>;

/** The most trades that are held for a listener that waits for the past. With more, its snapshot fails. */
const heldMax = 10_000;

type TradeChannelOptions = {
  readonly sequencer: EngineReader;
  readonly history: Pick<History, 'lastTrades'>;
  readonly instrumentId: InstrumentId;
  /** Whether trades were received that are not published yet; `committed` is called with them soon. */
  readonly hasCollected: () => boolean;
  readonly budget: PublicationBudget;
  readonly log: Log;
};

export class TradeChannel {
  readonly #options: TradeChannelOptions;
  /** Each waiting listener with the trades that committed meanwhile. */
  readonly #listeners: Listeners<readonly PublicTrade[], readonly PublicTrade[], Trade[]>;
  /** Called after the next publication. */
  readonly #onPublished: (() => void)[] = [];
  /** The price of the last trade received; null before the first. */
  #lastPrice: Ticks | null = null;

  constructor(options: TradeChannelOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options);
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  /** @param count  how many past trades the snapshot contains */
  add(listener: TradeListener, count: number): void {
    const held: Trade[] = [];
    this.#listeners.add(listener, held);
    void this.#begin(listener, { count, held });
  }

  remove(listener: TradeListener): void {
    this.#listeners.remove(listener);
  }

  /** @param trades  committed, oldest first */
  committed(trades: readonly Trade[]): void {
    for (const [listener, held] of this.#listeners.waiting) {
      if (held.length + trades.length <= heldMax) held.push(...trades);
      else this.#listeners.fail(listener, new Error('too many trades committed while the past was read'));
    }
    if (this.#listeners.hasLive) this.#listeners.publish(publicTrades(trades, this.#lastPrice));
    this.#lastPrice = trades.at(-1)?.price ?? this.#lastPrice;
    for (const resume of this.#onPublished.splice(0)) resume();
  }

  async #begin(
    listener: TradeListener,
    { count, held }: { count: number; held: readonly Trade[] },
  ): Promise<void> {
    try {
      await this.#options.sequencer.projected();
      const past = await this.#options.history.lastTrades(this.#options.instrumentId, count + 1);
      const newest = past[0];
      await nextTurn(); // by then every trade of the past has been received
      // A trade of the past that is not published yet would reach the listener twice if it began now.
      if (this.#options.hasCollected())
        await new Promise<void>((resolve) => {
          this.#onPublished.push(resolve);
        });
      this.#listeners.begin(listener, lastPublicTrades(past, count));
      const since = held.filter((trade) => trade.tradeId > (newest?.tradeId ?? 0));
      if (since.length > 0) this.#listeners.publishTo(listener, publicTrades(since, newest?.price ?? null));
      this.#lastPrice ??= newest?.price ?? null;
    } catch (error) {
      this.#listeners.fail(listener, error);
    }
  }
}
