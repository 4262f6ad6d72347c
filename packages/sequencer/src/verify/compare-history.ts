/** Receives the events of a replay and compares them with the rows of the read models, a few thousand at a time. */
import type { EventSink, OrderRecord, Posting, Trade } from '@salar/protocol';
import { countHistory, findFinishedOrders, listEntriesInRange, listTradesInRange } from '@salar/store';
import type { Queryable } from '@salar/store';
import type { CandleComparison } from './compare-candles.ts';
import type { Findings } from './findings.ts';

const heldMax = 20_000;

export class HistoryComparison implements EventSink {
  /** While true nothing is compared: the read models do not contain these events. */
  isMuted = false;
  readonly #view: Queryable;
  readonly #findings: Findings;
  readonly #candles: CandleComparison;
  #postings: Posting[] = [];
  #trades: Trade[] = [];
  #orders: OrderRecord[] = [];
  #entryCount = 0;
  #tradeCount = 0;
  #orderCount = 0;
  #orderTermsCount = 0;

  constructor(view: Queryable, findings: Findings, candles: CandleComparison) {
    this.#view = view;
    this.#findings = findings;
    this.#candles = candles;
  }

  get isFull(): boolean {
    return this.#postings.length + this.#trades.length + this.#orders.length >= heldMax;
  }

  orderWorking(): void {}

  orderClosed(order: OrderRecord): void {
    if (!this.isMuted && !(order.isQuote && order.executed === 0n)) this.#orders.push(order);
  }

  trade(trade: Trade): void {
    if (this.isMuted) return;
    this.#trades.push(trade);
    this.#candles.trade(trade);
  }

  posting(posting: Posting): void {
    if (!this.isMuted) this.#postings.push(posting);
  }

  /** Compares the events since the last call. */
  async flush(): Promise<void> {
    await this.#comparePostings();
    await this.#compareTrades();
    await this.#compareOrders();
  }

  /** Call after the last event. Reports rows that no event explains. */
  async finish(): Promise<void> {
    await this.flush();
    const found = await countHistory(this.#view);
    this.#checkNoExtraRows('ledger entries', this.#entryCount, found.entries);
    this.#checkNoExtraRows('trades', this.#tradeCount, found.trades);
    this.#checkNoExtraRows('finished orders', this.#orderCount, found.orders);
    this.#checkNoExtraRows('terms of finished orders', this.#orderTermsCount, found.orderTerms);
  }

  async #comparePostings(): Promise<void> {
    const expected = this.#postings;
    this.#postings = [];
    if (expected.length === 0) return;
    const first = this.#entryCount + 1;
    const range = { first, last: this.#entryCount + expected.length };
    const found = new Map(
      (await listEntriesInRange(this.#view, range)).map((entry) => [entry.entryId, entry]),
    );
    for (const [i, posting] of expected.entries()) {
      const entryId = first + i;
      const pair = { expected: posting, actual: found.get(entryId) };
      this.#findings.compare('ledger entries', `entry ${entryId}`, pair);
    }
    this.#entryCount += expected.length;
  }

  async #compareTrades(): Promise<void> {
    const expected = this.#trades;
    this.#trades = [];
    const first = expected[0]?.tradeId;
    const last = expected.at(-1)?.tradeId;
    if (first === undefined || last === undefined) return;
    const found = new Map(
      (await listTradesInRange(this.#view, { first, last })).map((trade) => [trade.tradeId, trade]),
    );
    for (const trade of expected) {
      const pair = { expected: trade, actual: found.get(trade.tradeId) };
      this.#findings.compare('trades', `trade ${trade.tradeId}`, pair);
    }
    this.#tradeCount += expected.length;
  }

  async #compareOrders(): Promise<void> {
    const expected = this.#orders;
    this.#orders = [];
    if (expected.length === 0) return;
    const found = new Map(
      (await findFinishedOrders(this.#view, expected)).map((order) => [order.orderId, order]),
    );
    for (const order of expected) {
      const pair = { expected: order, actual: found.get(order.orderId) };
      this.#findings.compare('finished orders', `order ${order.orderId}`, pair);
      if (order.terms !== null || order.stop !== null || order.origin !== null) this.#orderTermsCount += 1;
    }
    this.#orderCount += expected.length;
  }

  #checkNoExtraRows(what: string, expected: number, actual: number): void {
    this.#findings.compared(what, 0);
    if (actual === expected) return;
    this.#findings.differs(what, `there are ${actual} rows, the journal makes ${expected}`);
  }
}
