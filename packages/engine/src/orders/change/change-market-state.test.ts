import { beforeEach, describe, expect, test } from 'vitest';
import { instrumentId } from '@salar/protocol';
import type { InstrumentState } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  cancelOf,
  fundedDesk,
  limitOrder,
  marketStateOf,
  stopOrder,
} from '@salar/testing/engine-fixture';
import type { EngineDesk } from '@salar/testing/engine-fixture';

let desk: EngineDesk;
beforeEach(() => {
  desk = fundedDesk();
  desk.tradeAt(100);
});

test('stopping a market cancels all its orders, oldest first, and none of another', () => {
  const ids = [
    desk.place(limitOrder('buy', 1, 90)),
    desk.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 })),
    desk.place(limitOrder('sell', 1, 110, { account: beto })),
  ].map(({ orderId }) => orderId);
  const other = desk.place(limitOrder('buy', 5, 90, { instrument: btcUsdt })).orderId;
  expect(desk.apply(marketStateOf('stopped'))).toEqual({ ok: true, value: null });
  expect(desk.log.closed.slice(-3).map((order) => order.orderId)).toEqual(ids);
  expect(ids.map((id) => desk.told(id))).toEqual(ids.map(() => 'canceled market_stopped'));
  expect(desk.told(other)).toBe('working accepted');
  expect(desk.position(ana, btc)).toBe('1000/0');
  expect(desk.engine.level2(btcCop, 5)).toEqual({ bids: [], asks: [] });
  desk.engine.checkInvariants();
});

describe('the way out of each state', () => {
  const states: readonly InstrumentState[] = ['running', 'post_only', 'cancel_only', 'paused', 'stopped'];
  const ways = states.flatMap((from) => states.map((to) => ({ from, to })));
  test.each(ways)('from $from to $to', ({ from, to }) => {
    desk.apply(marketStateOf(from));
    const isSkipped = from === 'stopped' && to !== 'post_only' && to !== 'stopped';
    expect(desk.apply(marketStateOf(to))).toEqual(
      isSkipped ? { ok: false, refusal: 'stage_skipped' } : { ok: true, value: null },
    );
    expect(desk.engine.instrument(btcCop)?.state).toBe(isSkipped ? 'stopped' : to);
  });
});

test('a market reopens with a book before there are trades', () => {
  desk.apply(marketStateOf('stopped'));
  desk.apply(marketStateOf('post_only'));
  desk.place(limitOrder('buy', 5, 99));
  expect(desk.apply(limitOrder('sell', 5, 99, { account: beto }))).toEqual({
    ok: false,
    refusal: 'post_only_would_take',
  });
  desk.place(limitOrder('sell', 5, 101, { account: beto }));
  desk.apply(marketStateOf('running'));
  expect(desk.place(limitOrder('sell', 5, 99, { account: beto })).status).toBe('filled');
});

test.each(['post_only', 'cancel_only', 'paused'] as const)(
  'orders may be canceled in a market that is %s',
  (state) => {
    const { orderId } = desk.place(limitOrder('buy', 5, 99));
    const stop = desk.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 })).orderId;
    desk.apply(marketStateOf(state));
    expect(desk.apply(cancelOf(orderId)).ok).toBe(true);
    expect(desk.apply(cancelOf(stop)).ok).toBe(true);
  },
);

test('an unknown market has no state', () => {
  const command = { type: 'SetInstrumentState', instrumentId: instrumentId(99), state: 'stopped' } as const;
  expect(desk.apply(command)).toEqual({ ok: false, refusal: 'instrument_unknown' });
});
