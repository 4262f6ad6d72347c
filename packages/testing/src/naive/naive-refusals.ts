/** Why an order is refused: the list of docs/orders.md, from top to bottom. */
import { houseAccounts } from '@salar/protocol';
import type { OrderReason, PlaceOrder, PlaceStopOrder } from '@salar/protocol';
import { planMatch } from './naive-matching.ts';
import type { Plan } from './naive-matching.ts';
import { isWithinLimit, reachOfLimit } from './naive-resting.ts';
import { computeCollar } from './naive-rules.ts';
import { subtractToZero, computeCost, computeNeed, computeNotional, otherSide } from './naive-state.ts';
import type { NaiveAccount, NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts';

/** A new order with the context of its checks. */
export type OrderRequest = {
  readonly command: PlaceOrder;
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  /** The order that it replaces. */
  readonly replaced: NaiveOrder | null;
  /** Orders that count as gone: the replaced order, and the other half of its pair unless that one is kept. */
  readonly removed: readonly NaiveOrder[];
};
export type Prices = { readonly firstStop: number | null; readonly funds: number };

const ticksMax = Number.MAX_SAFE_INTEGER;
const lotsMax = 2n ** 63n - 1n;
const partsMax = 100n;
const unbounded = 10n ** 30n;
const never: readonly string[] = ['ioc', 'fok'];

export function findRefusal(state: NaiveState, request: OrderRequest): string | null {
  const { command, account, instrument } = request;
  const terms = getTerms(command);
  const isMarket = command.orderType === 'market';
  if (account.locked) return 'account_locked';
  if (!isAdmitted(command, instrument)) return 'market_not_running';
  if (command.timeInForce === 'gtx' && isStopMarket(command)) return 'time_in_force_invalid';
  if (!isQuantitySound(command)) return 'quantity_invalid';
  const { displayQuantity: display } = terms;
  if (display < 0n || (!isMarket && display > command.quantity)) return 'display_quantity_invalid';
  if (display > 0n && (never.includes(command.timeInForce) || isStopMarket(command))) {
    return 'display_quantity_invalid';
  }
  if (display > 0n && display * partsMax < command.quantity) return 'display_quantity_invalid';
  if (command.orderType === 'limit' || command.orderType === 'stop_limit') {
    if (!isPrice(command.price)) return 'price_invalid';
  } else if (isMarket) {
    if (command.price !== 0 && !isPrice(command.price)) return 'price_invalid';
  } else if (command.price !== 0) return 'price_invalid';
  const prices = computePrices(state, request);
  if (isStop(command) && (!isStopSound(command) || !arePrices(prices))) return 'stop_price_invalid';
  if (command.timeInForce === 'gtd' ? terms.expiresAt <= state.now : terms.expiresAt !== 0) {
    return 'expiry_invalid';
  }
  return (
    findSizeRefusal(state, request, prices) ??
    findPairRefusal(state, request, terms) ??
    findOpenOrderRefusal(state, request) ??
    findMarketRefusal(state, request, prices) ??
    findFundsRefusal(state, request, prices)
  );
}

function isAdmitted(command: PlaceOrder, { state }: NaiveInstrument): boolean {
  if (state === 'running') return true;
  if (state !== 'post_only' || command.orderType === 'market') return false;
  return command.orderType !== 'limit' || !never.includes(command.timeInForce);
}

/** By quantity or by value, not by both. */
function isQuantitySound(command: PlaceOrder): boolean {
  const value = getValue(command);
  if (value !== null) return value > 0n && command.quantity === 0n;
  return command.quantity >= 1n && command.quantity <= lotsMax;
}

function isStopSound({ orderType, stop }: PlaceStopOrder): boolean {
  if (orderType === 'stop_market' || orderType === 'stop_limit') {
    return isPrice(stop.stopPrice) && stop.trailingAmount === 0 && stop.limitOffset === 0;
  }
  if (stop.stopPrice !== 0 || !isPrice(stop.trailingAmount)) return false;
  return orderType === 'trailing_stop_limit'
    ? stop.limitOffset === 0 || isPrice(stop.limitOffset)
    : stop.limitOffset === 0;
}

function arePrices({ firstStop, funds }: Prices): boolean {
  return firstStop === null || (isPrice(firstStop) && isPrice(funds));
}

function isPrice(price: number): boolean {
  return Number.isSafeInteger(price) && price >= 1 && price <= ticksMax;
}

/** Computes the first stop price, null without a price to trail, and the price for which a buy sets funds aside. */
export function computePrices(state: NaiveState, { command, instrument, removed }: OrderRequest): Prices {
  if (command.orderType === 'market') return { firstStop: null, funds: 0 };
  if (command.orderType === 'limit') return { firstStop: null, funds: command.price };
  const { stop, side } = command;
  const ahead = side === 'buy' ? 1 : -1;
  const isTrailing = command.orderType !== 'stop_market' && command.orderType !== 'stop_limit';
  const trigger = state.triggerPrice(instrument, stop.trigger, removed);
  if (isTrailing && trigger === null) return { firstStop: null, funds: 0 };
  const firstStop = isTrailing ? (trigger ?? 0) + ahead * stop.trailingAmount : stop.stopPrice;
  if (command.orderType === 'stop_limit') return { firstStop, funds: command.price };
  if (command.orderType === 'trailing_stop_limit') {
    return { firstStop, funds: firstStop + ahead * stop.limitOffset };
  }
  if (side === 'sell' || !isPrice(firstStop)) return { firstStop, funds: firstStop };
  const protection = (BigInt(firstStop) * (1_000_000n + instrument.collarPpm) + 999_999n) / 1_000_000n;
  return { firstStop, funds: Number(protection) };
}

function findSizeRefusal(state: NaiveState, request: OrderRequest, { firstStop }: Prices): string | null {
  const { command, instrument, removed } = request;
  const { minimums, maximums } = instrument;
  const value = getValue(command);
  if (value === null) {
    if (command.quantity < minimums.quantity) return 'quantity_below_minimum';
    if (maximums.quantity !== 0n && command.quantity > maximums.quantity) return 'quantity_above_maximum';
  }
  let judgedAt: number | null = firstStop;
  if (command.orderType === 'limit' || command.orderType === 'stop_limit') judgedAt = command.price;
  if (command.orderType === 'market') judgedAt = state.best(instrument, otherSide(command.side), removed);
  const notional =
    value ?? (judgedAt === null ? null : computeNotional(instrument, judgedAt, command.quantity));
  if (notional === null) return null;
  if (notional < minimums.notional) return 'notional_below_minimum';
  return maximums.notional !== 0n && notional > maximums.notional ? 'notional_above_maximum' : null;
}

function findPairRefusal(state: NaiveState, request: OrderRequest, terms: Terms): string | null {
  const { command, account, instrument, replaced } = request;
  if (terms.ocoOrderId === 0) return null;
  const other = findPartner(state, request);
  if (other === null || other.account !== account || other.instrument !== instrument) return 'oco_invalid';
  if (other.side !== command.side || (other.pair !== null && other.pair !== replaced)) return 'oco_invalid';
  const restsAndWaits =
    command.orderType === 'limit'
      ? other.isWaiting && !never.includes(command.timeInForce)
      : other.command.orderType === 'limit';
  return restsAndWaits ? null : 'oco_invalid';
}

/** Finds the open order that it names as its partner. */
export function findPartner(state: NaiveState, { command, removed }: OrderRequest): NaiveOrder | null {
  const { ocoOrderId } = getTerms(command);
  return state.open.find((order) => order.id === ocoOrderId && !removed.includes(order)) ?? null;
}

function findOpenOrderRefusal(state: NaiveState, { command, account, removed }: OrderRequest): string | null {
  const mine = state.open.filter((order) => order.account === account && !removed.includes(order));
  const { clientOrderId } = command;
  if (clientOrderId !== 0 && mine.some((order) => order.command.clientOrderId === clientOrderId)) {
    return 'client_order_id_in_use';
  }
  if (command.orderType === 'market') return null;
  if (command.orderType === 'limit' && never.includes(command.timeInForce)) return null;
  const most = account.id === houseAccounts.liquidity ? 5000 : 500;
  return mine.length >= most ? 'too_many_open_orders' : null;
}

function findMarketRefusal(
  state: NaiveState,
  { command, instrument, removed }: OrderRequest,
  { firstStop }: Prices,
): string | null {
  const best = state.best(instrument, otherSide(command.side), removed);
  if (command.orderType === 'market') return best === null ? 'no_market' : null;
  if (command.orderType === 'limit') {
    const mayNotTake = command.timeInForce === 'gtx' || instrument.state === 'post_only';
    const wouldTake = best !== null && isWithinLimit(command.side, command.price, best);
    return mayNotTake && wouldTake ? 'post_only_would_take' : null;
  }
  if (firstStop === null) return 'no_market';
  const price = state.triggerPrice(instrument, command.stop.trigger, removed);
  if (price === null || command.orderType.startsWith('trailing')) return null;
  const holds = command.side === 'buy' ? price >= firstStop : price <= firstStop;
  return holds ? 'stop_price_through_market' : null;
}

function findFundsRefusal(state: NaiveState, request: OrderRequest, prices: Prices): string | null {
  const { command, account, instrument, removed } = request;
  const available = (productId: number) => state.available(account.id, productId, removed);
  const plan = planOrder(state, request);
  if (command.orderType === 'market') {
    const value = getValue(command);
    const spends = value ?? plan.cost;
    const gives = value === null ? command.quantity : 1n;
    const isBacked =
      command.side === 'buy'
        ? available(instrument.quoteProductId) >= spends
        : available(instrument.baseProductId) >= gives * instrument.lotSize;
    if (!isBacked) return 'insufficient_funds';
  } else {
    const need = computeCost(instrument, command.side, command.quantity, prices.funds);
    const other = findPartner(state, request);
    const more = other === null ? need.amount : subtractToZero(need.amount, computeNeed(other).amount);
    if (available(need.productId) < more) return 'insufficient_funds';
  }
  return command.timeInForce === 'fok' && !isStop(command) && !plan.isComplete ? 'fok_not_filled' : null;
}

/** Computes the trades that it would make at once; a stop makes none. */
export function planOrder(state: NaiveState, { command, account, instrument, removed }: OrderRequest): Plan {
  const { side } = command;
  if (isStop(command)) {
    return { fills: [], lots: 0n, cost: 0n, isComplete: false, reason: 'accepted' };
  }
  if (command.orderType === 'limit') {
    const { lots, reaches, beyond } = reachOfLimit(instrument, side, command.price, command.quantity);
    return planMatch(state, { account, instrument, side, lots, value: null, reaches, beyond });
  }
  const collar = computeCollar(instrument);
  const isInCollar = (price: number) =>
    collar === null || (side === 'buy' ? price <= collar.high : price >= collar.low);
  const isInLimit = (price: number) => command.price === 0 || isWithinLimit(side, command.price, price);
  const reaches = (price: number) => isInCollar(price) && isInLimit(price);
  const beyond = (price: number): OrderReason => (isInLimit(price) ? 'price_collar' : 'price_limit');
  const value = getValue(command);
  if (value === null) {
    return planMatch(state, { account, instrument, side, lots: command.quantity, value, reaches, beyond });
  }
  const owned = state.available(account.id, instrument.baseProductId, removed) / instrument.lotSize;
  const lots = side === 'buy' ? unbounded : owned;
  return planMatch(state, { account, instrument, side, lots, value, reaches, beyond });
}

/** Returns the value of a market order by value; null for every other order. */
function getValue(command: PlaceOrder): bigint | null {
  return command.orderType === 'market' && command.value !== 0n ? command.value : null;
}

export function isStop(command: PlaceOrder): command is PlaceStopOrder {
  return command.orderType !== 'limit' && command.orderType !== 'market';
}

function isStopMarket({ orderType }: PlaceOrder): boolean {
  return orderType === 'stop_market' || orderType === 'trailing_stop_market';
}

export type Terms = {
  readonly displayQuantity: bigint;
  readonly expiresAt: number;
  readonly ocoOrderId: number;
};
const noTerms: Terms = { displayQuantity: 0n, expiresAt: 0, ocoOrderId: 0 };

export function getTerms(command: PlaceOrder): Terms {
  return command.orderType === 'market' ? noTerms : (command.terms ?? noTerms);
}
