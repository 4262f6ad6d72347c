import { expect, test } from 'vitest';
import { orderId } from '@salar/protocol';
import { OpenOrders } from './open-orders.ts';
import { OrderSlots } from './order-links.ts';
import { createOrder } from './testing/test-orders.ts';

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
