/** Replacing an order: all or nothing, the queue position of a smaller order, and what counts as already gone. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, houseAccounts, instrumentId, lots, minor } from '@salar/protocol';
import type { PlaceOrder, ReplaceOrder, ReplaceOrderRefusal } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  buildCancel,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  buildMarketState,
  buildReplace,
  stopOrder,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
  }
});

/** Replaces an order and returns the id of the new one. */
function replace(id: number, replacement: PlaceOrder): number {
  const outcome = fixture.apply(buildReplace(id, replacement));
  if (!outcome.ok) throw new Error(`the replacement was refused: ${outcome.refusal}`);
  return outcome.value.orderId;
}

/** Returns the makers that a sell of this many lots at 100 trades with: [maker's order, lots]. */
function listMakers(quantity: number): [number, bigint][] {
  const from = fixture.log.trades.length;
  fixture.place(limitOrder('sell', quantity, 100, { account: beto }));
  return fixture.log.trades.slice(from).map((trade) => [trade.maker.orderId, trade.quantity]);
}

describe('a replacement', () => {
  test('has an id of its own and names the first order of its chain', () => {
    const first = fixture.place(limitOrder('buy', 5, 90, { clientOrderId: 7 })).orderId;
    const second = replace(first, limitOrder('buy', 5, 91, { clientOrderId: 8 }));
    const third = replace(second, limitOrder('buy', 5, 92));
    expect([first, second].map((id) => fixture.describeOrder(id))).toEqual([
      'canceled replaced',
      'canceled replaced',
    ]);
    expect(fixture.engine.order(fixture.engine.openOrders(ana)[0]?.orderId ?? first)).toMatchObject({
      orderId: third,
      price: 92,
      origin: { orderId: first, clientOrderId: 7 },
    });
    expect(fixture.position(ana, cop)).toBe('100000/460');
  });

  test('goes behind the others at another price, or with a larger quantity', () => {
    const old = fixture.place(limitOrder('buy', 5, 100)).orderId;
    const other = fixture.place(limitOrder('buy', 5, 100, { account: carla })).orderId;
    const larger = replace(old, limitOrder('buy', 6, 100));
    expect(listMakers(7)).toEqual([
      [other, 5n],
      [larger, 2n],
    ]);
  });

  test('trades like any other incoming order', () => {
    fixture.place(limitOrder('sell', 3, 105, { account: beto }));
    const old = fixture.place(limitOrder('buy', 5, 100)).orderId;
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 5, 105)))).toMatchObject({
      ok: true,
      value: { status: 'working', executed: 3n, notional: 315n },
    });
    fixture.engine.checkInvariants();
  });

  test('can be of any type, with the funds of the old order', () => {
    fixture.tradeAt(100);
    const limit = fixture.place(limitOrder('sell', 1000, 110)).orderId;
    const stop = replace(limit, stopOrder('stop_market', 'sell', 1000, { stopPrice: 90 }));
    const trailing = replace(stop, stopOrder('trailing_stop_market', 'sell', 1000, { trailingAmount: 5 }));
    expect(fixture.engine.openOrders(ana).map((order) => order.orderId)).toEqual([trailing]);
    fixture.place(limitOrder('buy', 500, 99, { account: beto }));
    expect(fixture.apply(buildReplace(trailing, marketOrder('sell', { value: 49_500 })))).toMatchObject({
      value: { status: 'filled', executed: 500n },
    });
    expect(fixture.position(ana, btc)).toBe('500/0');
  });

  test('as a market sell by value can sell what the old order had set aside', () => {
    fixture.place(limitOrder('buy', 1000, 10, { account: beto }));
    const old = fixture.place(limitOrder('sell', 1000, 110)).orderId;
    expect(fixture.apply(buildReplace(old, marketOrder('sell', { value: 10_000 })))).toMatchObject({
      value: { executed: 1000n },
    });
  });
});

describe('a replacement that only reduces the order', () => {
  let old: number;
  let other: number;
  beforeEach(() => {
    old = fixture.place(limitOrder('buy', 10, 100)).orderId;
    other = fixture.place(limitOrder('buy', 5, 100, { account: carla })).orderId;
  });

  test('keeps the queue position', () => {
    const smaller = replace(old, limitOrder('buy', 4, 100));
    expect(fixture.position(ana, cop)).toBe('100000/400');
    expect(listMakers(5)).toEqual([
      [smaller, 4n],
      [other, 1n],
    ]);
    expect(fixture.describeOrder(old)).toBe('canceled replaced');
    fixture.engine.checkInvariants();
  });

  test('keeps it in the middle and at the end as well', () => {
    const last = fixture.place(limitOrder('buy', 3, 100)).orderId;
    const middle = fixture.apply(buildReplace(other, limitOrder('buy', 5, 100, { account: carla })));
    const end = replace(last, limitOrder('buy', 3, 100));
    fixture.engine.checkInvariants();
    expect(listMakers(18).map(([id]) => id)).toEqual([old, middle.ok ? middle.value.orderId : 0, end]);
  });

  test('is compared with what remains, not with what was ordered', () => {
    listMakers(6);
    const larger = replace(old, limitOrder('buy', 5, 100));
    expect(listMakers(6)).toEqual([
      [other, 5n],
      [larger, 1n],
    ]);
  });

  test.each([
    ['time in force', limitOrder('buy', 4, 100, { timeInForce: 'gtx' })],
    ['display quantity', limitOrder('buy', 4, 100, { displayQuantity: 2 })],
  ])('with another %s goes behind the others', (_, replacement) => {
    replace(old, replacement);
    expect(listMakers(1)).toEqual([[other, 1n]]);
  });

  test('shows at most what the old one showed', () => {
    const parts = fixture.place(limitOrder('buy', 10, 110, { displayQuantity: 4 })).orderId;
    fixture.place(limitOrder('sell', 1, 110, { account: beto }));
    const shown = () => fixture.engine.level1(btcCop).bid?.quantity;
    const less = replace(parts, limitOrder('buy', 6, 110, { displayQuantity: 4 }));
    expect(shown()).toBe(3n);
    replace(less, limitOrder('buy', 4, 110, { displayQuantity: 4 }));
    expect(shown()).toBe(3n);
    fixture.engine.checkInvariants();
  });

  test('keeps its position until it expires, and expires with it', () => {
    const choice = { timeInForce: 'gtd', expiresAt: fixture.at + 50 } as const;
    const first = fixture.place(limitOrder('buy', 5, 110, choice)).orderId;
    const second = replace(first, limitOrder('buy', 4, 110, choice));
    expect(fixture.engine.nextExpiryAt()).toBe(fixture.at + 50);
    fixture.apply(buildCancel(second));
    expect(fixture.engine.nextExpiryAt()).toBeNull();
  });

  test('is checked like any other: it must reach the minimum notional', () => {
    fixture.apply({
      type: 'AlterInstrument',
      instrumentId: btcCop,
      quantityMin: lots(0n),
      quantityMax: lots(0n),
      notionalMin: minor(500n),
      notionalMax: minor(0n),
      collarPpm: 50_000,
    });
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 4, 100)))).toEqual({
      ok: false,
      refusal: 'notional_below_minimum',
    });
  });
});

describe('the replaced order counts as gone for', () => {
  test('its funds', () => {
    const old = fixture.place(limitOrder('buy', 1000, 100)).orderId;
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 1001, 100)))).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(fixture.describeOrder(old)).toBe('working accepted');
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 800, 125))).ok).toBe(true);
    expect(fixture.position(ana, cop)).toBe('100000/100000');
  });

  test('its client order id', () => {
    const old = fixture.place(limitOrder('buy', 1, 100, { clientOrderId: 5 })).orderId;
    const other = fixture.place(limitOrder('buy', 1, 99, { clientOrderId: 6 })).orderId;
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 2, 100, { clientOrderId: 6 })))).toEqual({
      ok: false,
      refusal: 'client_order_id_in_use',
    });
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 2, 100, { clientOrderId: 5 }))).ok).toBe(true);
    expect(fixture.describeOrder(other)).toBe('working accepted');
  });

  test('its slot among the open orders', () => {
    const old = fixture.place(limitOrder('buy', 1, 90)).orderId;
    for (let i = 1; i < 500; i++) fixture.place(limitOrder('buy', 1, 90));
    expect(fixture.apply(limitOrder('buy', 1, 91)).ok).toBe(false);
    expect(fixture.apply(buildReplace(old, limitOrder('buy', 1, 91))).ok).toBe(true);
    expect(fixture.engine.openOrders(ana)).toHaveLength(500);
  });

  test('the best price, if it was its own', () => {
    fixture.place(limitOrder('buy', 1, 90, { account: beto }));
    const old = fixture.place(limitOrder('buy', 1, 99)).orderId;
    const stop = stopOrder('stop_market', 'buy', 1, { trigger: 'bid', stopPrice: 95 });
    expect(fixture.apply(stop)).toEqual({ ok: false, refusal: 'stop_price_through_market' });
    const id = replace(old, stop);
    expect(fixture.describeOrder(id)).toBe('working accepted');
    fixture.engine.checkInvariants();
  });
});

describe('pairs', () => {
  let limit: number;
  let stop: number;
  beforeEach(() => {
    fixture.tradeAt(100);
    limit = fixture.place(limitOrder('sell', 600, 110, { clientOrderId: 1 })).orderId;
    stop = fixture.place(
      stopOrder('stop_market', 'sell', 1000, { stopPrice: 90, oco: limit, clientOrderId: 2 }),
    ).orderId;
  });

  test('the other half of a pair stays when the replacement names it', () => {
    const next = replace(limit, limitOrder('sell', 500, 112, { oco: stop }));
    expect(fixture.describeOrder(stop)).toBe('working accepted');
    expect(fixture.position(ana, btc)).toBe('1000/1000');
    fixture.apply(buildCancel(next));
    expect(fixture.describeOrder(stop)).toBe('canceled oco');
  });

  test('a half that is only reduced loses its queue position: it is a new half', () => {
    const other = fixture.place(limitOrder('sell', 1, 110, { account: carla })).orderId;
    replace(limit, limitOrder('sell', 500, 110, { oco: stop }));
    fixture.place(limitOrder('buy', 1, 110, { account: beto }));
    expect(fixture.log.trades.at(-1)?.maker.orderId).toBe(other);
    expect(fixture.describeOrder(stop)).toBe('working accepted');
  });

  test('otherwise the other half is canceled, and its funds are free', () => {
    const next = replace(limit, limitOrder('sell', 1000, 112, { clientOrderId: 2 }));
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'canceled replaced',
      'canceled oco',
    ]);
    expect(fixture.describeOrder(next)).toBe('working accepted');
    expect(fixture.position(ana, btc)).toBe('1000/1000');
  });

  test('the stop of a pair can be replaced by another stop', () => {
    const next = replace(
      stop,
      stopOrder('stop_limit', 'sell', 700, { stopPrice: 95, price: 90, oco: limit }),
    );
    expect(fixture.position(ana, btc)).toBe('1000/700');
    fixture.place(limitOrder('buy', 1, 110, { account: beto }));
    expect([fixture.describeOrder(limit), fixture.describeOrder(next)]).toEqual([
      'working trade',
      'canceled oco',
    ]);
  });

  test('a replacement can form a pair with another order', () => {
    const another = fixture.apply(buildCancel(limit)).ok && fixture.place(limitOrder('sell', 5, 120)).orderId;
    const alone = fixture.place(stopOrder('stop_market', 'sell', 5, { stopPrice: 90 })).orderId;
    const next = replace(alone, stopOrder('stop_market', 'sell', 6, { stopPrice: 91, oco: Number(another) }));
    fixture.apply(buildCancel(Number(another)));
    expect(fixture.describeOrder(next)).toBe('canceled oco');
  });

  test.each([
    ['the order that it replaces', () => limitOrder('sell', 1, 112, { oco: limit })],
    [
      'an order that cannot be its partner',
      () => stopOrder('stop_market', 'sell', 1, { stopPrice: 91, oco: stop }),
    ],
  ])('forms no pair with %s', (_, replacement) => {
    expect(fixture.apply(buildReplace(limit, replacement()))).toEqual({ ok: false, refusal: 'oco_invalid' });
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'working accepted',
      'working accepted',
    ]);
    fixture.engine.checkInvariants();
  });
});

describe('repeated', () => {
  test('a replacement returns its first outcome, although the replaced order is gone', () => {
    const old = fixture.place(limitOrder('buy', 5, 90)).orderId;
    const command = buildReplace(old, limitOrder('buy', 5, 91, { clientOrderId: 4 }));
    const first = fixture.apply(command);
    expect(fixture.apply(command)).toEqual({
      ok: true,
      value: { ...(first.ok && first.value), repeated: true },
    });
  });

  test('the same order as a replacement is another command', () => {
    const [a, b] = [90, 91].map((price) => fixture.place(limitOrder('buy', 5, price)).orderId);
    const order = limitOrder('buy', 5, 92, { clientOrderId: 4 });
    const placed = replace(a ?? 0, order);
    for (const command of [buildReplace(b ?? 0, order), order]) {
      expect(fixture.apply(command)).toEqual({ ok: false, refusal: 'client_order_id_in_use' });
    }
    expect(fixture.describeOrder(placed)).toBe('working accepted');
  });
});

describe('refusals', () => {
  const rows: readonly (readonly [ReplaceOrderRefusal, string, (old: number) => ReplaceOrder])[] = [
    [
      'account_unknown',
      'an unknown account',
      (old) => buildReplace(old, limitOrder('buy', 1, 90, { account: accountId(4711) })),
    ],
    [
      'account_unknown',
      'an account that cannot trade',
      (old) => buildReplace(old, limitOrder('buy', 1, 90, { account: houseAccounts.custody })),
    ],
    [
      'instrument_unknown',
      'an unknown instrument',
      (old) => buildReplace(old, limitOrder('buy', 1, 90, { instrument: instrumentId(99) })),
    ],
    ['order_unknown', 'an order that is not open', () => buildReplace(4711, limitOrder('sell', 1, 90))],
    [
      'order_unknown',
      'an order of another account',
      (old) => buildReplace(old, limitOrder('sell', 1, 90, { account: beto })),
    ],
    ['replacement_mismatch', 'another side', (old) => buildReplace(old, limitOrder('sell', 1, 90))],
    [
      'replacement_mismatch',
      'another instrument',
      (old) => buildReplace(old, limitOrder('buy', 1, 90, { instrument: btcUsdt })),
    ],
    [
      'replacement_mismatch',
      'a quote in place of an order',
      (old) => buildReplace(old, { ...limitOrder('buy', 1, 90), isQuote: true }),
    ],
    [
      'account_locked',
      'a locked account',
      (old) => {
        fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
        return buildReplace(old, limitOrder('buy', 0, 90));
      },
    ],
    [
      'market_not_running',
      'a paused market',
      (old) => {
        fixture.apply(buildMarketState('paused'));
        return buildReplace(old, limitOrder('buy', 0, 90));
      },
    ],
    ['quantity_invalid', 'nothing', (old) => buildReplace(old, limitOrder('buy', 0, 90))],
    ['no_market', 'an empty other side', (old) => buildReplace(old, marketOrder('buy', { quantity: 1 }))],
    [
      'fok_not_filled',
      'too little on the other side',
      (old) => buildReplace(old, limitOrder('buy', 1, 90, { timeInForce: 'fok' })),
    ],
  ];
  test.each(rows)('%s: %s; the old order is unchanged', (refusal, _, commandOf) => {
    const old = fixture.place(limitOrder('buy', 10, 100)).orderId;
    const before = fixture.engine.order(old);
    expect(fixture.apply(commandOf(old))).toEqual({ ok: false, refusal });
    expect(fixture.engine.order(old)).toEqual(before);
    expect(fixture.position(ana, cop)).toBe('100000/1000');
    fixture.engine.checkInvariants();
  });
});
