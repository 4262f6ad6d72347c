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
    this.#orders.add(
      `${order.orderId}\t${order.accountId}\t${order.userId}\t${order.instrumentId}\t${order.price}\t` +
        `${order.clientOrderId}\t${order.receivedAt}\t${order.updatedAt}\t${sides.codes[order.side]}\t` +
        `${orderTypes.codes[order.orderType]}\t${timesInForce.codes[order.timeInForce]}\t` +
        `${statuses.codes[order.status]}\t${reasons.codes[order.reason]}\t${order.isQuote ? 't' : 'f'}\t` +
        `${order.quantity}\t${order.value}\t${order.executed}\t${order.notional}\n`,
    );
    if (order.terms !== null || order.stop !== null || order.origin !== null)
      this.#terms.add(termsRow(order));
  }

  trade(trade: Trade): void {
    if (this.isMuted) return;
    const { taker, maker } = trade;
    this.#size += 1;
    this.#trades.add(
      `${trade.tradeId}\t${trade.sequence}\t${trade.at}\t${trade.instrumentId}\t${trade.price}\t` +
        `${taker.orderId}\t${taker.accountId}\t${taker.clientOrderId}\t` +
        `${maker.orderId}\t${maker.accountId}\t${maker.clientOrderId}\t${sides.codes[trade.takerSide]}\t` +
        `${orderTypes.codes[taker.orderType]}\t${orderTypes.codes[maker.orderType]}\t${trade.quantity}\t` +
        `${trade.notional}\t${taker.fee}\t${taker.remaining}\t${maker.fee}\t${maker.remaining}\n`,
    );
    this.candles.trade(trade);
  }

  posting(posting: Posting): void {
    if (this.isMuted) return;
    this.#size += 1;
    this.#entryCount += 1;
    this.#entries.add(
      `${this.#entryCount}\t${posting.sequence}\t${posting.at}\t${posting.accountId}\t${posting.productId}\t` +
        `${posting.reference}\t${posting.counterparty}\t${postingKinds.codes[posting.kind]}\t` +
        `${postingKinds.codes[posting.referenceKind]}\t${posting.amount}\t${posting.balance}\n`,
    );
  }
}

/** COPY's notation for null. */
const none = '\\N';

function termsRow({ orderId, terms, stop, origin }: OrderRecord): string {
  const requested =
    terms === null
      ? `${none}\t${none}\t${none}`
      : `${terms.displayQuantity}\t${terms.expiresAt}\t${terms.ocoOrderId}`;
  const waited =
    stop === null
      ? `${none}\t${none}\t${none}\t${none}\t${none}\t${none}`
      : `${stopTriggers.codes[stop.trigger]}\t${stop.stopPrice}\t${stop.trailingAmount}\t${stop.limitOffset}\t` +
        `${stop.currentStop}\t${stop.isWaiting ? 't' : 'f'}`;
  const first = origin === null ? `${none}\t${none}` : `${origin.orderId}\t${origin.clientOrderId}`;
  return `${orderId}\t${requested}\t${waited}\t${first}\n`;
}
