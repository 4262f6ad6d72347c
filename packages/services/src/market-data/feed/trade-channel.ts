/** The trades of one instrument, each once and in order, after the last ones of the past. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InstrumentId, Ticks, Trade } from '@salar/protocol';
import type { ExchangeDoor } from '../../ports/exchange-door.ts';
import type { History } from '../../ports/history.ts';
import type { Log } from '../../ports/log.ts';
import { Listeners } from './listeners.ts';
import type { FeedListener } from './listeners.ts';

/** A trade, and which way the price went with it. */
export type PublicTrade = { readonly trade: Trade; readonly direction: 'same' | 'up' | 'down' };
export type TradeListener = FeedListener<readonly PublicTrade[], readonly PublicTrade[]>;

/** Trades that may be held for one who waits for the past. More, and it is told that there is no snapshot. */
const heldMax = 10_000;

export class TradeChannel {
  readonly #door: ExchangeDoor;
  readonly #history: Pick<History, 'lastTrades'>;
  readonly #instrumentId: InstrumentId;
  /** Each who waits has the trades that came meanwhile. */
  readonly #listeners: Listeners<readonly PublicTrade[], readonly PublicTrade[], Trade[]>;
  /** Of the last trade heard of; null before the first. */
  #lastPrice: Ticks | null = null;

  constructor(options: {
    readonly door: ExchangeDoor;
    readonly history: Pick<History, 'lastTrades'>;
    readonly instrumentId: InstrumentId;
    readonly log: Log;
  }) {
    this.#door = options.door;
    this.#history = options.history;
    this.#instrumentId = options.instrumentId;
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

  /** @param trades  of one commit, oldest first */
  committed(trades: readonly Trade[]): void {
    for (const [listener, held] of this.#listeners.waiting) {
      if (held.length + trades.length <= heldMax) held.push(...trades);
      else this.#listeners.fail(listener, new Error('too many trades came while the past was read'));
    }
    if (this.#listeners.hasLive) this.#listeners.tell(directed(trades, this.#lastPrice));
    this.#lastPrice = trades.at(-1)?.price ?? this.#lastPrice;
  }

  async #begin(
    listener: TradeListener,
    { count, held }: { count: number; held: readonly Trade[] },
  ): Promise<void> {
    try {
      await this.#door.projected();
      // One more than asked for, so that the oldest knows which way the price went.
      const past = [...(await this.#history.lastTrades(this.#instrumentId, count + 1))].reverse();
      const newest = past.at(-1);
      await nextTurn(); // by then everything that the past contains has been held, or told to those who are live
      const snapshot = directed(past, null).slice(past.length > count ? 1 : 0);
      this.#listeners.begin(listener, snapshot);
      const since = held.filter((trade) => trade.tradeId > (newest?.tradeId ?? 0));
      if (since.length > 0) this.#listeners.tellOne(listener, directed(since, newest?.price ?? null));
      this.#lastPrice ??= newest?.price ?? null;
    } catch (error) {
      this.#listeners.fail(listener, error);
    }
  }
}

function directed(trades: readonly Trade[], before: Ticks | null): readonly PublicTrade[] {
  let last = before;
  return trades.map((trade) => {
    const direction = directionOf(trade.price, last);
    last = trade.price;
    return { trade, direction };
  });
}

function directionOf(price: Ticks, before: Ticks | null): PublicTrade['direction'] {
  if (before === null || price === before) return 'same';
  return price > before ? 'up' : 'down';
}
