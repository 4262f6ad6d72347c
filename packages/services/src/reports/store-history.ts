/** The read models of the store as services ask for them. */
import { millis } from '@salar/protocol';
import type { AccountId, InstrumentId, Millis, OrderId, OrderRecord, Trade } from '@salar/protocol';
import type { Database } from '@salar/store';
import { closePriceAt } from '@salar/store/projection/price-history';
import {
  findFinishedOrder,
  lastTrades,
  ledgerOf,
  ordersOf,
  tradesSince,
} from '@salar/store/projection/reads';
import type { History, LedgerLine } from '../ports/history.ts';

export class StoreHistory implements History {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  ordersOf(query: Parameters<History['ordersOf']>[0]): Promise<readonly OrderRecord[]> {
    return ordersOf(this.#database, query);
  }

  async orderOf(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    const order = await findFinishedOrder(this.#database, orderId);
    return order?.accountId === accountId ? order : null;
  }

  ledgerOf(query: Parameters<History['ledgerOf']>[0]): Promise<readonly LedgerLine[]> {
    return ledgerOf(this.#database, query);
  }

  lastTrades(instrumentId: InstrumentId, count: number): Promise<readonly Trade[]> {
    return lastTrades(this.#database, instrumentId, count);
  }

  tradesSince(since: Millis): AsyncIterable<Trade> {
    return tradesSince(this.#database, since);
  }

  async priceAt(instrumentId: InstrumentId, at: Millis): Promise<number | null> {
    const close = await closePriceAt(this.#database, instrumentId, millis(Math.floor(at)));
    return close?.closeTicks ?? null;
  }
}
