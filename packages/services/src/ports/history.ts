/** What reports ask of the read models; `projection/reads.ts` of the store answers. */
import type {
  AccountId,
  InstrumentId,
  Millis,
  OrderId,
  OrderRecord,
  Posting,
  ProductId,
  Trade,
} from '@salar/protocol';

export type LedgerLine = Posting & { readonly entryId: number };

export interface History {
  /** Finished orders of an account, newest first. */
  ordersOf(query: {
    readonly accountId: AccountId;
    readonly instrumentId?: InstrumentId;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly OrderRecord[]>;
  /** One finished order of the account; null when there is none. */
  orderOf(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null>;
  /** Ledger lines of an account, newest first. */
  ledgerOf(query: {
    readonly accountId: AccountId;
    readonly productId?: ProductId;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly LedgerLine[]>;
  /** The newest trades of an instrument, newest first. */
  lastTrades(instrumentId: InstrumentId, count: number): Promise<readonly Trade[]>;
  /** Every trade since a time, oldest first. */
  tradesSince(since: Millis): AsyncIterable<Trade>;
  /** The newest known price at or before a time, in ticks; null when nothing is known. */
  priceAt(instrumentId: InstrumentId, at: Millis): Promise<number | null>;
}
