/** The read models of the store as the `History` port. */
import type {
  AccountId,
  InstrumentId,
  Millis,
  OrderId,
  OrderRecord,
  Ticks,
  Trade,
  TradeId,
} from '@salar/protocol';
import type { Candle, CandleRange, Database, RecentMinutes } from '@salar/store';
import {
  listCandles,
  findFirstHour,
  findMinuteEndedBy,
  readMinutesSince,
} from '@salar/store/projection/candles';
import {
  findFinishedOrder,
  listLastTrades,
  listLedgerEntries,
  listFinishedOrders,
  readPreviousPrices,
  listAccountTrades,
} from '@salar/store/projection/reads';
import type { History, LedgerLine } from '../ports/history.ts';

type StoreHistoryOptions = { readonly database: Database };

export class StoreHistory implements History {
  readonly #options: StoreHistoryOptions;

  constructor(options: StoreHistoryOptions) {
    this.#options = options;
  }

  listOrders(query: Parameters<History['listOrders']>[0]): Promise<readonly OrderRecord[]> {
    return listFinishedOrders(this.#options.database, query);
  }

  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    return findFinishedOrder(this.#options.database, { accountId, orderId });
  }

  listTrades(query: Parameters<History['listTrades']>[0]): Promise<readonly Trade[]> {
    return listAccountTrades(this.#options.database, query);
  }

  pricesBefore(trades: Parameters<History['pricesBefore']>[0]): Promise<ReadonlyMap<TradeId, Ticks>> {
    return readPreviousPrices(this.#options.database, trades);
  }

  listLedger(query: Parameters<History['listLedger']>[0]): Promise<readonly LedgerLine[]> {
    return listLedgerEntries(this.#options.database, query);
  }

  lastTrades(instrumentId: InstrumentId, count: number): Promise<readonly Trade[]> {
    return listLastTrades(this.#options.database, instrumentId, count);
  }

  minutesSince(since: Millis): Promise<RecentMinutes> {
    return readMinutesSince(this.#options.database, since);
  }

  minuteEndedBy(instrumentId: InstrumentId, at: Millis): Promise<Candle | null> {
    return findMinuteEndedBy(this.#options.database, instrumentId, at);
  }

  candlesIn(range: CandleRange): Promise<readonly Candle[]> {
    return listCandles(this.#options.database, range);
  }

  firstHour(instrumentId: InstrumentId): Promise<Millis | null> {
    return findFirstHour(this.#options.database, instrumentId);
  }
}
