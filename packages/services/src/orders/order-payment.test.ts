/** Compares what an order pays at most with what the engine sets aside or takes for it. */
import { minor } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  cop,
  createFundedFixture,
  limitOrder,
  marketOrder,
  stopOrder,
} from '@salar/testing/engine-fixture';
import type { EngineFixture } from '@salar/testing/engine-fixture';
import { beforeEach, expect, test } from 'vitest';
import { computeHighestPayment, computePayment } from './order-payment.ts';

const units = {
  tickSize: minor(1000n),
  lotSize: minor(1n),
  baseDecimals: 3,
  quoteDecimals: 2,
  baseProductId: btc,
  quoteProductId: cop,
};

let fixture: EngineFixture;
beforeEach(() => {
  fixture = createFundedFixture();
  fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(100_000n) });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
  fixture.tradeAt(100);
});
const compute = (order: Parameters<typeof computeHighestPayment>[2]) =>
  computeHighestPayment(fixture.engine, units, order);
const rest = (side: 'buy' | 'sell', quantity: number, price: number) =>
  fixture.place(limitOrder(side, quantity, price, { account: beto }));

test.each([
  ['a limit buy', limitOrder('buy', 3, 90)],
  ['a limit sell', limitOrder('sell', 3, 110)],
  ['a stop market buy', stopOrder('stop_market', 'buy', 3, { stopPrice: 111 })],
  ['a stop limit buy', stopOrder('stop_limit', 'buy', 3, { stopPrice: 111, price: 120 })],
  ['a trailing stop market buy', stopOrder('trailing_stop_market', 'buy', 3, { trailingAmount: 11 })],
  [
    'a trailing stop limit buy',
    stopOrder('trailing_stop_limit', 'buy', 3, { trailingAmount: 11, limitOffset: 5 }),
  ],
  ['a stop sell', stopOrder('stop_market', 'sell', 3, { stopPrice: 90 })],
])('%s pays at most what the engine sets aside', (_, order) => {
  const payment = compute(order);
  fixture.place(order);
  expect(payment).toBe(fixture.engine.position(ana, order.side === 'buy' ? cop : btc).held);
});

test('a trailing stop counts with the highest price that it can follow', () => {
  rest('sell', 1, 104);
  expect(compute(stopOrder('trailing_stop_limit', 'buy', 1, { trailingAmount: 10 }))).toBe(114n);
});

test('a market order pays at most its quantity at the collar, or at its own worst price', () => {
  expect(compute(marketOrder('buy', { quantity: 3 }))).toBe(3n * 105n);
  expect(compute(marketOrder('buy', { quantity: 3 }, { price: 102 }))).toBe(3n * 102n);
  expect(compute(marketOrder('buy', { value: 777 }))).toBe(777n);
  expect(compute(marketOrder('sell', { quantity: 3 }))).toBe(3n);
});

test('a sale by value pays what it takes to receive the value at the worst price', () => {
  rest('buy', 1000, 95);
  const order = marketOrder('sell', { value: 950 });
  const payment = compute(order);
  const sold = fixture.place(order).executed;
  expect(sold).toBe(10n);
  expect(payment).toBeGreaterThanOrEqual(sold);
  expect(payment).toBeLessThanOrEqual(sold + 1n);
});

test('a market order pays at most what the account has, where no price bounds it', () => {
  fixture = createFundedFixture();
  expect(compute(marketOrder('buy', { quantity: 1 }))).toBe(100_000n);
  expect(compute(marketOrder('sell', { value: 1_000_000 }))).toBe(1000n);
});

test('an order has paid the notional of a purchase, and the quantity of a sale', () => {
  const done = { executed: 3n, notional: 290n };
  expect(computePayment(units, { side: 'buy', ...done })).toBe(290n);
  expect(computePayment({ ...units, lotSize: minor(10n) }, { side: 'sell', ...done })).toBe(30n);
});
