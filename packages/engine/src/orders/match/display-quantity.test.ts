/** Iceberg orders, which show one part at a time. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  buildModify,
  usdt,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = createWealthyFixture();
});

function createWealthyFixture(): EngineFixture {
  const opened = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    opened.fund(account, btc, 10_000n);
    opened.fund(account, cop, 100_000n);
    opened.fund(account, usdt, 100_000n);
  }
  return opened;
}

function trades(): [number, bigint][] {
  return fixture.log.trades.map(({ maker, quantity }) => [maker.orderId, quantity]);
}

test('the book shows only the part, and the funds of the whole order are held', () => {
  fixture.place(limitOrder('buy', 10, 100, { displayQuantity: 4 }));
  fixture.place(limitOrder('buy', 3, 100, { account: beto }));
  expect(fixture.engine.level1(btcCop).bid).toEqual({ price: 100, quantity: 7n, orders: 2, accounts: 2 });
  expect(fixture.engine.level2(btcCop, 5).bids).toEqual([
    { price: 100, quantity: 7n, orders: 2, accounts: 2 },
  ]);
  expect(fixture.position(ana, cop)).toBe('100000/1000');
});

test('a part that is filled is followed by the next one, behind the others', () => {
  const parts = fixture.place(limitOrder('sell', 10, 100, { account: beto, displayQuantity: 4 })).orderId;
  const whole = fixture.place(limitOrder('sell', 5, 100, { account: carla })).orderId;
  fixture.place(limitOrder('buy', 14, 100));
  expect(trades()).toEqual([
    [parts, 4n],
    [whole, 5n],
    [parts, 4n],
    [parts, 1n],
  ]);
  expect(fixture.engine.level1(btcCop).ask).toMatchObject({ quantity: 1n });
  fixture.engine.checkInvariants();
});

test('a part that is filled partially keeps its position', () => {
  const parts = fixture.place(limitOrder('sell', 10, 100, { account: beto, displayQuantity: 4 })).orderId;
  const whole = fixture.place(limitOrder('sell', 5, 100, { account: carla })).orderId;
  fixture.place(limitOrder('buy', 3, 100));
  expect(fixture.engine.level1(btcCop).ask).toMatchObject({ quantity: 6n });
  fixture.place(limitOrder('buy', 2, 100));
  expect(trades()).toEqual([
    [parts, 3n],
    [parts, 1n],
    [whole, 1n],
  ]);
});

test('an incoming order matches with its whole quantity, and shows a part of its remainder', () => {
  fixture.place(limitOrder('sell', 6, 100, { account: beto }));
  expect(fixture.place(limitOrder('buy', 10, 100, { displayQuantity: 3 })).executed).toBe(6n);
  expect(fixture.engine.level1(btcCop).bid).toMatchObject({ quantity: 3n });
});

test('a reduced order shows at most what remains', () => {
  const { orderId } = fixture.place(limitOrder('buy', 10, 100, { displayQuantity: 4 }));
  const shown = () => fixture.engine.level1(btcCop).bid?.quantity;
  fixture.apply(buildModify(orderId, 5));
  expect(shown()).toBe(4n);
  fixture.apply(buildModify(orderId, 3));
  expect(shown()).toBe(3n);
  fixture.engine.checkInvariants();
});

describe('fill or kill', () => {
  test('counts hidden lots', () => {
    fixture.place(limitOrder('sell', 10, 100, { account: beto, displayQuantity: 1 }));
    expect(fixture.apply(limitOrder('buy', 11, 100, { timeInForce: 'fok' })).ok).toBe(false);
    expect(fixture.place(limitOrder('buy', 10, 100, { timeInForce: 'fok' })).status).toBe('filled');
  });

  test('does not count parts that come after an order of its own account', () => {
    fixture.place(limitOrder('sell', 10, 100, { account: beto, displayQuantity: 4 }));
    fixture.place(limitOrder('sell', 1, 100));
    expect(fixture.apply(limitOrder('buy', 5, 100, { timeInForce: 'fok' }))).toEqual({
      ok: false,
      refusal: 'fok_not_filled',
    });
    expect(fixture.place(limitOrder('buy', 4, 100, { timeInForce: 'fok' })).status).toBe('filled');
  });
});

/** Sells of others, and some of ana's own, at a few prices; some of them are icebergs. */
const sells = fc.array(
  fc.record({
    account: fc.constantFrom(beto, carla, beto, carla, ana),
    quantity: fc.integer({ min: 2, max: 20 }),
    price: fc.integer({ min: 100, max: 104 }),
    parts: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** Returns what ana's order takes from such a book: lots, quote minor units. */
function taken(
  offers: readonly { account: typeof ana; quantity: number; price: number; parts: number }[],
  wanted: number,
  timeInForce: 'ioc' | 'fok',
  by: 'price' | 'quantity' | 'value',
) {
  const fresh = createWealthyFixture();
  for (const { account, quantity, price, parts } of offers) {
    const displayQuantity = Math.min(parts, quantity);
    fresh.place(limitOrder('sell', quantity, price, { account, displayQuantity, instrument: btcUsdt }));
  }
  const choice = { timeInForce, instrument: btcUsdt };
  const side: Side = 'buy';
  const order =
    by === 'price'
      ? limitOrder(side, wanted, 103, choice)
      : marketOrder(side, by === 'quantity' ? { quantity: wanted } : { value: wanted * 7 }, choice);
  const outcome = fresh.apply(order);
  fresh.engine.checkInvariants();
  return outcome;
}

test.each(['price', 'quantity', 'value'] as const)(
  'fill or kill, by %s, is filled exactly when immediate or cancel would be',
  (by) => {
    fc.assert(
      fc.property(sells, fc.integer({ min: 2, max: 120 }), (offers, wanted) => {
        const tried = taken(offers, wanted, 'ioc', by);
        const sure = taken(offers, wanted, 'fok', by);
        if (!tried.ok) expect(sure).toEqual(tried);
        else if (tried.value.status === 'filled') expect(sure).toEqual(tried);
        else expect(sure).toEqual({ ok: false, refusal: 'fok_not_filled' });
      }),
      { numRuns: 150 },
    );
  },
);
