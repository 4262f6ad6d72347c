import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, instrumentId } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  buildMarketState,
  btcUsdt,
  buildCancel,
  cop,
  EngineFixture,
  limitOrder,
  usdt,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  fixture.fund(ana, btc, 1000n);
  fixture.fund(ana, cop, 1000n);
  fixture.fund(ana, usdt, 1000n);
});

describe('canceling one order', () => {
  test('releases its hold', () => {
    const { orderId } = fixture.place(limitOrder('buy', 5, 100));
    expect(fixture.position(ana, cop)).toBe('1000/500');
    expect(fixture.apply(buildCancel(orderId))).toEqual({ ok: true, value: { canceled: 1 } });
    expect(fixture.position(ana, cop)).toBe('1000/0');
    expect(fixture.engine.level1(btcCop).bid).toBeNull();
    expect(fixture.log.closed.at(-1)).toMatchObject({ status: 'canceled', reason: 'user_canceled' });
  });

  test('an order of another account is as unknown as one that does not exist', () => {
    const { orderId } = fixture.place(limitOrder('buy', 5, 100));
    for (const command of [buildCancel(orderId, beto), buildCancel(4711)]) {
      expect(fixture.apply(command)).toEqual({ ok: false, refusal: 'order_unknown' });
    }
  });

  test('a canceled order is unknown from then on', () => {
    const { orderId } = fixture.place(limitOrder('buy', 5, 100));
    fixture.apply(buildCancel(orderId));
    expect(fixture.apply(buildCancel(orderId))).toEqual({ ok: false, refusal: 'order_unknown' });
    expect(fixture.engine.order(orderId)).toBeUndefined();
  });

  test('works on a locked account and a paused instrument', () => {
    const { orderId } = fixture.place(limitOrder('buy', 5, 100));
    fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
    fixture.apply(buildMarketState('paused'));
    expect(fixture.apply(buildCancel(orderId)).ok).toBe(true);
  });
});

describe('canceling all orders', () => {
  beforeEach(() => {
    fixture.place(limitOrder('buy', 1, 100));
    fixture.place(limitOrder('sell', 2, 110));
    fixture.place(limitOrder('buy', 5, 100, { instrument: btcUsdt }));
  });

  test.each([
    { instrument: btcCop, canceled: 2 },
    { instrument: btcUsdt, canceled: 1 },
    { instrument: instrumentId(0), canceled: 3 },
    { instrument: instrumentId(99), canceled: 0 },
  ])('of instrument $instrument cancels $canceled', ({ instrument, canceled }) => {
    expect(fixture.apply({ type: 'CancelAllOrders', accountId: ana, instrumentId: instrument })).toEqual({
      ok: true,
      value: { canceled },
    });
    expect(fixture.engine.openOrders(ana)).toHaveLength(3 - canceled);
    fixture.engine.checkInvariants();
  });

  test('of an unknown account is refused', () => {
    const command = { type: 'CancelAllOrders', accountId: accountId(4711), instrumentId: btcCop } as const;
    expect(fixture.apply(command)).toEqual({ ok: false, refusal: 'account_unknown' });
  });
});
