import { beforeEach, describe, expect, test } from 'vitest';
import { lots, minor } from '@salar/protocol';
import type { ModifyOrderRefusal } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  carla,
  cop,
  fundedDesk,
  limitOrder,
  marketStateOf,
  modifyOf,
  stopOrder,
  usdt,
} from '@salar/testing/engine-fixture';
import type { EngineDesk } from '@salar/testing/engine-fixture';

let desk: EngineDesk;
beforeEach(() => {
  desk = fundedDesk();
});

test('frees the funds of the lots taken off, and leaves the rest open', () => {
  const { orderId } = desk.place(limitOrder('buy', 10, 100));
  desk.place(limitOrder('sell', 3, 100, { account: beto }));
  expect(desk.apply(modifyOf(orderId, 5))).toEqual({ ok: true, value: null });
  expect(desk.log.working.at(-1)).toMatchObject({ quantity: 8n, executed: 3n, reason: 'modified' });
  expect(desk.engine.order(orderId)).toMatchObject({ quantity: 8n, executed: 3n, reason: 'trade' });
  expect(desk.position(ana, cop)).toBe('99700/500');
  expect(desk.engine.level1(btcCop).bid).toMatchObject({ quantity: 5n });
  desk.engine.checkInvariants();
});

test('keeps its place in the queue', () => {
  const first = desk.place(limitOrder('buy', 10, 100)).orderId;
  desk.place(limitOrder('buy', 10, 100, { account: carla }));
  desk.apply(modifyOf(first, 2));
  desk.place(limitOrder('sell', 3, 100, { account: beto }));
  expect(desk.log.trades.map(({ maker, quantity }) => [maker.accountId, quantity])).toEqual([
    [ana, 2n],
    [carla, 1n],
  ]);
});

test('holds stay exact where lots cost fractions', () => {
  // One tick-lot is 0.07: 5 lots at 101 hold 36, 3 lots 22.
  const { orderId } = desk.place(limitOrder('buy', 5, 101, { instrument: btcUsdt }));
  desk.apply(modifyOf(orderId, 3));
  expect(desk.position(ana, usdt)).toBe('100000/22');
});

test('a stop that waits is lowered as well, and trades no more than that', () => {
  desk.tradeAt(100);
  const { orderId } = desk.place(stopOrder('stop_market', 'sell', 10, { stopPrice: 90 }));
  desk.apply(modifyOf(orderId, 4));
  expect(desk.position(ana, btc)).toBe('1000/4');
  desk.place(limitOrder('buy', 20, 89, { account: beto }));
  desk.tradeAt(90);
  expect(desk.log.closed.at(-1)).toMatchObject({ orderId, quantity: 4n, executed: 4n, status: 'filled' });
});

test('what is left may be told again', () => {
  const { orderId } = desk.place(limitOrder('buy', 10, 100));
  expect(desk.apply(modifyOf(orderId, 10)).ok).toBe(true);
  expect(desk.engine.order(orderId)).toMatchObject({ quantity: 10n, reason: 'accepted' });
});

test.each(['post_only', 'cancel_only'] as const)('a locked account may, in a market that is %s', (state) => {
  const { orderId } = desk.place(limitOrder('buy', 10, 100));
  desk.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
  desk.apply(marketStateOf(state));
  expect(desk.apply(modifyOf(orderId, 1)).ok).toBe(true);
});

describe('refusals', () => {
  const rows: readonly (readonly [
    ModifyOrderRefusal,
    string,
    (orderId: number) => ReturnType<typeof modifyOf>,
  ])[] = [
    ['order_unknown', 'an order that is not open', () => modifyOf(4711, 0)],
    ['order_unknown', 'an order of someone else', (orderId) => modifyOf(orderId, 0, beto)],
    [
      'market_not_running',
      'a paused market',
      (orderId) => {
        desk.apply(marketStateOf('paused'));
        return modifyOf(orderId, 0);
      },
    ],
    ['quantity_invalid', 'nothing', (orderId) => modifyOf(orderId, 0)],
    ['quantity_invalid', 'more than is left', (orderId) => modifyOf(orderId, 8)],
    ['quantity_below_minimum', 'less than the market takes', (orderId) => modifyOf(orderId, 1)],
  ];
  test.each(rows)('%s: %s', (refusal, _, commandOf) => {
    const { orderId } = desk.place(limitOrder('buy', 10, 100));
    desk.place(limitOrder('sell', 3, 100, { account: beto }));
    desk.apply({
      type: 'AlterInstrument',
      instrumentId: btcCop,
      quantityMin: lots(2n),
      quantityMax: lots(0n),
      notionalMin: minor(0n),
      notionalMax: minor(0n),
      collarPpm: 50_000,
    });
    expect(desk.apply(commandOf(orderId))).toEqual({ ok: false, refusal });
    expect(desk.engine.order(orderId)).toMatchObject({ quantity: 10n });
  });
});
