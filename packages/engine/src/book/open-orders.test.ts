import { expect, test } from 'vitest';
import { instrumentId, millis, minor, orderId, productId } from '@salar/protocol';
import { ana, limitOrder } from '@salar/testing/engine-fixture';
import { AccountEntry } from '../state/account-entry.ts';
import { InstrumentEntry } from '../state/instrument-entry.ts';
import { ProductEntry } from '../state/product-entry.ts';
import { OpenOrders } from './open-orders.ts';
import { OrderLinks, OrderSlots } from './order-links.ts';
import { Order } from './order.ts';

const product = (id: number) =>
  new ProductEntry({ productId: productId(id), symbol: `P${id}`, name: '', kind: 'crypto', decimals: 0 });
const instrument = new InstrumentEntry(
  {
    instrumentId: instrumentId(1),
    symbol: 'P1P2',
    baseProductId: productId(1),
    quoteProductId: productId(2),
    tickSize: minor(1n),
    lotSize: minor(1n),
  },
  product(1),
  product(2),
  new OrderLinks(new OrderSlots()),
);
const account = new AccountEntry(ana, 'customer', 0);
const createOrder = (id: number) =>
  new Order(orderId(id), account, instrument, limitOrder('buy', 1, 1), millis(1));

test('orders are found by id until they are removed, and listed oldest first', () => {
  const open = new OpenOrders(new OrderSlots());
  const orders = [1, 2, 63, 64, 65, 1000, 2 ** 40].map(createOrder);
  for (const order of orders) open.add(order);
  expect([...open.values()]).toEqual(orders);
  for (const order of orders) {
    expect(open.get(order.orderId)).toBe(order);
    open.remove(order);
    expect(open.has(order.orderId)).toBe(false);
  }
  expect([open.size, ...open.values()]).toEqual([0]);
});

test('a page whose orders have all been removed accepts new ones', () => {
  const open = new OpenOrders(new OrderSlots());
  const [first, second] = [createOrder(1), createOrder(2)];
  open.add(first);
  open.remove(first);
  open.add(second);
  expect([...open.values()]).toEqual([second]);
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('%d is not an order', (id) => {
  const open = new OpenOrders(new OrderSlots());
  open.add(createOrder(1));
  expect(open.get(orderId(id))).toBeUndefined();
});
