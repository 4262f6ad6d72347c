/** Collects the events of the writer's engine in the batch that is being filled. */
import type { EventSink, OrderRecord, Posting, Trade } from '@salar/protocol';

export type OpenEvents = { orders: OrderRecord[]; trades: Trade[]; postings: Posting[] };

export class BatchSink implements EventSink {
  /** Null while the journal is replayed: nothing is collected yet. */
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
