/**
 * Converts events to rows of the read models, written as COPY text while the engine emits them.
 *
 * Left out: open orders (the engine has them), and quotes of the house that ended without a fill.
 */
import type { EventSink, OrderRecord, Posting, Trade } from '@salar/protocol';
import { CandleFold } from './candle-fold.ts';
import type { CandleChanges } from './candle-fold.ts';
import { CopyText } from './copy-text.ts';
import {
  orderTypes,
  postingKinds,
  reasons,
  sides,
  statuses,
  stopTriggers,
  timesInForce,
} from './enum-codes.ts';

export type ProjectedRows = {
  /** COPY text, one line a row; columns as in `projection-writer.ts`. */
  readonly orders: Uint8Array;
  /** For the orders that have terms, a stop or an origin. */
  readonly terms: Uint8Array;
  readonly trades: Uint8Array;
  readonly entries: Uint8Array;
  readonly candles: CandleChanges;
  /** Number of ledger entries since the first command, these included. */
  readonly entryCount: number;
};

export class ProjectionRows implements EventSink {
  /** While true, nothing is written: for replaying what the tables contain already. */
  isMuted = false;
  /** Receives the trades here; the caller that replays advances its time and best prices. */
  readonly candles = new CandleFold();
  readonly #orders = new CopyText();
  readonly #terms = new CopyText();
  readonly #trades = new CopyText();
  readonly #entries = new CopyText();
  #entryCount: number;
  #size = 0;

  /** @param entryCount  number of ledger entries before the first event: entries are numbered from 1 */
  constructor(entryCount: number) {
    this.#entryCount = entryCount;
  }

  /** Number of rows waiting to be taken. */
  get size(): number {
    return this.#size + this.candles.size;
  }

  take(): ProjectedRows {
    const taken = {
      orders: this.#orders.take(),
      terms: this.#terms.take(),
      trades: this.#trades.take(),
      entries: this.#entries.take(),
      candles: this.candles.take(),
      entryCount: this.#entryCount,
    };
    this.#size = 0;
    return taken;
  }

  orderWorking(): void {}

  orderClosed(order: OrderRecord): void {
    if (this.isMuted || (order.isQuote && order.executed === 0n)) return;
    this.#size += 1;
    const row = this.#orders;
    row.number(order.orderId);
    row.number(order.accountId);
    row.number(order.userId);
    row.number(order.instrumentId);
    row.number(order.price);
    row.number(order.clientOrderId);
    row.number(order.receivedAt);
    row.number(order.updatedAt);
    row.number(sides.codes[order.side]);
    row.number(orderTypes.codes[order.orderType]);
    row.number(timesInForce.codes[order.timeInForce]);
    row.number(statuses.codes[order.status]);
    row.number(reasons.codes[order.reason]);
    row.text(order.isQuote ? 't' : 'f');
    row.amount(order.quantity);
    row.amount(order.value);
    row.amount(order.executed);
    row.amount(order.notional);
    row.endRow();
    if (order.terms !== null || order.stop !== null || order.origin !== null) addTerms(this.#terms, order);
  }

  trade(trade: Trade): void {
    if (this.isMuted) return;
    const { taker, maker } = trade;
    this.#size += 1;
    const row = this.#trades;
    row.number(trade.tradeId);
    row.number(trade.sequence);
    row.number(trade.at);
    row.number(trade.instrumentId);
    row.number(trade.price);
    row.number(taker.orderId);
    row.number(taker.accountId);
    row.number(taker.clientOrderId);
    row.number(maker.orderId);
    row.number(maker.accountId);
    row.number(maker.clientOrderId);
    row.number(sides.codes[trade.takerSide]);
    row.number(orderTypes.codes[taker.orderType]);
    row.number(orderTypes.codes[maker.orderType]);
    row.amount(trade.quantity);
    row.amount(trade.notional);
    row.amount(taker.fee);
    row.amount(taker.remaining);
    row.amount(maker.fee);
    row.amount(maker.remaining);
    row.endRow();
    this.candles.trade(trade);
  }

  posting(posting: Posting): void {
    if (this.isMuted) return;
    this.#size += 1;
    this.#entryCount += 1;
    const row = this.#entries;
    row.number(this.#entryCount);
    row.number(posting.sequence);
    row.number(posting.at);
    row.number(posting.accountId);
    row.number(posting.productId);
    row.number(posting.reference);
    row.number(posting.counterparty);
    row.number(postingKinds.codes[posting.kind]);
    row.number(postingKinds.codes[posting.referenceKind]);
    row.amount(posting.amount);
    row.amount(posting.balance);
    row.endRow();
  }
}

function addTerms(row: CopyText, { orderId, terms, stop, origin }: OrderRecord): void {
  row.number(orderId);
  if (terms === null) addNulls(row, 3);
  else {
    row.amount(terms.displayQuantity);
    row.number(terms.expiresAt);
    row.number(terms.ocoOrderId);
  }
  if (stop === null) addNulls(row, 6);
  else {
    row.number(stopTriggers.codes[stop.trigger]);
    row.number(stop.stopPrice);
    row.number(stop.trailingAmount);
    row.number(stop.limitOffset);
    row.number(stop.currentStop);
    row.text(stop.isWaiting ? 't' : 'f');
  }
  if (origin === null) addNulls(row, 2);
  else {
    row.number(origin.orderId);
    row.number(origin.clientOrderId);
  }
  row.endRow();
}

function addNulls(row: CopyText, count: number): void {
  for (let i = 0; i < count; i += 1) row.text(String.raw`\N`);
}
