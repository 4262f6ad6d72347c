/** Invariants of the whole state, checked from scratch. */
import { assert } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import type { BookSide } from './book/book-side.ts';
import { getCurrentStop, isWaiting } from './book/order.ts';
import type { Order } from './book/order.ts';
import { computeNeed, getPaidProduct } from './orders/order-holds.ts';
import type { AccountRow } from './state/accounts.ts';
import type { InstrumentEntry } from './state/instrument-entry.ts';
import type { ProductEntry } from './state/product-entry.ts';
import type { State } from './state/state.ts';
import { isReached } from './book/stop-book.ts';
import { getTriggerPrices } from './orders/stops/trigger-price.ts';

/** @throws InvariantError for the first broken invariant */
export function checkInvariants(state: State): void {
  for (const total of computeLedgerTotals(state).values()) {
    assert(total === 0n, 'all positions of a product sum to zero');
  }
  const holds = computeAllHolds(state);
  const products = [...state.products.values()];
  for (const account of state.accounts.rows()) {
    checkAccount(state, account, products, holds.get(account));
  }
  let resting = 0;
  for (const instrument of state.instruments.values()) {
    resting += checkBook(state, instrument) + checkStops(state, instrument);
  }
  assert(resting === state.orders.size, 'every open order is in one book or one stop book');
  for (const order of state.orders.values()) checkOrder(state, order);
  assert(state.unsettled.length === 0, 'stops are settled before a command ends');
}

/** Sum of all positions per product. */
export function computeLedgerTotals(state: State): Map<ProductId, bigint> {
  const totals = new Map<ProductId, bigint>();
  for (const { productId, positions } of state.products.values()) {
    let total = 0n;
    for (const account of state.accounts.rows()) total += positions.total(account);
    totals.set(productId, total);
  }
  return totals;
}

/** Sums up what open orders and withdrawals of an account hold per product. */
export function computeOpenHolds(state: State, accountId: AccountId): Holds {
  const account = state.accounts.get(accountId);
  const holds: Holds = new Map();
  let order = account === undefined ? null : state.accountOrders.newest(account);
  for (; order !== null; order = state.accountOrders.older(order)) addOrder(holds, order);
  for (const { account: owner, product, amount, state: step } of state.withdrawals.values()) {
    if (owner === account && step === 'held') add(holds, product.productId, amount);
  }
  return holds;
}

type Holds = Map<ProductId, bigint>;

function computeAllHolds(state: State): Map<AccountRow, Holds> {
  const all = new Map<AccountRow, Holds>();
  const getHolds = (account: AccountRow) => {
    const holds = all.get(account) ?? new Map<ProductId, bigint>();
    all.set(account, holds);
    return holds;
  };
  for (const order of state.orders.values()) addOrder(getHolds(order.account), order);
  for (const { account, product, amount, state: step } of state.withdrawals.values()) {
    if (step === 'held') add(getHolds(account), product.productId, amount);
  }
  return all;
}

function addOrder(holds: Holds, order: Order): void {
  // A pair holds what its dearer half needs; it is counted with its older order.
  if (order.pair !== null && order.pair.orderId < order.orderId) return;
  const need = computeNeed(order);
  const other = order.pair === null ? 0n : computeNeed(order.pair);
  add(holds, getPaidProduct(order).productId, need > other ? need : other);
}

function add(holds: Holds, productId: ProductId, amount: bigint): void {
  holds.set(productId, (holds.get(productId) ?? 0n) + amount);
}

function checkAccount(
  { accountOrders }: State,
  account: AccountRow,
  products: readonly ProductEntry[],
  holds: Holds | undefined,
): void {
  for (const { productId, positions } of products) {
    positions.assertSound(account);
    const held = holds?.get(productId) ?? 0n;
    assert(positions.held(account) === held, 'held equals the sum of the open holds');
  }
  let count = 0;
  for (let order = accountOrders.oldest(account); order !== null; order = accountOrders.newer(order)) {
    assert(order.account === account, "an account's list contains its own orders only");
    const newer = accountOrders.newer(order);
    assert(newer === null || newer.orderId > order.orderId, "an account's orders are sorted by age");
    count++;
  }
  assert(count === accountOrders.count(account), 'the count of open orders matches the list of an account');
}

/** @returns the number of orders in the book */
function checkBook(state: State, { bids, asks }: InstrumentEntry): number {
  assert(
    bids.best === null || asks.best === null || bids.best.price < asks.best.price,
    'a book is never crossed',
  );
  return checkSide(state, bids) + checkSide(state, asks);
}

function checkSide(state: State, side: BookSide): number {
  let resting = 0;
  for (let level = side.best; level !== null; level = level.worse) {
    assert(side.find(level.price) === level, 'a level is found by its price');
    assert(level.worse === null || level.worse.key < level.key, 'levels are sorted from best to worst');
    const { oldest } = level;
    // With the links in both directions, this also means that no queue leads back to one of its orders.
    assert(oldest !== null && level.previous(oldest) === null, 'a queue begins with its oldest order');
    let count = 0;
    for (let order: Order | null = oldest; order !== null; order = level.next(order)) {
      assert(state.orders.get(order.orderId) === order, 'a resting order is open');
      assert(order.remaining > 0n, 'a resting order has a remaining quantity');
      const next = level.next(order);
      assert(next === null || level.previous(next) === order, 'a queue is linked in both directions');
      count++;
    }
    assert(count === level.count, 'the count of a level matches its orders');
    resting += count;
  }
  return resting;
}

/** @returns the number of waiting stops */
function checkStops(state: State, instrument: InstrumentEntry): number {
  const prices = getTriggerPrices(instrument);
  let waiting = 0;
  for (const order of instrument.stops.values()) {
    assert(state.orders.get(order.orderId) === order, 'a waiting stop is open');
    assert(isWaiting(order), 'an order in the stop book has not been triggered');
    const { stop } = order;
    const price = prices[stop.terms.trigger];
    const isDue = price !== null && isReached(order.side, getCurrentStop(stop), price);
    assert(!isDue || instrument.state !== 'running', 'no stop of a running market waits past its stop price');
    waiting++;
  }
  assert(waiting === instrument.stops.count, 'the count of waiting stops matches the stop book');
  return waiting;
}

function checkOrder(state: State, order: Order): void {
  assert(order.hidden >= 0n && order.hidden < order.remaining, 'an open order shows a part of its quantity');
  const part = order.terms?.displayQuantity ?? 0n;
  assert(order.hidden === 0n || order.shown <= part, 'an order shows its display quantity at most');
  const { pair } = order;
  assert(pair === null || pair.pair === order, 'both halves of a pair refer to each other');
  assert(
    pair === null || isWaiting(pair) !== isWaiting(order),
    'one half of a pair rests and the other waits',
  );
  const expires = (order.terms?.expiresAt ?? 0) > 0;
  assert(expires === state.expiries.has(order), 'the expiry list contains exactly the orders that expire');
}
