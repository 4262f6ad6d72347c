import { accountId, instrumentId, millis, minor, orderId, userId } from '@salar/protocol';
import { expect, test } from 'vitest';
import type { OrderUnits } from './order-amounts.ts';
import { toPlaceOrder } from './order-request.ts';
import type { OrderRequest } from './order-request.ts';

/** One tick is 0.01 quote, one lot is 0.001 base. */
const units: OrderUnits = { tickSize: minor(1n), lotSize: minor(10n), baseDecimals: 4, quoteDecimals: 2 };
const start = {
  accountId: accountId(1001),
  userId: userId(1),
  instrumentId: instrumentId(10),
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  quantity: '0.5',
  price: '100.25',
  clientOrderId: 7,
  trigger: 'last',
} as const satisfies OrderRequest;
const build = (change: Partial<OrderRequest>) => toPlaceOrder(units, { ...start, ...change });

test('amounts become whole ticks and lots', () => {
  expect(build({})).toEqual({
    ok: true,
    value: {
      type: 'PlaceOrder',
      accountId: 1001,
      userId: 1,
      instrumentId: 10,
      side: 'buy',
      clientOrderId: 7,
      isQuote: false,
      orderType: 'limit',
      timeInForce: 'gtc',
      price: 10_025,
      quantity: 500n,
      terms: null,
    },
  });
});

test('a plain order has no terms, and any condition adds all of them', () => {
  const terms = { displayQuantity: '0.1', expiresAt: millis(5000), ocoOrderId: orderId(8) };
  expect(build(terms)).toMatchObject({
    value: { terms: { displayQuantity: 100n, expiresAt: 5000, ocoOrderId: 8 } },
  });
  expect(build({ ocoOrderId: orderId(8) })).toMatchObject({
    value: { terms: { displayQuantity: 0n, expiresAt: 0, ocoOrderId: 8 } },
  });
});

test('each stop carries its trigger, and its price only when it has one', () => {
  const stop = { trailingAmount: 0, limitOffset: 0, stopPrice: 0 };
  const rows: readonly (readonly [Partial<OrderRequest>, object])[] = [
    [
      { orderType: 'stop_market', stopPrice: '120' },
      { price: 0, stop: { ...stop, stopPrice: 12_000 } },
    ],
    [
      { orderType: 'stop_limit', stopPrice: '120' },
      { price: 10_025, stop: { ...stop, stopPrice: 12_000 } },
    ],
    [
      { orderType: 'trailing_stop_market', trailingAmount: '1.5', trigger: 'ask' },
      { price: 0, stop: { ...stop, trailingAmount: 150, trigger: 'ask' } },
    ],
    [
      { orderType: 'trailing_stop_limit', trailingAmount: '1.5', limitOffset: '0.05', stopPrice: '0' },
      { price: 0, stop: { ...stop, trailingAmount: 150, limitOffset: 5 } },
    ],
  ];
  for (const [change, value] of rows) expect(build(change)).toMatchObject({ ok: true, value });
});

test('a market order carries a worst price only when one above zero is given, and never rounds it', () => {
  const market = { orderType: 'market' } as const;
  expect(build(market)).toMatchObject({ value: { price: 10_025, quantity: 500n } });
  expect(build({ ...market, value: '20.5', price: '99.01' })).toMatchObject({
    value: { price: 9901, value: 2050n },
  });
  for (const price of [undefined, '0', '0.000']) {
    expect(build({ ...market, price })).toMatchObject({ value: { price: 0 } });
  }
  expect(build({ ...market, price: '100.255' })).toEqual({ ok: false, refusal: 'price_increment' });
  expect(build({ ...market, price: '-1' })).toEqual({ ok: false, refusal: 'price_invalid' });
});

test('a market order goes by quantity or value, and good-till-canceled means at once', () => {
  const market = { orderType: 'market', price: undefined } as const;
  expect(build(market)).toMatchObject({ value: { timeInForce: 'ioc', quantity: 500n, value: 0n } });
  const both = { ...market, value: '20.5', timeInForce: 'fok' } as const;
  expect(build(both)).toMatchObject({ value: { timeInForce: 'fok', quantity: 0n, value: 2050n } });
  expect(build({ ...both, side: 'sell' })).toMatchObject({ value: { quantity: 500n, value: 0n } });
  expect(build({ ...both, quantity: undefined })).toMatchObject({ value: { value: 2050n } });
});

test.each<readonly [string, Partial<OrderRequest>]>([
  ['quantity_missing', { quantity: undefined }],
  ['quantity_missing', { orderType: 'market', quantity: undefined }],
  ['quantity_increment', { quantity: '0.0005' }],
  ['quantity_invalid', { quantity: '0' }],
  ['value_invalid', { orderType: 'market', value: '0' }],
  ['value_invalid', { orderType: 'market', value: '0.001' }],
  ['price_missing', { price: undefined }],
  ['price_missing', { orderType: 'stop_limit', stopPrice: '1', price: undefined }],
  ['price_increment', { price: '1.001' }],
  ['price_invalid', { price: '0' }],
  ['price_invalid', { price: '99999999999999999999' }],
  ['stop_price_missing', { orderType: 'stop_market' }],
  ['stop_price_missing', { orderType: 'stop_market', stopPrice: '0.00' }],
  ['stop_price_increment', { orderType: 'stop_market', stopPrice: '1.001' }],
  ['stop_price_invalid', { orderType: 'stop_market', stopPrice: '99999999999999999999' }],
  ['trailing_amount_missing', { orderType: 'trailing_stop_market', stopPrice: '5' }],
  ['stop_price_increment', { orderType: 'trailing_stop_limit', trailingAmount: '1', limitOffset: '0.001' }],
  ['display_quantity_increment', { displayQuantity: '0.0001' }],
  ['display_quantity_invalid', { displayQuantity: '0' }],
  // Fields that an order of its type cannot carry.
  ['stop_price_invalid', { stopPrice: '5' }],
  ['stop_price_invalid', { orderType: 'market', trailingAmount: '5' }],
  ['time_in_force_invalid', { orderType: 'market', timeInForce: 'gtd' }],
  ['time_in_force_invalid', { orderType: 'market', timeInForce: 'gtx' }],
  ['display_quantity_invalid', { orderType: 'market', displayQuantity: '0.1' }],
  ['expiry_invalid', { orderType: 'market', expiresAt: millis(5) }],
  ['oco_invalid', { orderType: 'market', ocoOrderId: orderId(5) }],
])('%s: %o', (refusal, change) => {
  expect(build(change)).toEqual({ ok: false, refusal });
});
