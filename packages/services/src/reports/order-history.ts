/** A customer's orders as one list, newest first: open ones from the engine, finished ones from the read models. */
import { lots, minor } from '@salar/protocol';
import type { AccountId, InstrumentId, OrderId, OrderRecord, OrderStatus, Trade } from '@salar/protocol';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';

export type OrderFilter = {
  readonly instrumentId?: InstrumentId | undefined;
  readonly orderId?: OrderId | undefined;
  readonly clientOrderId?: number | undefined;
  /** The first order of a chain of replacements: finds the whole chain. */
  readonly originOrderId?: OrderId | undefined;
  readonly originClientOrderId?: number | undefined;
  readonly status?: OrderStatus | undefined;
  /** Milliseconds, both inclusive, by the time of receipt. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
};

/** How many orders a filtered list scans. */
const scanMax = 5000;
/** The most fills of an order that are returned as steps: the newest. */
const stepsMax = 1000;

type OrderHistoryOptions = { readonly sequencer: EngineReader; readonly history: History };

export class OrderHistory {
  readonly #options: OrderHistoryOptions;

  constructor(options: OrderHistoryOptions) {
    this.#options = options;
  }

  /** Lists open orders, durable, newest first. */
  async open(accountId: AccountId, instrumentId?: InstrumentId): Promise<readonly OrderRecord[]> {
    return this.#options.sequencer.read((view) => view.openOrders(accountId, instrumentId));
  }

  /** Finds an order of the account, open or finished; null when the account has no such order. */
  async find(accountId: AccountId, orderId: OrderId): Promise<OrderRecord | null> {
    const open = await this.#options.sequencer.read((view) => view.order(orderId));
    if (open) return open.accountId === accountId ? open : null;
    await this.#options.sequencer.projected();
    return this.#options.history.findOrder(accountId, orderId);
  }

  /**
   * Lists the steps of an order, newest first: its end, each fill, its acceptance. The amounts of a step are those right after
   * it; the quantity is always the current one. Null when the account has no such order.
   */
  async steps(accountId: AccountId, orderId: OrderId): Promise<readonly OrderRecord[] | null> {
    const order = await this.find(accountId, orderId);
    if (order === null) return null;
    await this.#options.sequencer.projected();
    const trades = await this.#options.history.listTrades({
      accountId,
      orderId,
      startIndex: 0,
      limit: stepsMax,
    });
    return buildSteps(order, trades);
  }

  /** Reads a page of the merged list. An order that closes while it is read appears once, finished. */
  async page(request: {
    readonly accountId: AccountId;
    readonly filter: OrderFilter;
    readonly startIndex: number;
    readonly limit: number;
  }): Promise<readonly OrderRecord[]> {
    const { accountId, filter, startIndex, limit } = request;
    const matches = createMatcher(filter);
    const open = (await this.open(accountId, filter.instrumentId)).filter(matches);
    await this.#options.sequencer.projected();
    const isPlain = matches === everything;
    // Each open order moves finished ones back by at most one row, so nothing before this can be on the page.
    const skipped = isPlain ? Math.max(0, startIndex - open.length) : 0;
    const finished = await this.#options.history.listOrders({
      accountId,
      ...(filter.instrumentId !== undefined && { instrumentId: filter.instrumentId }),
      startIndex: skipped,
      limit: isPlain ? startIndex - skipped + limit : scanMax,
    });
    const merged = mergeOrders(open, finished.filter(matches));
    return merged.slice(startIndex - skipped, startIndex - skipped + limit);
  }
}

/** Merges newest first by order id; a finished order replaces its open state. */
export function mergeOrders(
  open: readonly OrderRecord[],
  finished: readonly OrderRecord[],
): readonly OrderRecord[] {
  const byId = new Map<OrderId, OrderRecord>();
  for (const order of open) byId.set(order.orderId, order);
  for (const order of finished) byId.set(order.orderId, order);
  return [...byId.values()].sort((a, b) => b.orderId - a.orderId);
}

/** @param trades  trades of the order, newest first; those after the state of `order` are left out */
export function buildSteps(order: OrderRecord, trades: readonly Trade[]): readonly OrderRecord[] {
  const steps: OrderRecord[] = order.reason === 'trade' || order.reason === 'accepted' ? [] : [order];
  let { executed, notional } = order;
  for (const trade of trades) {
    if (trade.at > order.updatedAt || trade.quantity > executed) continue;
    const status = executed === order.quantity ? 'filled' : 'working';
    steps.push({ ...order, executed, notional, status, reason: 'trade', updatedAt: trade.at });
    executed = lots(executed - trade.quantity);
    notional = minor(notional - trade.notional);
  }
  if (executed > 0n) return steps; // the oldest fills are beyond the limit
  const stop = order.stop && { ...order.stop, isWaiting: true };
  const updatedAt = order.receivedAt;
  steps.push({ ...order, stop, executed, notional, status: 'working', reason: 'accepted', updatedAt });
  return steps;
}

const everything = () => true;

function createMatcher(filter: OrderFilter): (order: OrderRecord) => boolean {
  const { orderId, clientOrderId, originOrderId, originClientOrderId, status, since, until } = filter;
  const conditions = [orderId, clientOrderId, originOrderId, originClientOrderId, status, since, until];
  if (conditions.every((value) => value === undefined)) return everything;
  return (order) =>
    (orderId === undefined || order.orderId === orderId) &&
    (clientOrderId === undefined || order.clientOrderId === clientOrderId) &&
    (originOrderId === undefined || (order.origin ?? order).orderId === originOrderId) &&
    (originClientOrderId === undefined || (order.origin ?? order).clientOrderId === originClientOrderId) &&
    (status === undefined || order.status === status) &&
    (since === undefined || order.receivedAt >= since) &&
    (until === undefined || order.receivedAt <= until);
}
