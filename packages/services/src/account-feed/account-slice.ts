/** Splits a commit into slices, one per account. */
import type { EngineView } from '@salar/engine';
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

/** The fields of a commit that the feed reads; the sequencer's batches have these and more. */
export type AccountBatch = {
  readonly lastSequence: Sequence;
  readonly at: Millis;
  readonly commands: readonly { readonly command: Command; readonly outcome: Outcome }[];
  readonly orders: readonly OrderRecord[];
  readonly trades: readonly Trade[];
  readonly postings: readonly Posting[];
};

/** Everything in a commit that concerns one account, in the order in which it happened. */
export type AccountSlice = {
  readonly orders: OrderRecord[];
  readonly trades: OwnTrade[];
  readonly postings: Posting[];
  readonly refused: RefusedCommand[];
  readonly levels: number[];
  /** Products whose total or held amount has changed. */
  readonly products: Set<ProductId>;
  isAccountChanged: boolean;
};

/**
 * Distributes a commit over the slices of its accounts.
 *
 * @param slices.sliceFor  returns the slice of an account; null when the account has no subscriber
 * @param slices.priceBefore  returns the price that a trade is compared with; called once for each trade, in order
 */
export function sliceByAccount(
  batch: AccountBatch,
  view: EngineView,
  slices: {
    readonly sliceFor: (accountId: AccountId) => AccountSlice | null;
    readonly priceBefore: (trade: Trade) => OwnTrade['priceBefore'];
  },
): void {
  const { sliceFor } = slices;
  for (const trade of batch.trades) {
    const own = { trade, priceBefore: slices.priceBefore(trade) };
    sliceFor(trade.taker.accountId)?.trades.push(own);
    sliceFor(trade.maker.accountId)?.trades.push(own);
  }
  for (const order of batch.orders) {
    const slice = sliceFor(order.accountId);
    slice?.orders.push(order);
    slice?.products.add(findHeldProduct(order, view));
  }
  for (const posting of batch.postings) {
    const slice = sliceFor(posting.accountId);
    slice?.postings.push(posting);
    slice?.products.add(posting.productId);
  }
  for (const { command, outcome } of batch.commands) {
    if (outcome.ok) addCommand(command, view, sliceFor);
    // Each command that counts here refuses with one of these codes.
    else addRefusal(command, outcome.refusal as ReplaceOrderRefusal, sliceFor);
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

type SliceFor = (accountId: AccountId) => AccountSlice | null;

function addCommand(command: Command, view: EngineView, sliceFor: SliceFor): void {
  switch (command.type) {
    case 'HoldWithdrawal':
      sliceFor(command.accountId)?.products.add(command.productId);
      return;
    case 'SettleWithdrawal':
    case 'ReleaseWithdrawal':
    case 'ReturnWithdrawal': {
      const withdrawal = view.withdrawal(command.ticketId);
      if (withdrawal) sliceFor(withdrawal.accountId)?.products.add(withdrawal.productId);
      return;
    }
    case 'SetAccountLevel':
    case 'SetAccountLock': {
      const slice = sliceFor(command.accountId);
      if (slice === null) return;
      slice.isAccountChanged = true;
      if (command.type === 'SetAccountLevel') slice.levels.push(command.level);
      return;
    }
    default:
  }
}

function addRefusal(command: Command, refusal: ReplaceOrderRefusal, sliceFor: SliceFor): void {
  switch (command.type) {
    case 'PlaceOrder':
    case 'CancelOrder':
    case 'CancelAllOrders':
      sliceFor(command.accountId)?.refused.push({ command, refusal });
      return;
    case 'ReplaceOrder':
      sliceFor(command.replacement.accountId)?.refused.push({ command, refusal });
      return;
    default:
  }
}

/** Finds the product of which an order holds funds. */
function findHeldProduct({ instrumentId, side }: OrderRecord, view: EngineView): ProductId {
  const instrument = view.instrument(instrumentId);
  assert(instrument !== undefined, 'the instrument of an order is defined');
  return side === 'buy' ? instrument.quoteProductId : instrument.baseProductId;
}

/** Yields order changes, and each trade before the first state of its order that includes it. */
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

/** @param executed  the order's executed quantity after its newest trade */
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

/** Computes the executed quantity after each trade of an order, backwards from the newest. */
function reconstructExecuted(trades: readonly Waiting[], newest: bigint): void {
  let executed = newest;
  for (const one of trades.toReversed()) {
    one.executed = executed;
    executed -= one.quantity;
  }
}
