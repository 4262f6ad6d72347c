import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, instrumentId } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  cancelOf,
  cop,
  EngineDesk,
  limitOrder,
  usdt,
} from '@salar/testing/engine-fixture';

let desk: EngineDesk;
beforeEach(() => {
  desk = new EngineDesk();
  desk.fund(ana, btc, 1000n);
  desk.fund(ana, cop, 1000n);
  desk.fund(ana, usdt, 1000n);
});

describe('canceling one order', () => {
  test('gives its hold back', () => {
    const { orderId } = desk.place(limitOrder('buy', 5, 100));
    expect(desk.position(ana, cop)).toBe('1000/500');
    expect(desk.apply(cancelOf(orderId))).toEqual({ ok: true, value: { canceled: 1 } });
    expect(desk.position(ana, cop)).toBe('1000/0');
    expect(desk.engine.level1(btcCop).bid).toBeNull();
    expect(desk.log.closed.at(-1)).toMatchObject({ status: 'canceled', reason: 'user_canceled' });
  });

  test('an order of someone else is as unknown as none', () => {
    const { orderId } = desk.place(limitOrder('buy', 5, 100));
    for (const command of [cancelOf(orderId, beto), cancelOf(4711)]) {
      expect(desk.apply(command)).toEqual({ ok: false, refusal: 'order_unknown' });
    }
  });

  test('a canceled order is unknown from then on', () => {
    const { orderId } = desk.place(limitOrder('buy', 5, 100));
    desk.apply(cancelOf(orderId));
    expect(desk.apply(cancelOf(orderId))).toEqual({ ok: false, refusal: 'order_unknown' });
    expect(desk.engine.order(orderId)).toBeUndefined();
  });

  test('works on a locked account and a paused instrument', () => {
    const { orderId } = desk.place(limitOrder('buy', 5, 100));
    desk.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
    desk.apply({ type: 'SetInstrumentState', instrumentId: btcCop, state: 'paused' });
    expect(desk.apply(cancelOf(orderId)).ok).toBe(true);
  });
});

describe('canceling all orders', () => {
  beforeEach(() => {
    desk.place(limitOrder('buy', 1, 100));
    desk.place(limitOrder('sell', 2, 110));
    desk.place(limitOrder('buy', 5, 100, { instrument: btcUsdt }));
  });

  test.each([
    { instrument: btcCop, canceled: 2 },
    { instrument: btcUsdt, canceled: 1 },
    { instrument: instrumentId(0), canceled: 3 },
    { instrument: instrumentId(99), canceled: 0 },
  ])('of instrument $instrument cancels $canceled', ({ instrument, canceled }) => {
    expect(desk.apply({ type: 'CancelAllOrders', accountId: ana, instrumentId: instrument })).toEqual({
      ok: true,
      value: { canceled },
    });
    expect(desk.engine.openOrders(ana)).toHaveLength(3 - canceled);
    desk.engine.checkInvariants();
  });

  test('of an unknown account is refused', () => {
    const command = { type: 'CancelAllOrders', accountId: accountId(4711), instrumentId: btcCop } as const;
    expect(desk.apply(command)).toEqual({ ok: false, refusal: 'account_unknown' });
  });
});
