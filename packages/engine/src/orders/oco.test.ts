/** OCO pairs: one order cancels the other, and together they hold what the dearer half needs. */
import { beforeEach, describe, expect, test } from 'vitest';
import { instrumentId, millis } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  buildCancel,
  cop,
  createFundedFixture,
  limitOrder,
  buildMarketState,
  buildModify,
  stopOrder,
} from '@salar/testing/engine-fixture';
import type { EngineFixture } from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = createFundedFixture();
  fixture.tradeAt(100);
});

/** Ana takes her profit at 110 or stops her loss at 90, with 10 lots. */
function sellPair(): { limit: number; stop: number } {
  const limit = fixture.place(limitOrder('sell', 10, 110)).orderId;
  const stop = fixture.place(stopOrder('stop_market', 'sell', 10, { stopPrice: 90, oco: limit })).orderId;
  return { limit, stop };
}

test('a pair holds what its dearer half needs', () => {
  const limit = fixture.place(limitOrder('buy', 10, 90)).orderId;
  expect(fixture.position(ana, cop)).toBe('100000/900');
  const stop = fixture.place(
    stopOrder('stop_limit', 'buy', 8, { stopPrice: 110, price: 120, oco: limit }),
  ).orderId;
  expect(fixture.position(ana, cop)).toBe('100000/960');
  fixture.engine.checkInvariants();
  fixture.apply(buildModify(stop, 5));
  expect(fixture.position(ana, cop)).toBe('100000/900');
  fixture.apply(buildModify(limit, 1));
  expect(fixture.position(ana, cop)).toBe('100000/600');
  fixture.apply(buildCancel(limit));
  expect(fixture.position(ana, cop)).toBe('100000/0');
});

test('the second half needs only the funds beyond those of the first', () => {
  const limit = fixture.place(limitOrder('sell', 1000, 110)).orderId;
  expect(fixture.apply(stopOrder('stop_market', 'sell', 1000, { stopPrice: 90 })).ok).toBe(false);
  expect(fixture.apply(stopOrder('stop_market', 'sell', 1001, { stopPrice: 90, oco: limit })).ok).toBe(false);
  expect(fixture.apply(stopOrder('stop_market', 'sell', 1000, { stopPrice: 90, oco: limit })).ok).toBe(true);
});

describe('the other half is canceled when one half', () => {
  test('trades, even in part', () => {
    const { limit, stop } = sellPair();
    fixture.place(limitOrder('buy', 3, 110, { account: beto }));
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'working trade',
      'canceled oco',
    ]);
    expect(fixture.position(ana, btc)).toBe('997/7');
    fixture.engine.checkInvariants();
  });

  test('is triggered', () => {
    const { limit, stop } = sellPair();
    fixture.place(limitOrder('buy', 5, 89, { account: beto }));
    fixture.tradeAt(90);
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'canceled oco',
      'canceled no_more_market',
    ]);
    expect(fixture.position(ana, btc)).toBe('995/0');
  });

  test.each(['limit', 'stop'] as const)('is canceled: the %s', (half) => {
    const ids = sellPair();
    expect(fixture.apply(buildCancel(ids[half]))).toEqual({ ok: true, value: { canceled: 2 } });
    expect(fixture.describeOrder(ids[half])).toBe('canceled user_canceled');
    expect(fixture.describeOrder(half === 'limit' ? ids.stop : ids.limit)).toBe('canceled oco');
    expect(fixture.position(ana, btc)).toBe('1000/0');
  });

  test('is canceled with all others, and both are counted', () => {
    const { limit, stop } = sellPair();
    fixture.place(limitOrder('sell', 1, 120));
    const command = { type: 'CancelAllOrders', accountId: ana, instrumentId: instrumentId(0) } as const;
    expect(fixture.apply(command)).toEqual({ ok: true, value: { canceled: 3 } });
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'canceled user_canceled',
      'canceled oco',
    ]);
  });

  test('expires', () => {
    const limit = fixture.place(
      limitOrder('sell', 10, 110, { timeInForce: 'gtd', expiresAt: fixture.at + 10 }),
    ).orderId;
    const stop = fixture.place(
      stopOrder('stop_market', 'sell', 10, {
        stopPrice: 90,
        oco: limit,
        timeInForce: 'gtd',
        expiresAt: fixture.at + 10,
      }),
    ).orderId;
    fixture.at = millis(fixture.at + 10);
    fixture.apply({ type: 'Tick' });
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'expired expired',
      'canceled oco',
    ]);
  });

  test('ends with its market', () => {
    const { limit, stop } = sellPair();
    fixture.apply(buildMarketState('stopped'));
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'canceled market_stopped',
      'canceled oco',
    ]);
  });
});

describe('an incoming limit order that forms a pair', () => {
  test('cancels the stop before its first trade, and can spend its funds', () => {
    const stop = fixture.place(stopOrder('stop_limit', 'buy', 900, { stopPrice: 110, price: 111 })).orderId;
    fixture.place(limitOrder('sell', 5, 100, { account: beto }));
    const placed = fixture.place(limitOrder('buy', 900, 100, { oco: stop }));
    expect(placed).toMatchObject({ status: 'working', executed: 5n });
    expect(fixture.describeOrder(stop)).toBe('canceled oco');
    const events = fixture.log.all.slice(-10);
    const canceledAt = events.findIndex((event) => (event as { reason?: string }).reason === 'oco');
    const tradedAt = events.findIndex((event) => 'tradeId' in (event as object));
    expect(canceledAt).toBeLessThan(tradedAt);
    expect(canceledAt).toBeGreaterThanOrEqual(0);
    expect(fixture.position(ana, cop)).toBe('99500/89500');
    fixture.engine.checkInvariants();
  });

  test('leaves the stop waiting when it rests', () => {
    const stop = fixture.place(stopOrder('stop_market', 'sell', 5, { stopPrice: 90 })).orderId;
    const limit = fixture.place(limitOrder('sell', 5, 110, { oco: stop })).orderId;
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'working accepted',
      'working accepted',
    ]);
    expect(fixture.position(ana, btc)).toBe('1000/5');
  });

  test('cancels the stop when it meets an order of its own account', () => {
    fixture.place(limitOrder('sell', 5, 101));
    const stop = fixture.place(stopOrder('stop_market', 'buy', 5, { stopPrice: 110 })).orderId;
    const limit = fixture.place(limitOrder('buy', 5, 102, { oco: stop })).orderId;
    expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
      'canceled self_trade',
      'canceled oco',
    ]);
    expect(fixture.position(ana, cop)).toBe('100000/0');
  });
});

describe('oco_invalid', () => {
  const stopWith = (oco: number, side: 'buy' | 'sell' = 'sell') =>
    fixture.apply(stopOrder('stop_market', side, 5, { stopPrice: side === 'sell' ? 90 : 115, oco }));
  const refused = { ok: false, refusal: 'oco_invalid' };

  test('an order that is not open', () => {
    expect(stopWith(4711)).toEqual(refused);
  });

  test('an order of another account', () => {
    expect(stopWith(fixture.place(limitOrder('sell', 5, 110, { account: beto })).orderId)).toEqual(refused);
  });

  test('an order of the other side', () => {
    expect(stopWith(fixture.place(limitOrder('sell', 5, 110)).orderId, 'buy')).toEqual(refused);
  });

  test('an order of another instrument', () => {
    const other = fixture.place(limitOrder('sell', 5, 110, { instrument: btcUsdt })).orderId;
    expect(stopWith(other)).toEqual(refused);
  });

  test('an order that already has a partner', () => {
    expect(stopWith(sellPair().limit)).toEqual(refused);
  });

  test('two limit orders, or two stops', () => {
    const limit = fixture.place(limitOrder('sell', 5, 110)).orderId;
    expect(fixture.apply(limitOrder('sell', 5, 111, { oco: limit }))).toEqual(refused);
    const stop = fixture.place(stopOrder('stop_market', 'sell', 5, { stopPrice: 91 })).orderId;
    expect(stopWith(stop)).toEqual(refused);
  });

  test('a stop that has been triggered', () => {
    const stop = fixture.place(stopOrder('stop_limit', 'sell', 5, { stopPrice: 95, price: 120 })).orderId;
    fixture.tradeAt(95);
    expect(fixture.describeOrder(stop)).toBe('working triggered');
    expect(fixture.apply(limitOrder('sell', 5, 111, { oco: stop }))).toEqual(refused);
    expect(stopWith(stop)).toEqual(refused);
  });
});

test('a pair survives a snapshot', () => {
  const { limit, stop } = sellPair();
  fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
  fixture.place(limitOrder('buy', 3, 110, { account: beto }));
  expect([fixture.describeOrder(limit), fixture.describeOrder(stop)]).toEqual([
    'working trade',
    'canceled oco',
  ]);
  expect(fixture.engine.level1(btcCop).ask).toMatchObject({ quantity: 7n });
});
