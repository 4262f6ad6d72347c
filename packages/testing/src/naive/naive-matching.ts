/** Matching and fees: which trades an order would make, and what each of them moves. */
import { houseAccounts } from '@salar/protocol';
import type { OrderReason, OrderStatus, Side } from '@salar/protocol';
import { computeNotional, otherSide, min, computeUnit, divideUp } from './naive-state.ts';
import type { NaiveAccount, NaiveInstrument, NaiveOrder, NaiveState, NaiveTier } from './naive-state.ts';

export type NaiveMatchRequest = {
  readonly account: NaiveAccount;
  readonly instrument: NaiveInstrument;
  readonly side: Side;
  /** Lots ordered; by value, the most that the account can pay. */
  readonly lots: bigint;
  /** Quote minor units, for an order by value. */
  readonly value: bigint | null;
  readonly reaches: (price: number) => boolean;
  /** Why a price is out of reach; the collar by default. */
  readonly beyond?: (price: number) => OrderReason;
};
export type Fill = { readonly maker: NaiveOrder; readonly lots: bigint; readonly cost: bigint };
export type Plan = {
  readonly fills: readonly Fill[];
  readonly lots: bigint;
  readonly cost: bigint;
  readonly isComplete: boolean;
  /** Why matching stopped. */
  readonly reason: OrderReason;
};
type Queued = { readonly maker: NaiveOrder; left: bigint; shown: bigint; queueNumber: number };

const dayMs = 86_400_000;
const ppm = 1_000_000n;

/** Computes the trades that an order would make, on a copy of the book. */
export function planMatch(state: NaiveState, request: NaiveMatchRequest): Plan {
  const { account, instrument, side } = request;
  const queue = state.resting(instrument, otherSide(side)).map((maker): Queued => ({
    maker,
    left: maker.left,
    shown: maker.shown,
    queueNumber: maker.queueNumber,
  }));
  const fills: Fill[] = [];
  let [lots, cost, queueCount] = [0n, 0n, state.queueCount];
  const planned = (reason: OrderReason, isComplete = false) => ({ fills, lots, cost, isComplete, reason });

  while (lots < request.lots) {
    const next = findFirst(queue);
    if (next === undefined) break;
    const { maker } = next;
    if (!request.reaches(maker.price)) {
      return planned(request.beyond?.(maker.price) ?? 'price_collar', isSpent(request, fills, cost));
    }
    if (maker.account === account) return planned('self_trade', isSpent(request, fills, cost));
    const offered = min(next.shown, request.lots - lots);
    const taken = min(offered, countAffordableLots(request, maker.price, cost));
    if (taken === 0n) return planned('below_minimum', fills.length > 0);
    const notional = computeNotional(instrument, maker.price, taken);
    fills.push({ maker, lots: taken, cost: notional });
    lots += taken;
    cost += notional;
    if (taken < offered) return planned('trade', true);
    next.left -= taken;
    next.shown -= taken;
    if (next.left === 0n) queue.splice(queue.indexOf(next), 1);
    else if (next.shown === 0n) {
      next.shown = min(getDisplayQuantity(maker), next.left);
      next.queueNumber = queueCount += 1;
    }
  }
  if (request.value === null && lots === request.lots) return planned('trade', true);
  return planned('no_more_market', isSpent(request, fills, cost));
}

function findFirst(queue: readonly Queued[]): Queued | undefined {
  let first = queue[0];
  for (const other of queue) {
    if (first === undefined) break;
    const better = (first.maker.price - other.maker.price) * (other.maker.side === 'sell' ? 1 : -1);
    if (better > 0 || (better === 0 && other.queueNumber < first.queueNumber)) first = other;
  }
  return first;
}

/** By value: the most lots at this price that the rest of the value pays for. */
function countAffordableLots(
  { value, instrument, lots }: NaiveMatchRequest,
  price: number,
  spent: bigint,
): bigint {
  if (value === null) return lots;
  const left = value - spent;
  if (left === 0n) return 0n;
  // A notional is rounded down, so it equals the value until it reaches one more minor unit.
  const perLot = BigInt(price) * instrument.tickSize * instrument.lotSize;
  return ((left + 1n) * computeUnit(instrument.base) - 1n) / perLot;
}

/** By value: true when what is left of the value does not pay for one more lot at the last price. */
function isSpent({ value, instrument }: NaiveMatchRequest, fills: readonly Fill[], cost: bigint): boolean {
  const last = fills.at(-1);
  if (value === null || last === undefined) return false;
  return value === cost || computeNotional(instrument, last.maker.price, 1n) > value - cost;
}

/** Returns what an order shows at a time; all of it without a display quantity. */
export function getDisplayQuantity({ command, left }: NaiveOrder): bigint {
  const display = command.orderType === 'market' ? 0n : (command.terms?.displayQuantity ?? 0n);
  return display === 0n ? left : display;
}

/** Executes the trades of a plan. */
export function executeTrades(state: NaiveState, taker: NaiveOrder, fills: readonly Fill[]): void {
  for (const fill of fills) {
    const { maker, lots, cost } = fill;
    cancelPartner(state, taker);
    cancelPartner(state, maker);
    settle(state, taker, fill);
    for (const order of [taker, maker]) {
      order.left -= lots;
      order.executed += lots;
      order.notional += cost;
    }
    taker.instrument.lastTrade = maker.price;
    maker.shown -= lots;
    if (maker.left === 0n) {
      endOrder(state, maker, 'filled', 'trade');
    } else if (maker.shown === 0n) {
      maker.shown = min(getDisplayQuantity(maker), maker.left);
      maker.queueNumber = state.queueCount += 1;
    }
  }
}

function settle(state: NaiveState, taker: NaiveOrder, { maker, lots, cost }: Fill): void {
  const { instrument } = taker;
  const { baseProductId: base, quoteProductId: quote, quote: quoteProduct } = instrument;
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  const amount = lots * instrument.lotSize;
  state.pay(buyer.account.id, seller.account.id, quote, cost);
  state.pay(seller.account.id, buyer.account.id, base, amount);

  const takerTier = findTier(state, taker.account, instrument);
  const makerTier = findTier(state, maker.account, instrument);
  const takerFee = takeFee(state, taker, taker === buyer ? base : quote, {
    received: taker === buyer ? amount : cost,
    rate: BigInt(takerTier.takerPpm),
  });
  const makerFee = takeFee(state, maker, maker === buyer ? base : quote, {
    received: maker === buyer ? amount : cost,
    rate: BigInt(makerTier.makerPpm),
  });

  const worth = (cost * (quoteProduct.referencePrice ?? 0n)) / computeUnit(quoteProduct);
  for (const { account } of [taker, maker]) {
    const today = toDayNumber(state.now);
    const known = account.volumes.find((entry) => entry.day === today);
    if (known) known.volume += worth;
    else account.volumes.push({ day: today, volume: worth });
  }
  state.trades.push({
    tradeId: state.trades.length + 1,
    instrumentId: instrument.instrumentId,
    takerSide: taker.side,
    takerId: taker.id,
    makerId: maker.id,
    price: maker.price,
    quantity: lots,
    notional: cost,
    takerFee,
    makerFee,
    makerLeft: maker.left - lots,
  });
}

/** @returns the fee taken; negative for a rebate paid */
function takeFee(
  state: NaiveState,
  { account }: NaiveOrder,
  productId: number,
  { received, rate }: { readonly received: bigint; readonly rate: bigint },
): bigint {
  const income = houseAccounts.feeIncome;
  const fee =
    rate >= 0n
      ? divideUp(received * rate, ppm)
      : -min((received * -rate) / ppm, state.total(income, productId));
  state.pay(account.id, income, productId, fee);
  return fee;
}

/** Returns the last tier whose minimum is not above the account's volume. */
export function findTier(state: NaiveState, account: NaiveAccount, instrument: NaiveInstrument): NaiveTier {
  const volume = computeVolume(state, account);
  const tier = instrument.tiers.findLast(({ volumeMin }) => volumeMin <= volume);
  if (tier === undefined) throw new Error('the first tier begins at 0');
  return tier;
}

/** Computes what the account traded on the 30 UTC days before today. */
export function computeVolume(state: NaiveState, account: NaiveAccount): bigint {
  const today = toDayNumber(state.now);
  return account.volumes
    .filter(({ day }) => day >= today - 30 && day < today)
    .reduce((total, entry) => total + entry.volume, 0n);
}

function toDayNumber(at: number): number {
  return Math.floor(at / dayMs);
}

/** Ends an order, and cancels its partner. */
export function endOrder(
  state: NaiveState,
  order: NaiveOrder,
  status: OrderStatus,
  reason: OrderReason,
): void {
  const { id, executed, notional } = order;
  state.open = state.open.filter((other) => other !== order);
  state.ends.push({ orderId: id, status, reason, executed, notional });
  cancelPartner(state, order);
}

/** Cancels the other half of an order's pair. */
export function cancelPartner(state: NaiveState, order: NaiveOrder): void {
  const { pair } = order;
  if (pair === null) return;
  order.pair = null;
  pair.pair = null;
  endOrder(state, pair, 'canceled', 'oco');
}
