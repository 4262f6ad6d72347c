/** What reports ask of the read models; `projection/reads.ts` of the store answers. */
import type {
  AccountId,
  InstrumentId,
  Millis,
  OrderId,
  OrderRecord,
  Posting,
  ProductId,
  Ticks,
  Trade,
  TradeId,
} from '@salar/protocol';
import type { Candle, CandleRange, RecentMinutes } from '@salar/store';

export type LedgerLine = Posting & { readonly entryId: number };

export interface History {
  /** Finished orders of an account, newest first. */
  listOrders(query: {
    readonly accountId: AccountId;
    readonly instrumentId?: InstrumentId;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly OrderRecord[]>;
  /** One finished order of the account; null when there is none. */
  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
  /** Trades of the account, newest first. */
  listTrades(query: {
    readonly accountId: AccountId;
    readonly instrumentId?: InstrumentId;
    readonly orderId?: OrderId;
    readonly tradeId?: TradeId;
    /** First millisecond that counts. */
    readonly fromAt?: Millis;
    /** First millisecond that no longer counts. */
    readonly untilAt?: Millis;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly Trade[]>;
  /** Of each trade, the price of the one before it on its instrument; the first trade of an instrument has none. */
  pricesBefore(tradeIds: readonly TradeId[]): Promise<ReadonlyMap<TradeId, Ticks>>;
  /** Ledger lines of an account, newest first. */
  listLedger(query: {
    readonly accountId: AccountId;
    readonly productId?: ProductId;
    /** What a line, or the line that a fee was taken from, is about. */
    readonly referenceKind?: Posting['referenceKind'];
    readonly reference?: number;
    /** First millisecond that counts. */
    readonly fromAt?: Millis;
    /** First millisecond that no longer counts. */
    readonly untilAt?: Millis;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly LedgerLine[]>;
  /** The newest trades of an instrument, newest first. */
  lastTrades(instrumentId: InstrumentId, count: number): Promise<readonly Trade[]>;
  /** Minutes with trades that begin at or after a time, and up to which command they are told. */
  minutesSince(since: Millis): Promise<RecentMinutes>;
  /** The newest minute that had ended at a time; null when nothing is known. */
  minuteEndedBy(instrumentId: InstrumentId, at: Millis): Promise<Candle | null>;
  /** Stored candles of a range, oldest first, after the last one before it; flat ones may be left out. */
  candlesIn(range: CandleRange): Promise<readonly Candle[]>;
  /** When the first known hour begins; null when nothing is known. */
  firstHour(instrumentId: InstrumentId): Promise<Millis | null>;
}
