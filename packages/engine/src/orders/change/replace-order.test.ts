/** Replacing an order: all or nothing, its place in the queue when it only shrinks, and what is looked upon as gone. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, houseAccounts, instrumentId, lots, minor } from '@salar/protocol';
import type { PlaceOrder, ReplaceOrder, ReplaceOrderRefusal } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  cancelOf,
  carla,
  cop,
  EngineDesk,
  limitOrder,
  marketOrder,
  marketStateOf,
  replaceOf,
  stopOrder,
} from '@salar/testing/engine-fixture';

let desk: EngineDesk;
beforeEach(() => {
  desk = new EngineDesk();
  for (const account of [ana, beto, carla]) {
    desk.fund(account, btc, 1000n);
    desk.fund(account, cop, 100_000n);
  }
});

/** The id of the order that stands in the place of another one. */
function replace(id: number, replacement: PlaceOrder): number {
  const outcome = desk.apply(replaceOf(id, replacement));
  if (!outcome.ok) throw new Error(`the replacement was refused: ${outcome.refusal}`);
  return outcome.value.orderId;
}

/** Whom a sell of this many lots at 100 trades with: [maker's order, lots]. */
function makersOf(quantity: number): [number, bigint][] {
  const from = desk.log.trades.length;
  desk.place(limitOrder('sell', quantity, 100, { account: beto }));
  return desk.log.trades.slice(from).map((trade) => [trade.maker.orderId, trade.quantity]);
}

describe('in the place of the old order', () => {
  test('stands a new one with an id of its own, that names the first of its chain', () => {
    const first = desk.place(limitOrder('buy', 5, 90, { clientOrderId: 7 })).orderId;
    const second = replace(first, limitOrder('buy', 5, 91, { clientOrderId: 8 }));
    const third = replace(second, limitOrder('buy', 5, 92));
    expect([first, second].map((id) => desk.told(id))).toEqual(['canceled replaced', 'canceled replaced']);
    expect(desk.engine.order(desk.engine.openOrders(ana)[0]?.orderId ?? first)).toMatchObject({
      orderId: third,
      price: 92,
      origin: { orderId: first, clientOrderId: 7 },
    });
    expect(desk.position(ana, cop)).toBe('100000/460');
  });

  test('it goes behind the others at another price, or with more', () => {
    const old = desk.place(limitOrder('buy', 5, 100)).orderId;
    const other = desk.place(limitOrder('buy', 5, 100, { account: carla })).orderId;
    const larger = replace(old, limitOrder('buy', 6, 100));
    expect(makersOf(7)).toEqual([
      [other, 5n],
      [larger, 2n],
    ]);
  });

  test('it trades like any other that comes in', () => {
    desk.place(limitOrder('sell', 3, 105, { account: beto }));
    const old = desk.place(limitOrder('buy', 5, 100)).orderId;
    expect(desk.apply(replaceOf(old, limitOrder('buy', 5, 105)))).toMatchObject({
      ok: true,
      value: { status: 'working', executed: 3n, notional: 315n },
    });
    desk.engine.checkInvariants();
  });

  test('it may be of any type, with the funds of the old one', () => {
    desk.tradeAt(100);
    const limit = desk.place(limitOrder('sell', 1000, 110)).orderId;
    const stop = replace(limit, stopOrder('stop_market', 'sell', 1000, { stopPrice: 90 }));
    const trailing = replace(stop, stopOrder('trailing_stop_market', 'sell', 1000, { trailingAmount: 5 }));
    expect(desk.engine.openOrders(ana).map((order) => order.orderId)).toEqual([trailing]);
    desk.place(limitOrder('buy', 500, 99, { account: beto }));
    expect(desk.apply(replaceOf(trailing, marketOrder('sell', { value: 49_500 })))).toMatchObject({
      value: { status: 'filled', executed: 500n },
    });
    expect(desk.position(ana, btc)).toBe('500/0');
  });

  test('a market sell by value may sell what the old one had set aside', () => {
    desk.place(limitOrder('buy', 1000, 10, { account: beto }));
    const old = desk.place(limitOrder('sell', 1000, 110)).orderId;
    expect(desk.apply(replaceOf(old, marketOrder('sell', { value: 10_000 })))).toMatchObject({
      value: { executed: 1000n },
    });
  });
});

describe('a replacement that only asks for less', () => {
  let old: number;
  let other: number;
  beforeEach(() => {
    old = desk.place(limitOrder('buy', 10, 100)).orderId;
    other = desk.place(limitOrder('buy', 5, 100, { account: carla })).orderId;
  });

  test('keeps the place in the queue', () => {
    const smaller = replace(old, limitOrder('buy', 4, 100));
    expect(desk.position(ana, cop)).toBe('100000/400');
    expect(makersOf(5)).toEqual([
      [smaller, 4n],
      [other, 1n],
    ]);
    expect(desk.told(old)).toBe('canceled replaced');
    desk.engine.checkInvariants();
  });

  test('keeps it in the middle and at the end as well', () => {
    const last = desk.place(limitOrder('buy', 3, 100)).orderId;
    const middle = desk.apply(replaceOf(other, limitOrder('buy', 5, 100, { account: carla })));
    const end = replace(last, limitOrder('buy', 3, 100));
    desk.engine.checkInvariants();
    expect(makersOf(18).map(([id]) => id)).toEqual([old, middle.ok ? middle.value.orderId : 0, end]);
  });

  test('than is left, not than was asked: more than is left goes behind', () => {
    makersOf(6);
    const larger = replace(old, limitOrder('buy', 5, 100));
    expect(makersOf(6)).toEqual([
      [other, 5n],
      [larger, 1n],
    ]);
  });

  test.each([
    ['time in force', limitOrder('buy', 4, 100, { timeInForce: 'gtx' })],
    ['display quantity', limitOrder('buy', 4, 100, { displayQuantity: 2 })],
  ])('with another %s goes behind', (_, replacement) => {
    replace(old, replacement);
    expect(makersOf(1)).toEqual([[other, 1n]]);
  });

  test('shows at most what the old one showed', () => {
    const parts = desk.place(limitOrder('buy', 10, 110, { displayQuantity: 4 })).orderId;
    desk.place(limitOrder('sell', 1, 110, { account: beto }));
    const shown = () => desk.engine.level1(btcCop).bid?.quantity;
    const less = replace(parts, limitOrder('buy', 6, 110, { displayQuantity: 4 }));
    expect(shown()).toBe(3n);
    replace(less, limitOrder('buy', 4, 110, { displayQuantity: 4 }));
    expect(shown()).toBe(3n);
    desk.engine.checkInvariants();
  });

  test('keeps its place until it expires, and expires with it', () => {
    const choice = { timeInForce: 'gtd', expiresAt: desk.at + 50 } as const;
    const first = desk.place(limitOrder('buy', 5, 110, choice)).orderId;
    const second = replace(first, limitOrder('buy', 4, 110, choice));
    expect(desk.engine.nextExpiryAt()).toBe(desk.at + 50);
    desk.apply(cancelOf(second));
    expect(desk.engine.nextExpiryAt()).toBeNull();
  });

  test('is looked at like any other: it must be worth the least that the market takes', () => {
    desk.apply({
      type: 'AlterInstrument',
      instrumentId: btcCop,
      quantityMin: lots(0n),
      quantityMax: lots(0n),
      notionalMin: minor(500n),
      notionalMax: minor(0n),
      collarPpm: 50_000,
    });
    expect(desk.apply(replaceOf(old, limitOrder('buy', 4, 100)))).toEqual({
      ok: false,
      refusal: 'notional_below_minimum',
    });
  });
});

describe('what is looked upon as gone', () => {
  test('the funds of the old order', () => {
    const old = desk.place(limitOrder('buy', 1000, 100)).orderId;
    expect(desk.apply(replaceOf(old, limitOrder('buy', 1001, 100)))).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(desk.told(old)).toBe('working accepted');
    expect(desk.apply(replaceOf(old, limitOrder('buy', 800, 125))).ok).toBe(true);
    expect(desk.position(ana, cop)).toBe('100000/100000');
  });

  test('its client order id', () => {
    const old = desk.place(limitOrder('buy', 1, 100, { clientOrderId: 5 })).orderId;
    const other = desk.place(limitOrder('buy', 1, 99, { clientOrderId: 6 })).orderId;
    expect(desk.apply(replaceOf(old, limitOrder('buy', 2, 100, { clientOrderId: 6 })))).toEqual({
      ok: false,
      refusal: 'client_order_id_in_use',
    });
    expect(desk.apply(replaceOf(old, limitOrder('buy', 2, 100, { clientOrderId: 5 }))).ok).toBe(true);
    expect(desk.told(other)).toBe('working accepted');
  });

  test('its place among the open orders', () => {
    const old = desk.place(limitOrder('buy', 1, 90)).orderId;
    for (let i = 1; i < 500; i++) desk.place(limitOrder('buy', 1, 90));
    expect(desk.apply(limitOrder('buy', 1, 91)).ok).toBe(false);
    expect(desk.apply(replaceOf(old, limitOrder('buy', 1, 91))).ok).toBe(true);
    expect(desk.engine.openOrders(ana)).toHaveLength(500);
  });

  test('the best price that was its own', () => {
    desk.place(limitOrder('buy', 1, 90, { account: beto }));
    const old = desk.place(limitOrder('buy', 1, 99)).orderId;
    const stop = stopOrder('stop_market', 'buy', 1, { trigger: 'bid', stopPrice: 95 });
    expect(desk.apply(stop)).toEqual({ ok: false, refusal: 'stop_price_through_market' });
    const id = replace(old, stop);
    expect(desk.told(id)).toBe('working accepted');
    desk.engine.checkInvariants();
  });
});

describe('pairs', () => {
  let limit: number;
  let stop: number;
  beforeEach(() => {
    desk.tradeAt(100);
    limit = desk.place(limitOrder('sell', 600, 110, { clientOrderId: 1 })).orderId;
    stop = desk.place(
      stopOrder('stop_market', 'sell', 1000, { stopPrice: 90, oco: limit, clientOrderId: 2 }),
    ).orderId;
  });

  test('the other half stays when the replacement names it', () => {
    const next = replace(limit, limitOrder('sell', 500, 112, { oco: stop }));
    expect(desk.told(stop)).toBe('working accepted');
    expect(desk.position(ana, btc)).toBe('1000/1000');
    desk.apply(cancelOf(next));
    expect(desk.told(stop)).toBe('canceled oco');
  });

  test('a half that only shrinks does not keep its place: it is a new half', () => {
    const other = desk.place(limitOrder('sell', 1, 110, { account: carla })).orderId;
    replace(limit, limitOrder('sell', 500, 110, { oco: stop }));
    desk.place(limitOrder('buy', 1, 110, { account: beto }));
    expect(desk.log.trades.at(-1)?.maker.orderId).toBe(other);
    expect(desk.told(stop)).toBe('working accepted');
  });

  test('else it is canceled, and what it had is free', () => {
    const next = replace(limit, limitOrder('sell', 1000, 112, { clientOrderId: 2 }));
    expect([desk.told(limit), desk.told(stop)]).toEqual(['canceled replaced', 'canceled oco']);
    expect(desk.told(next)).toBe('working accepted');
    expect(desk.position(ana, btc)).toBe('1000/1000');
  });

  test('the stop of a pair may be replaced by another stop', () => {
    const next = replace(
      stop,
      stopOrder('stop_limit', 'sell', 700, { stopPrice: 95, price: 90, oco: limit }),
    );
    expect(desk.position(ana, btc)).toBe('1000/700');
    desk.place(limitOrder('buy', 1, 110, { account: beto }));
    expect([desk.told(limit), desk.told(next)]).toEqual(['working trade', 'canceled oco']);
  });

  test('a replacement may make a pair with another order', () => {
    const another = desk.apply(cancelOf(limit)).ok && desk.place(limitOrder('sell', 5, 120)).orderId;
    const alone = desk.place(stopOrder('stop_market', 'sell', 5, { stopPrice: 90 })).orderId;
    const next = replace(alone, stopOrder('stop_market', 'sell', 6, { stopPrice: 91, oco: Number(another) }));
    desk.apply(cancelOf(Number(another)));
    expect(desk.told(next)).toBe('canceled oco');
  });

  test.each([
    ['the order that it replaces', () => limitOrder('sell', 1, 112, { oco: limit })],
    [
      'a half that it cannot make a pair with',
      () => stopOrder('stop_market', 'sell', 1, { stopPrice: 91, oco: stop }),
    ],
  ])('it makes none with %s', (_, replacement) => {
    expect(desk.apply(replaceOf(limit, replacement()))).toEqual({ ok: false, refusal: 'oco_invalid' });
    expect([desk.told(limit), desk.told(stop)]).toEqual(['working accepted', 'working accepted']);
    desk.engine.checkInvariants();
  });
});

describe('told again', () => {
  test('a replacement is answered with its first outcome, though the order that it replaced is gone', () => {
    const old = desk.place(limitOrder('buy', 5, 90)).orderId;
    const command = replaceOf(old, limitOrder('buy', 5, 91, { clientOrderId: 4 }));
    const first = desk.apply(command);
    expect(desk.apply(command)).toEqual({
      ok: true,
      value: { ...(first.ok && first.value), repeated: true },
    });
  });

  test('the same order in the place of another one is another command', () => {
    const [a, b] = [90, 91].map((price) => desk.place(limitOrder('buy', 5, price)).orderId);
    const order = limitOrder('buy', 5, 92, { clientOrderId: 4 });
    const placed = replace(a ?? 0, order);
    for (const command of [replaceOf(b ?? 0, order), order]) {
      expect(desk.apply(command)).toEqual({ ok: false, refusal: 'client_order_id_in_use' });
    }
    expect(desk.told(placed)).toBe('working accepted');
  });
});

describe('refusals', () => {
  const rows: readonly (readonly [ReplaceOrderRefusal, string, (old: number) => ReplaceOrder])[] = [
    [
      'account_unknown',
      'an account that is not known',
      (old) => replaceOf(old, limitOrder('buy', 1, 90, { account: accountId(4711) })),
    ],
    [
      'account_unknown',
      'an account that does not trade',
      (old) => replaceOf(old, limitOrder('buy', 1, 90, { account: houseAccounts.custody })),
    ],
    [
      'instrument_unknown',
      'an instrument that is not known',
      (old) => replaceOf(old, limitOrder('buy', 1, 90, { instrument: instrumentId(99) })),
    ],
    ['order_unknown', 'an order that is not open', () => replaceOf(4711, limitOrder('sell', 1, 90))],
    [
      'order_unknown',
      'an order of someone else',
      (old) => replaceOf(old, limitOrder('sell', 1, 90, { account: beto })),
    ],
    ['replacement_mismatch', 'another side', (old) => replaceOf(old, limitOrder('sell', 1, 90))],
    [
      'replacement_mismatch',
      'another instrument',
      (old) => replaceOf(old, limitOrder('buy', 1, 90, { instrument: btcUsdt })),
    ],
    [
      'replacement_mismatch',
      'a quote in place of an order',
      (old) => replaceOf(old, { ...limitOrder('buy', 1, 90), isQuote: true }),
    ],
    [
      'account_locked',
      'a locked account',
      (old) => {
        desk.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
        return replaceOf(old, limitOrder('buy', 0, 90));
      },
    ],
    [
      'market_not_running',
      'a paused market',
      (old) => {
        desk.apply(marketStateOf('paused'));
        return replaceOf(old, limitOrder('buy', 0, 90));
      },
    ],
    ['quantity_invalid', 'nothing', (old) => replaceOf(old, limitOrder('buy', 0, 90))],
    ['no_market', 'nobody on the other side', (old) => replaceOf(old, marketOrder('buy', { quantity: 1 }))],
    [
      'fok_not_filled',
      'too little on the other side',
      (old) => replaceOf(old, limitOrder('buy', 1, 90, { timeInForce: 'fok' })),
    ],
  ];
  test.each(rows)('%s: %s; the old order stays as it was', (refusal, _, commandOf) => {
    const old = desk.place(limitOrder('buy', 10, 100)).orderId;
    const before = desk.engine.order(old);
    expect(desk.apply(commandOf(old))).toEqual({ ok: false, refusal });
    expect(desk.engine.order(old)).toEqual(before);
    expect(desk.position(ana, cop)).toBe('100000/1000');
    desk.engine.checkInvariants();
  });
});
