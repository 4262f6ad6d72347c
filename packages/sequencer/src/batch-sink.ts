/** Hears the engine of the writer and keeps what it says with the batch that is being filled. */
import type { EventSink, OrderRecord, Posting, Trade } from '@salar/protocol';

export type OpenEvents = { orders: OrderRecord[]; trades: Trade[]; postings: Posting[] };

export class BatchSink implements EventSink {
  /** Null while the journal is replayed: nobody is listening yet. */
  target: OpenEvents | null = null;

  orderWorking(order: OrderRecord): void {
    this.target?.orders.push(order);
  }

  orderClosed(order: OrderRecord): void {
    this.target?.orders.push(order);
  }

  trade(trade: Trade): void {
    this.target?.trades.push(trade);
  }

  posting(posting: Posting): void {
    this.target?.postings.push(posting);
  }
}
