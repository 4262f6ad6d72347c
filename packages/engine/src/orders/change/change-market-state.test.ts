import { beforeEach, describe, expect, test } from 'vitest';
import { instrumentId } from '@salar/protocol';
import type { InstrumentState } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  buildCancel,
  createFundedFixture,
  limitOrder,
  buildMarketState,
  stopOrder,
} from '@salar/testing/engine-fixture';
import type { EngineFixture } from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = createFundedFixture();
  fixture.tradeAt(100);
});

test('stopping a market cancels all its orders, oldest first, and none of another market', () => {
  const ids = [
    fixture.place(limitOrder('buy', 1, 90)),
    fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 })),
    fixture.place(limitOrder('sell', 1, 110, { account: beto })),
  ].map(({ orderId }) => orderId);
  const other = fixture.place(limitOrder('buy', 5, 90, { instrument: btcUsdt })).orderId;
  expect(fixture.apply(buildMarketState('stopped'))).toEqual({ ok: true, value: null });
  expect(fixture.log.closed.slice(-3).map((order) => order.orderId)).toEqual(ids);
  expect(ids.map((id) => fixture.describeOrder(id))).toEqual(ids.map(() => 'canceled market_stopped'));
  expect(fixture.describeOrder(other)).toBe('working accepted');
  expect(fixture.position(ana, btc)).toBe('1000/0');
  expect(fixture.engine.level2(btcCop, 5)).toEqual({ bids: [], asks: [] });
  fixture.engine.checkInvariants();
});

test('orders in the book, waiting stops, and stops that trigger as soon as the market runs are counted', () => {
  fixture.place(limitOrder('buy', 1, 90));
  fixture.place(limitOrder('buy', 1, 90, { account: beto }));
  fixture.place(limitOrder('sell', 1, 110, { account: beto }));
  fixture.place(stopOrder('stop_market', 'sell', 1, { trigger: 'bid', stopPrice: 85 }));
  fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 }));
  expect(fixture.engine.openOrderCounts(btcCop)).toEqual({ resting: 3, waiting: 2, due: 0 });
  fixture.apply(buildMarketState('cancel_only'));
  fixture.apply({ type: 'CancelAllOrders', accountId: ana, instrumentId: btcCop });
  fixture.apply(buildMarketState('post_only'));
  expect(fixture.engine.openOrderCounts(btcCop)).toEqual({ resting: 2, waiting: 0, due: 0 });
  fixture.place(stopOrder('stop_market', 'sell', 1, { trigger: 'bid', stopPrice: 89 }));
  fixture.apply({ type: 'CancelAllOrders', accountId: beto, instrumentId: btcCop });
  fixture.place(limitOrder('buy', 1, 88, { account: beto }));
  expect(fixture.engine.openOrderCounts(btcCop)).toEqual({ resting: 1, waiting: 1, due: 1 });
  fixture.apply(buildMarketState('running'));
  expect(fixture.engine.openOrderCounts(btcCop)).toEqual({ resting: 0, waiting: 0, due: 0 });
});

describe('transitions from each state', () => {
  const states: readonly InstrumentState[] = ['running', 'post_only', 'cancel_only', 'paused', 'stopped'];
  const ways = states.flatMap((from) => states.map((to) => ({ from, to })));
  test.each(ways)('from $from to $to', ({ from, to }) => {
    fixture.apply(buildMarketState(from));
    const isSkipped = from === 'stopped' && to !== 'post_only' && to !== 'stopped';
    expect(fixture.apply(buildMarketState(to))).toEqual(
      isSkipped ? { ok: false, refusal: 'stage_skipped' } : { ok: true, value: null },
    );
    expect(fixture.engine.instrument(btcCop)?.state).toBe(isSkipped ? 'stopped' : to);
  });
});

test('a market reopens with a book before there are trades', () => {
  fixture.apply(buildMarketState('stopped'));
  fixture.apply(buildMarketState('post_only'));
  fixture.place(limitOrder('buy', 5, 99));
  expect(fixture.apply(limitOrder('sell', 5, 99, { account: beto }))).toEqual({
    ok: false,
    refusal: 'post_only_would_take',
  });
  fixture.place(limitOrder('sell', 5, 101, { account: beto }));
  fixture.apply(buildMarketState('running'));
  expect(fixture.place(limitOrder('sell', 5, 99, { account: beto })).status).toBe('filled');
});

test.each(['post_only', 'cancel_only', 'paused'] as const)(
  'orders can be canceled in a market that is %s',
  (state) => {
    const { orderId } = fixture.place(limitOrder('buy', 5, 99));
    const stop = fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 })).orderId;
    fixture.apply(buildMarketState(state));
    expect(fixture.apply(buildCancel(orderId)).ok).toBe(true);
    expect(fixture.apply(buildCancel(stop)).ok).toBe(true);
  },
);

test('the state of an unknown market cannot be set', () => {
  const command = { ...buildMarketState('stopped'), instrumentId: instrumentId(99) };
  expect(fixture.apply(command)).toEqual({ ok: false, refusal: 'instrument_unknown' });
});
