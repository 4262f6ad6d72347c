/** What a commit brought, account by account. */
import type { Engine } from '@salar/engine';
import { assert } from '@salar/protocol';
import type {
  AccountId,
  Command,
  Millis,
  OrderId,
  OrderRecord,
  Outcome,
  Posting,
  ProductId,
  ReplaceOrderRefusal,
  Sequence,
  Trade,
} from '@salar/protocol';
import type { AccountEvent, OwnTrade, RefusedCommand } from './account-events.ts';

/** What is heard of a commit; the sequencer's batches are this and more. */
export type AccountBatch = {
  readonly lastSequence: Sequence;
  readonly at: Millis;
  readonly commands: readonly { readonly command: Command; readonly outcome: Outcome }[];
  readonly orders: readonly OrderRecord[];
  readonly trades: readonly Trade[];
  readonly postings: readonly Posting[];
};

/** What concerns one account, in the order in which it happened. */
export type AccountSlice = {
  readonly orders: OrderRecord[];
  readonly trades: OwnTrade[];
  readonly postings: Posting[];
  readonly refused: RefusedCommand[];
  readonly levels: number[];
  /** Products of which money has moved, or is held or no longer held. */
  readonly products: Set<ProductId>;
  isAccountChanged: boolean;
};

/**
 * Takes a commit apart.
 *
 * @param parts.partOf  the part of an account; null when nobody listens to it
 * @param parts.priceBefore  what a trade is compared with; called for each trade once, in order
 */
export function sliceByAccount(
  batch: AccountBatch,
  engine: Engine,
  parts: {
    readonly partOf: (accountId: AccountId) => AccountSlice | null;
    readonly priceBefore: (trade: Trade) => OwnTrade['priceBefore'];
  },
): void {
  const { partOf } = parts;
  for (const trade of batch.trades) {
    const own = { trade, priceBefore: parts.priceBefore(trade) };
    partOf(trade.taker.accountId)?.trades.push(own);
    partOf(trade.maker.accountId)?.trades.push(own);
  }
  for (const order of batch.orders) {
    const part = partOf(order.accountId);
    part?.orders.push(order);
    part?.products.add(heldFor(order, engine));
  }
  for (const posting of batch.postings) {
    const part = partOf(posting.accountId);
    part?.postings.push(posting);
    part?.products.add(posting.productId);
  }
  for (const { command, outcome } of batch.commands) {
    if (outcome.ok) takeCommand(command, engine, partOf);
    // Of the commands that count here each refuses with words of these.
    else takeRefusal(command, outcome.refusal as ReplaceOrderRefusal, partOf);
  }
}

export function emptySlice(): AccountSlice {
  return {
    orders: [],
    trades: [],
    postings: [],
    refused: [],
    levels: [],
    products: new Set(),
    isAccountChanged: false,
  };
}

type PartOf = (accountId: AccountId) => AccountSlice | null;

function takeCommand(command: Command, engine: Engine, partOf: PartOf): void {
  switch (command.type) {
    case 'HoldWithdrawal':
      partOf(command.accountId)?.products.add(command.productId);
      return;
    case 'SettleWithdrawal':
    case 'ReleaseWithdrawal': {
      const withdrawal = engine.withdrawal(command.ticketId);
      if (withdrawal) partOf(withdrawal.accountId)?.products.add(withdrawal.productId);
      return;
    }
    case 'SetAccountLevel':
    case 'SetAccountLock': {
      const part = partOf(command.accountId);
      if (part === null) return;
      part.isAccountChanged = true;
      if (command.type === 'SetAccountLevel') part.levels.push(command.level);
      return;
    }
    default:
  }
}

function takeRefusal(command: Command, refusal: ReplaceOrderRefusal, partOf: PartOf): void {
  switch (command.type) {
    case 'PlaceOrder':
    case 'CancelOrder':
    case 'CancelAllOrders':
      partOf(command.accountId)?.refused.push({ command, refusal });
      return;
    case 'ReplaceOrder':
      partOf(command.replacement.accountId)?.refused.push({ command, refusal });
      return;
    default:
  }
}

/** The product that an order holds. */
function heldFor({ instrumentId, side }: OrderRecord, engine: Engine): ProductId {
  const instrument = engine.instrument(instrumentId);
  assert(instrument !== undefined, 'the instrument of an order is defined');
  return side === 'buy' ? instrument.quoteProductId : instrument.baseProductId;
}

/** Orders as they changed, and before the first picture that contains a trade the trade itself. */
export function* ordersAndTrades(
  { orders, trades }: AccountSlice,
  accountId: AccountId,
): Generator<AccountEvent> {
  const waiting = tradesByOrder(trades, accountId);
  const executed = new Map(orders.map((order) => [order.orderId, order.executed]));
  for (const [orderId, own] of waiting) reconstructExecuted(own, executed.get(orderId) ?? 0n);
  for (const order of orders) {
    const own = waiting.get(order.orderId) ?? [];
    const later = own.findIndex((one) => one.executed > order.executed);
    for (const { event } of own.splice(0, later === -1 ? own.length : later)) yield event;
    yield { kind: 'order', order };
  }
}

/** @param executed  of the order after its newest trade */
type Waiting = { readonly event: AccountEvent; readonly quantity: bigint; executed: bigint };

function tradesByOrder(trades: readonly OwnTrade[], accountId: AccountId): Map<OrderId, Waiting[]> {
  const byOrder = new Map<OrderId, Waiting[]>();
  for (const own of trades) {
    const { taker, maker, quantity } = own.trade;
    const { orderId } = taker.accountId === accountId ? taker : maker;
    const one: Waiting = { event: { kind: 'trade', ...own }, quantity, executed: 0n };
    const others = byOrder.get(orderId);
    if (others) others.push(one);
    else byOrder.set(orderId, [one]);
  }
  return byOrder;
}

/** What the order had executed after each of its trades, found from what it has after the newest. */
function reconstructExecuted(trades: readonly Waiting[], newest: bigint): void {
  let executed = newest;
  for (const one of trades.toReversed()) {
    one.executed = executed;
    executed -= one.quantity;
  }
}
