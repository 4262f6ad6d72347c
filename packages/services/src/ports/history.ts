/** The queries that reports make on the read models; implemented on `projection/reads.ts` of the store. */
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
import type { Candle, CandleRange, OrderFilter, RecentMinutes, TradeFilter } from '@salar/store';

export type LedgerLine = Posting & { readonly entryId: number };

export interface History {
  /** Lists finished orders of an account, newest first. */
  listOrders(query: OrderFilter): Promise<readonly OrderRecord[]>;
  /** Finds a finished order of the account; null when it does not exist. */
  findOrder(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
  /** Lists trades of the account, newest first. */
  listTrades(query: TradeFilter): Promise<readonly Trade[]>;
  /** Returns for each trade the price of the previous trade on its instrument; the first trade of an instrument has none. */
  pricesBefore(
    trades: readonly Pick<Trade, 'instrumentId' | 'tradeId'>[],
  ): Promise<ReadonlyMap<TradeId, Ticks>>;
  /** Lists ledger lines of an account, newest first. */
  listLedger(query: {
    readonly accountId: AccountId;
    readonly productId?: ProductId;
    /** The reference of a line, or of the line that a fee was taken from. */
    readonly referenceKind?: Posting['referenceKind'];
    readonly reference?: number;
    /** First included millisecond. */
    readonly fromAt?: Millis;
    /** First excluded millisecond. */
    readonly untilAt?: Millis;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly LedgerLine[]>;
  /** Lists the newest trades of an instrument, newest first. */
  lastTrades(instrumentId: InstrumentId, count: number): Promise<readonly Trade[]>;
  /** Lists minutes with trades that begin at or after a time, with the last command that they include. */
  minutesSince(since: Millis): Promise<RecentMinutes>;
  /** Finds the newest minute that had ended at a time; null without one. */
  minuteEndedBy(instrumentId: InstrumentId, at: Millis): Promise<Candle | null>;
  /** Lists stored candles of a range, oldest first, after the last one before it; flat ones may be left out. */
  candlesIn(range: CandleRange): Promise<readonly Candle[]>;
  /** Finds when the first known hour begins; null without one. */
  firstHour(instrumentId: InstrumentId): Promise<Millis | null>;
}
