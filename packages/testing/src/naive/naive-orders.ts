/** The life of orders: placed, replaced, reduced, canceled, expired. */
import type { ModifyOrder, OrderOrigin, OrderPlaced, PlaceOrder, SetInstrumentState } from '@salar/protocol';
import { houseAccounts, lots, minor, orderId } from '@salar/protocol';
import { endOrder, executeTrades } from './naive-matching.ts';
import { computePrices, findPartner, findRefusal, getTerms, isStop, planOrder } from './naive-refusals.ts';
import type { OrderRequest } from './naive-refusals.ts';
import { indexOrder, addToBook, isWithinLimitCollar } from './naive-resting.ts';
import { min } from './naive-state.ts';
import type { NaiveOrder, NaiveState } from './naive-state.ts';

type Accepted = { readonly order: NaiveOrder; readonly status: OrderPlaced['status'] };

/** @returns a refusal, or the outcome of the order */
export function placeOrder(
  state: NaiveState,
  command: PlaceOrder,
  replacedId: number | null = null,
): string | OrderPlaced {
  const account = state.accounts.get(command.accountId);
  if (!account || (account.kind !== 'customer' && account.id !== houseAccounts.liquidity)) {
    return 'account_unknown';
  }
  const instrument = state.instruments.get(command.instrumentId);
  if (!instrument) return 'instrument_unknown';
  const key = `${account.id} ${command.clientOrderId}`;
  const content = toContentKey(command, replacedId);
  const known = command.clientOrderId === 0 ? undefined : state.outcomes.get(key);
  if (known?.content === content) return { ...known.outcome, repeated: true };

  const replaced = replacedId === null ? null : findOpenOrder(state, command.accountId, replacedId);
  if (replacedId !== null) {
    if (replaced === null) return 'order_unknown';
    const isSameKind = replaced.command.isQuote === command.isQuote;
    if (replaced.instrument !== instrument || replaced.side !== command.side || !isSameKind) {
      return 'replacement_mismatch';
    }
  }
  const request = { command, account, instrument, replaced, removed: listRemoved(replaced, command) };
  const refusal = findRefusal(state, request);
  if (refusal !== null) return refusal;

  const { order, status } = executeOrder(state, request);
  const outcome = {
    orderId: orderId(order.id),
    status,
    executed: lots(order.executed),
    notional: minor(order.notional),
    repeated: false,
  };
  if (command.clientOrderId !== 0) state.outcomes.set(key, { content, outcome });
  return outcome;
}

function listRemoved(replaced: NaiveOrder | null, command: PlaceOrder): NaiveOrder[] {
  if (replaced === null) return [];
  const { pair } = replaced;
  return pair === null || pair.id === getTerms(command).ocoOrderId ? [replaced] : [replaced, pair];
}

/** Executes an accepted order: it waits, or trades and rests. */
function executeOrder(state: NaiveState, request: OrderRequest): Accepted {
  const { command, replaced } = request;
  const plan = planOrder(state, request);
  const pair = findPartner(state, request);
  const order = newOrder(state, request);
  if (replaced !== null) {
    if (keepsQueuePosition(command, replaced)) {
      endOrder(state, replaced, 'canceled', 'replaced');
      order.queueNumber = replaced.queueNumber;
      order.shown = min(replaced.shown, order.left);
      indexOrder(state, order);
      return { order, status: 'working' };
    }
    if (pair !== null && pair === replaced.pair) {
      pair.pair = null;
      replaced.pair = null;
    }
    endOrder(state, replaced, 'canceled', 'replaced');
  }
  if (pair !== null) {
    order.pair = pair;
    pair.pair = order;
  }
  if (isStop(command)) {
    indexOrder(state, order);
    return { order, status: 'working' };
  }

  executeTrades(state, order, plan.fills);
  if (plan.isComplete) {
    endOrder(state, order, 'filled', 'trade');
    return { order, status: 'filled' };
  }
  const isCanceled =
    plan.reason === 'self_trade' || plan.reason === 'price_collar' || command.orderType === 'market';
  if (isCanceled || command.timeInForce === 'ioc') {
    endOrder(state, order, 'canceled', isCanceled ? plan.reason : 'no_more_market');
    return { order, status: 'canceled' };
  }
  if (!isWithinLimitCollar(order.instrument, order.side, order.price)) {
    endOrder(state, order, 'canceled', 'price_collar');
    return { order, status: 'canceled' };
  }
  addToBook(state, order);
  return { order, status: 'working' };
}

function newOrder(state: NaiveState, request: OrderRequest): NaiveOrder {
  const { command, account, instrument, replaced } = request;
  const prices = computePrices(state, request);
  return {
    id: (state.orderCount += 1),
    command,
    account,
    instrument,
    side: command.side,
    price: command.price,
    quantity: command.quantity,
    left: command.quantity,
    executed: 0n,
    notional: 0n,
    isWaiting: isStop(command),
    currentStop: prices.firstStop ?? 0,
    fundsPrice: prices.funds,
    shown: 0n,
    queueNumber: 0,
    pair: null,
    origin: replaced && getOrigin(replaced),
  };
}

function getOrigin({ id, command, origin }: NaiveOrder): OrderOrigin {
  return origin ?? { orderId: orderId(id), clientOrderId: command.clientOrderId };
}

/** True when the replacement only reduces the quantity. */
function keepsQueuePosition(command: PlaceOrder, replaced: NaiveOrder): boolean {
  const [mine, its] = [getTerms(command), getTerms(replaced.command)];
  return (
    command.orderType === 'limit' &&
    replaced.command.orderType === 'limit' &&
    command.price === replaced.price &&
    command.timeInForce === replaced.command.timeInForce &&
    mine.displayQuantity === its.displayQuantity &&
    mine.expiresAt === its.expiresAt &&
    mine.ocoOrderId === 0 &&
    replaced.pair === null &&
    command.quantity <= replaced.left
  );
}

/** Everything that must be equal for two orders with one client order id to be the same. */
function toContentKey(command: PlaceOrder, replacedId: number | null): string {
  const { displayQuantity, expiresAt, ocoOrderId } = getTerms(command);
  const stop = isStop(command) ? Object.values(command.stop) : [];
  return [
    replacedId ?? 'new',
    command.userId,
    command.instrumentId,
    command.side,
    command.isQuote,
    command.orderType,
    command.timeInForce,
    command.quantity,
    command.orderType === 'market' ? `${command.value} at ${command.price}` : command.price,
    displayQuantity,
    expiresAt,
    ocoOrderId,
    ...stop,
  ].join();
}

export function modifyOrder(state: NaiveState, command: ModifyOrder): string | null {
  const order = findOpenOrder(state, command.accountId, command.orderId);
  if (order === null) return 'order_unknown';
  const { instrument } = order;
  if (instrument.state === 'paused' || instrument.state === 'stopped') return 'market_not_running';
  if (command.quantity < 1n || command.quantity > order.left) return 'quantity_invalid';
  if (command.quantity < instrument.minimums.quantity) return 'quantity_below_minimum';
  order.quantity -= order.left - command.quantity;
  order.left = command.quantity;
  order.shown = min(order.shown, order.left);
  return null;
}

export function findOpenOrder(state: NaiveState, accountId: number, id: number): NaiveOrder | null {
  return state.open.find((order) => order.id === id && order.account.id === accountId) ?? null;
}

/** Cancels every matching order, oldest first; an order that was canceled with its partner is not canceled again. */
export function cancelAll(
  state: NaiveState,
  isMeant: (order: NaiveOrder) => boolean,
  reason: 'user_canceled' | 'market_stopped',
): { canceled: number } {
  const before = state.open.length;
  for (const order of state.open.filter(isMeant)) {
    if (state.open.includes(order)) endOrder(state, order, 'canceled', reason);
  }
  return { canceled: before - state.open.length };
}

/** At the beginning of every command: earliest first, then oldest. */
export function expireOrders(state: NaiveState): void {
  const due = state.open.filter((order) => getExpiry(order) !== 0 && getExpiry(order) <= state.now);
  for (const order of due.sort((a, b) => getExpiry(a) - getExpiry(b) || a.id - b.id)) {
    if (state.open.includes(order)) endOrder(state, order, 'expired', 'expired');
  }
}

/** Returns 0 for an order that never expires. */
export function getExpiry({ command }: NaiveOrder): number {
  return getTerms(command).expiresAt;
}

/** @returns a refusal, or null */
export function setInstrumentState(
  state: NaiveState,
  { instrumentId, state: next, cause }: SetInstrumentState,
): string | null {
  const instrument = state.instruments.get(instrumentId);
  if (!instrument) return 'instrument_unknown';
  if (instrument.state === 'stopped' && next !== 'post_only' && next !== 'stopped') return 'stage_skipped';
  if (next !== instrument.state) instrument.stateChange = { before: instrument.state, at: state.now };
  instrument.state = next;
  instrument.cause = cause;
  if (next === 'stopped') cancelAll(state, (order) => order.instrument === instrument, 'market_stopped');
  return null;
}
