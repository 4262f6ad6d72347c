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
  createFundedFixture,
  limitOrder,
  buildMarketState,
  buildModify,
  stopOrder,
  usdt,
} from '@salar/testing/engine-fixture';
import type { EngineFixture } from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = createFundedFixture();
});

test('releases the funds of the removed lots, and leaves the rest open', () => {
  const { orderId } = fixture.place(limitOrder('buy', 10, 100));
  fixture.place(limitOrder('sell', 3, 100, { account: beto }));
  expect(fixture.apply(buildModify(orderId, 5))).toEqual({ ok: true, value: null });
  expect(fixture.log.working.at(-1)).toMatchObject({ quantity: 8n, executed: 3n, reason: 'modified' });
  expect(fixture.engine.order(orderId)).toMatchObject({ quantity: 8n, executed: 3n, reason: 'trade' });
  expect(fixture.position(ana, cop)).toBe('99700/500');
  expect(fixture.engine.level1(btcCop).bid).toMatchObject({ quantity: 5n });
  fixture.engine.checkInvariants();
});

test('keeps its queue position', () => {
  const first = fixture.place(limitOrder('buy', 10, 100)).orderId;
  fixture.place(limitOrder('buy', 10, 100, { account: carla }));
  fixture.apply(buildModify(first, 2));
  fixture.place(limitOrder('sell', 3, 100, { account: beto }));
  expect(fixture.log.trades.map(({ maker, quantity }) => [maker.accountId, quantity])).toEqual([
    [ana, 2n],
    [carla, 1n],
  ]);
});

test('holds stay exact where lots cost fractions', () => {
  // One tick-lot is 0.07: 5 lots at 101 hold 36, 3 lots 22.
  const { orderId } = fixture.place(limitOrder('buy', 5, 101, { instrument: btcUsdt }));
  fixture.apply(buildModify(orderId, 3));
  expect(fixture.position(ana, usdt)).toBe('100000/22');
});

test('a waiting stop is reduced as well, and trades no more than that', () => {
  fixture.tradeAt(100);
  const { orderId } = fixture.place(stopOrder('stop_market', 'sell', 10, { stopPrice: 90 }));
  fixture.apply(buildModify(orderId, 4));
  expect(fixture.position(ana, btc)).toBe('1000/4');
  fixture.place(limitOrder('buy', 20, 89, { account: beto }));
  fixture.tradeAt(90);
  expect(fixture.log.closed.at(-1)).toMatchObject({ orderId, quantity: 4n, executed: 4n, status: 'filled' });
});

test('the remaining quantity can be set again', () => {
  const { orderId } = fixture.place(limitOrder('buy', 10, 100));
  expect(fixture.apply(buildModify(orderId, 10)).ok).toBe(true);
  expect(fixture.engine.order(orderId)).toMatchObject({ quantity: 10n, reason: 'accepted' });
});

test.each(['post_only', 'cancel_only'] as const)(
  'a locked account can reduce orders in a market that is %s',
  (state) => {
    const { orderId } = fixture.place(limitOrder('buy', 10, 100));
    fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
    fixture.apply(buildMarketState(state));
    expect(fixture.apply(buildModify(orderId, 1)).ok).toBe(true);
  },
);

describe('refusals', () => {
  const rows: readonly (readonly [
    ModifyOrderRefusal,
    string,
    (orderId: number) => ReturnType<typeof buildModify>,
  ])[] = [
    ['order_unknown', 'an order that is not open', () => buildModify(4711, 0)],
    ['order_unknown', 'an order of another account', (orderId) => buildModify(orderId, 0, beto)],
    [
      'market_not_running',
      'a paused market',
      (orderId) => {
        fixture.apply(buildMarketState('paused'));
        return buildModify(orderId, 0);
      },
    ],
    ['quantity_invalid', 'nothing', (orderId) => buildModify(orderId, 0)],
    ['quantity_invalid', 'more than remains', (orderId) => buildModify(orderId, 8)],
    ['quantity_below_minimum', 'less than the minimum of the market', (orderId) => buildModify(orderId, 1)],
  ];
  test.each(rows)('%s: %s', (refusal, _, commandOf) => {
    const { orderId } = fixture.place(limitOrder('buy', 10, 100));
    fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    fixture.apply({
      type: 'AlterInstrument',
      instrumentId: btcCop,
      quantityMin: lots(2n),
      quantityMax: lots(0n),
      notionalMin: minor(0n),
      notionalMax: minor(0n),
      collarPpm: 50_000,
    });
    expect(fixture.apply(commandOf(orderId))).toEqual({ ok: false, refusal });
    expect(fixture.engine.order(orderId)).toMatchObject({ quantity: 10n });
  });
});
