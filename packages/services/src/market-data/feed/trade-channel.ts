/** The trades of one instrument, each once and in order, after the last ones of the past. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstrumentId, Ticks, Trade } from '@salar/protocol';
import type { EnginePort } from '../../ports/engine-port.ts';
import type { History } from '../../ports/history.ts';
import type { Log } from '../../ports/log.ts';
import { lastPublicTrades, publicTrades } from '../public-trade.ts';
import type { PublicTrade } from '../public-trade.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';

export type TradeListener = FeedListener<readonly PublicTrade[], readonly PublicTrade[]>;

/** Trades that may be held for one who waits for the past. More, and it is told that there is no snapshot. */
const heldMax = 10_000;

export class TradeChannel {
  readonly #sequencer: EnginePort;
  readonly #history: Pick<History, 'lastTrades'>;
  readonly #instrumentId: InstrumentId;
  readonly #tellGathered: () => void;
  /** Each who waits has the trades that came meanwhile. */
  readonly #listeners: Listeners<readonly PublicTrade[], readonly PublicTrade[], Trade[]>;
  /** Of the last trade heard of; null before the first. */
  #lastPrice: Ticks | null = null;

  constructor(options: {
    readonly sequencer: EnginePort;
    readonly history: Pick<History, 'lastTrades'>;
    readonly instrumentId: InstrumentId;
    /** Hands over the trades that were heard of and not told yet. */
    readonly tellGathered: () => void;
    readonly log: Log;
  }) {
    this.#sequencer = options.sequencer;
    this.#history = options.history;
    this.#instrumentId = options.instrumentId;
    this.#tellGathered = options.tellGathered;
    this.#listeners = new Listeners(options.log);
  }

  get isEmpty(): boolean {
    return this.#listeners.isEmpty;
  }

  /** @param count  past trades that the snapshot holds */
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
      else this.#listeners.fail(listener, new Error('too many trades came while the past was read'));
    }
    if (this.#listeners.hasLive) this.#listeners.publish(publicTrades(trades, this.#lastPrice));
    this.#lastPrice = trades.at(-1)?.price ?? this.#lastPrice;
  }

  async #begin(
    listener: TradeListener,
    { count, held }: { count: number; held: readonly Trade[] },
  ): Promise<void> {
    try {
      await this.#sequencer.projected();
      const past = await this.#history.lastTrades(this.#instrumentId, count + 1);
      const newest = past[0];
      await nextTurn(); // by then everything that the past contains has been heard of
      this.#tellGathered();
      this.#listeners.begin(listener, lastPublicTrades(past, count));
      const since = held.filter((trade) => trade.tradeId > (newest?.tradeId ?? 0));
      if (since.length > 0) this.#listeners.publishTo(listener, publicTrades(since, newest?.price ?? null));
      this.#lastPrice ??= newest?.price ?? null;
    } catch (error) {
      this.#listeners.fail(listener, error);
    }
  }
}
