/** Why an order is refused: the list of docs/orders.md, from top to bottom. */
import { houseAccounts } from '@salar/protocol';
import type { OrderReason, PlaceOrder, PlaceStopOrder } from '@salar/protocol';
import { planOf } from './naive-matching.ts';
import type { Plan } from './naive-matching.ts';
import { takes } from './naive-resting.ts';
import { collarOf } from './naive-rules.ts';
import { beyond, costOf, needOf, notionalOf, otherSide } from './naive-state.ts';
import type { NaiveAccount, NaiveInstrument, NaiveOrder, NaiveState } from './naive-state.ts';

/** An order that came in, and what it is looked at with. */
export type Asked = {
  readonly command: PlaceOrder;
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  /** The order in whose place it comes. */
  readonly replaced: NaiveOrder | null;
  /** What is looked upon as gone: the order replaced, and the other half of its pair unless that one is kept. */
  readonly gone: readonly NaiveOrder[];
};
export type Prices = { readonly firstStop: number | null; readonly funds: number };

const ticksMax = Number.MAX_SAFE_INTEGER;
const lotsMax = 2n ** 63n - 1n;
const partsMax = 100n;
const unbounded = 10n ** 30n;
const never: readonly string[] = ['ioc', 'fok'];

export function refusalOf(state: NaiveState, asked: Asked): string | null {
  const { command, account, instrument } = asked;
  const terms = termsOf(command);
  const isMarket = command.orderType === 'market';
  if (account.locked) return 'account_locked';
  if (!isTaken(command, instrument)) return 'market_not_running';
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
  const prices = pricesOf(state, asked);
  if (isStop(command) && (!isStopSound(command) || !arePrices(prices))) return 'stop_price_invalid';
  if (command.timeInForce === 'gtd' ? terms.expiresAt <= state.now : terms.expiresAt !== 0) {
    return 'expiry_invalid';
  }
  return (
    sizeRefusalOf(state, asked, prices) ??
    pairRefusalOf(state, asked, terms) ??
    openRefusalOf(state, asked) ??
    marketRefusalOf(state, asked, prices) ??
    fundsRefusalOf(state, asked, prices)
  );
}

function isTaken(command: PlaceOrder, { state }: NaiveInstrument): boolean {
  if (state === 'running') return true;
  if (state !== 'post_only' || command.orderType === 'market') return false;
  return command.orderType !== 'limit' || !never.includes(command.timeInForce);
}

/** By quantity or by value, and not by both. */
function isQuantitySound(command: PlaceOrder): boolean {
  const value = valueOf(command);
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

/** The first stop price, null when there is no price to begin from, and the price that a buy sets funds aside for. */
export function pricesOf(state: NaiveState, { command, instrument, gone }: Asked): Prices {
  if (command.orderType === 'market') return { firstStop: null, funds: 0 };
  if (command.orderType === 'limit') return { firstStop: null, funds: command.price };
  const { stop, side } = command;
  const ahead = side === 'buy' ? 1 : -1;
  const isTrailing = command.orderType !== 'stop_market' && command.orderType !== 'stop_limit';
  const trigger = state.triggerPrice(instrument, stop.trigger, gone);
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

function sizeRefusalOf(state: NaiveState, asked: Asked, { firstStop }: Prices): string | null {
  const { command, instrument, gone } = asked;
  const { minimums, maximums } = instrument;
  const value = valueOf(command);
  if (value === null) {
    if (command.quantity < minimums.quantity) return 'quantity_below_minimum';
    if (maximums.quantity !== 0n && command.quantity > maximums.quantity) return 'quantity_above_maximum';
  }
  let judgedAt: number | null = firstStop;
  if (command.orderType === 'limit' || command.orderType === 'stop_limit') judgedAt = command.price;
  if (command.orderType === 'market') judgedAt = state.best(instrument, otherSide(command.side), gone);
  const notional = value ?? (judgedAt === null ? null : notionalOf(instrument, judgedAt, command.quantity));
  if (notional === null) return null;
  if (notional < minimums.notional) return 'notional_below_minimum';
  return maximums.notional !== 0n && notional > maximums.notional ? 'notional_above_maximum' : null;
}

function pairRefusalOf(state: NaiveState, asked: Asked, terms: Terms): string | null {
  const { command, account, instrument, replaced } = asked;
  if (terms.ocoOrderId === 0) return null;
  const other = otherHalfOf(state, asked);
  if (other === null || other.account !== account || other.instrument !== instrument) return 'oco_invalid';
  if (other.side !== command.side || (other.pair !== null && other.pair !== replaced)) return 'oco_invalid';
  const restsAndWaits =
    command.orderType === 'limit'
      ? other.isWaiting && !never.includes(command.timeInForce)
      : other.command.orderType === 'limit';
  return restsAndWaits ? null : 'oco_invalid';
}

/** The open order that it names to make a pair with. */
export function otherHalfOf(state: NaiveState, { command, gone }: Asked): NaiveOrder | null {
  const { ocoOrderId } = termsOf(command);
  return state.open.find((order) => order.id === ocoOrderId && !gone.includes(order)) ?? null;
}

function openRefusalOf(state: NaiveState, { command, account, gone }: Asked): string | null {
  const mine = state.open.filter((order) => order.account === account && !gone.includes(order));
  const { clientOrderId } = command;
  if (clientOrderId !== 0 && mine.some((order) => order.command.clientOrderId === clientOrderId)) {
    return 'client_order_id_in_use';
  }
  if (command.orderType === 'market') return null;
  if (command.orderType === 'limit' && never.includes(command.timeInForce)) return null;
  const most = account.id === houseAccounts.liquidity ? 5000 : 500;
  return mine.length >= most ? 'too_many_open_orders' : null;
}

function marketRefusalOf(
  state: NaiveState,
  { command, instrument, gone }: Asked,
  { firstStop }: Prices,
): string | null {
  const best = state.best(instrument, otherSide(command.side), gone);
  if (command.orderType === 'market') return best === null ? 'no_market' : null;
  if (command.orderType === 'limit') {
    const mayNotTake = command.timeInForce === 'gtx' || instrument.state === 'post_only';
    const wouldTake = best !== null && takes(command.side, command.price, best);
    return mayNotTake && wouldTake ? 'post_only_would_take' : null;
  }
  if (firstStop === null) return 'no_market';
  const price = state.triggerPrice(instrument, command.stop.trigger, gone);
  if (price === null || command.orderType.startsWith('trailing')) return null;
  const holds = command.side === 'buy' ? price >= firstStop : price <= firstStop;
  return holds ? 'stop_price_through_market' : null;
}

function fundsRefusalOf(state: NaiveState, asked: Asked, prices: Prices): string | null {
  const { command, account, instrument, gone } = asked;
  const available = (productId: number) => state.available(account.id, productId, gone);
  const plan = planFor(state, asked);
  if (command.orderType === 'market') {
    const value = valueOf(command);
    const spends = value ?? plan.cost;
    const gives = value === null ? command.quantity : 1n;
    const isBacked =
      command.side === 'buy'
        ? available(instrument.quoteProductId) >= spends
        : available(instrument.baseProductId) >= gives * instrument.lotSize;
    if (!isBacked) return 'insufficient_funds';
  } else {
    const need = costOf(instrument, command.side, command.quantity, prices.funds);
    const other = otherHalfOf(state, asked);
    const more = other === null ? need.amount : beyond(need.amount, needOf(other).amount);
    if (available(need.productId) < more) return 'insufficient_funds';
  }
  return command.timeInForce === 'fok' && !isStop(command) && !plan.isComplete ? 'fok_not_filled' : null;
}

/** The trades that it would make at once; a stop makes none. */
export function planFor(state: NaiveState, { command, account, instrument, gone }: Asked): Plan {
  const { side } = command;
  if (isStop(command)) {
    return { fills: [], lots: 0n, cost: 0n, isComplete: false, reason: 'accepted' };
  }
  if (command.orderType === 'limit') {
    const reaches = (price: number) => takes(side, command.price, price);
    return planOf(state, { account, instrument, side, lots: command.quantity, value: null, reaches });
  }
  const collar = collarOf(instrument);
  const isInCollar = (price: number) =>
    collar === null || (side === 'buy' ? price <= collar.high : price >= collar.low);
  const isInLimit = (price: number) => command.price === 0 || takes(side, command.price, price);
  const reaches = (price: number) => isInCollar(price) && isInLimit(price);
  const beyond = (price: number): OrderReason => (isInLimit(price) ? 'price_collar' : 'price_limit');
  const value = valueOf(command);
  if (value === null) {
    return planOf(state, { account, instrument, side, lots: command.quantity, value, reaches, beyond });
  }
  const owned = state.available(account.id, instrument.baseProductId, gone) / instrument.lotSize;
  const lots = side === 'buy' ? unbounded : owned;
  return planOf(state, { account, instrument, side, lots, value, reaches, beyond });
}

/** What a market order by value is worth; null for every other order. */
function valueOf(command: PlaceOrder): bigint | null {
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

export function termsOf(command: PlaceOrder): Terms {
  return command.orderType === 'market' ? noTerms : (command.terms ?? noTerms);
}
