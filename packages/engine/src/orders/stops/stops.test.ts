/** Stops: when they are triggered, in which order, what they become, and what they hold meanwhile. */
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, millis, minor } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  buildCancel,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  buildMarketState,
  stopOrder,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
  }
  fixture.tradeAt(100);
});

function getCurrentStop(id: number): number | undefined {
  return fixture.engine.openOrders(ana).find((order) => order.orderId === id)?.stop?.currentStop;
}

/** Returns what ana's orders traded, in the order of the trades: [order, price]. */
function trades(): [number, number][] {
  return fixture.log.trades
    .filter(({ taker }) => taker.accountId === ana)
    .map(({ taker, price }) => [taker.orderId, price]);
}

describe('triggers', () => {
  test('a waiting stop is open, and not in the book', () => {
    const { orderId } = fixture.place(stopOrder('stop_limit', 'sell', 5, { stopPrice: 95, price: 94 }));
    expect(fixture.engine.order(orderId)).toMatchObject({
      status: 'working',
      reason: 'accepted',
      stop: { trigger: 'last', stopPrice: 95, currentStop: 95, isWaiting: true },
    });
    expect(fixture.engine.level2(btcCop, 5).asks).toEqual([]);
    expect(fixture.position(ana, btc)).toBe('1000/5');
  });

  test.each([
    ['buy', 105, 104, 105],
    ['sell', 95, 96, 95],
  ] as const)('a %s at %i is not triggered at %i, but at %i', (side, stopPrice, before, at) => {
    const { orderId } = fixture.place(
      stopOrder('stop_limit', side, 1, { stopPrice, price: side === 'buy' ? 101 : 99 }),
    );
    fixture.tradeAt(before);
    expect(fixture.engine.order(orderId)?.stop?.isWaiting).toBe(true);
    fixture.tradeAt(at);
    expect(fixture.engine.order(orderId)).toMatchObject({ reason: 'triggered', stop: { isWaiting: false } });
  });

  test('stops can also watch the best bid and the best ask', () => {
    const onBid = fixture.place(
      stopOrder('stop_limit', 'buy', 1, { trigger: 'bid', stopPrice: 98, price: 90 }),
    );
    const onAsk = fixture.place(
      stopOrder('stop_limit', 'sell', 1, { trigger: 'ask', stopPrice: 102, price: 110 }),
    );
    fixture.place(limitOrder('buy', 1, 98, { account: beto }));
    expect(fixture.describeOrder(onBid.orderId)).toBe('working triggered');
    expect(fixture.describeOrder(onAsk.orderId)).toBe('working accepted');
    const ask = fixture.place(limitOrder('sell', 1, 103, { account: beto }));
    expect(fixture.describeOrder(onAsk.orderId)).toBe('working accepted');
    fixture.place(limitOrder('sell', 1, 102, { account: beto }));
    expect(fixture.describeOrder(onAsk.orderId)).toBe('working triggered');
    expect(fixture.describeOrder(ask.orderId)).toBe('working accepted');
  });

  test('a canceled order can move the price that a stop watches', () => {
    fixture.place(limitOrder('buy', 1, 95, { account: beto }));
    const best = fixture.place(limitOrder('buy', 1, 98, { account: beto }));
    const stop = fixture.place(
      stopOrder('stop_limit', 'sell', 1, { trigger: 'bid', stopPrice: 95, price: 99 }),
    );
    fixture.apply(buildCancel(best.orderId, beto));
    expect(fixture.describeOrder(stop.orderId)).toBe('working triggered');
  });

  test('last before bid before ask, buys before sells, nearest first, then oldest', () => {
    const place = (side: 'buy' | 'sell', trigger: 'last' | 'bid' | 'ask', stopPrice: number) =>
      fixture.place(
        stopOrder('stop_limit', side, 1, { trigger, stopPrice, price: side === 'buy' ? 50 : 150 }),
      ).orderId;
    fixture.apply(buildMarketState('post_only'));
    const ids = {
      sellAsk: place('sell', 'ask', 130),
      buyBid: place('buy', 'bid', 80),
      sellLastFar: place('sell', 'last', 90),
      sellLastNear: place('sell', 'last', 95),
      sellLastNearToo: place('sell', 'last', 95),
    };
    fixture.place(limitOrder('buy', 1, 89, { account: beto }));
    fixture.place(limitOrder('sell', 1, 120, { account: beto }));
    const from = fixture.log.working.length;
    fixture.apply(buildMarketState('running'));
    // The bid and the ask of beto trigger two of them; a trade at 89 triggers the others.
    fixture.place(limitOrder('sell', 1, 89, { account: carla }));
    const triggered = fixture.log.working.slice(from).filter((order) => order.reason === 'triggered');
    expect(triggered.map((order) => order.orderId)).toEqual([
      ids.buyBid,
      ids.sellAsk,
      ids.sellLastNear,
      ids.sellLastNearToo,
      ids.sellLastFar,
    ]);
  });

  test('one stop can trigger the next, and each trades before the next is checked', () => {
    for (const price of [95, 90, 85]) fixture.place(limitOrder('buy', 1, price, { account: beto }));
    const far = fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 91 }));
    const near = fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 96 }));
    fixture.place(limitOrder('sell', 1, 95, { account: carla }));
    expect(trades()).toEqual([
      [near.orderId, 90],
      [far.orderId, 85],
    ]);
    fixture.engine.checkInvariants();
  });

  test('stops wait while the market is not running, and are checked when it runs again', () => {
    const { orderId } = fixture.place(
      stopOrder('stop_limit', 'buy', 1, { trigger: 'bid', stopPrice: 97, price: 90 }),
    );
    fixture.apply(buildMarketState('post_only'));
    fixture.place(limitOrder('buy', 1, 98, { account: beto }));
    expect(fixture.describeOrder(orderId)).toBe('working accepted');
    fixture.apply(buildMarketState('running'));
    expect(fixture.describeOrder(orderId)).toBe('working triggered');
  });

  test('a condition that no longer holds when the market runs again triggers nothing', () => {
    const { orderId } = fixture.place(
      stopOrder('stop_limit', 'buy', 1, { trigger: 'bid', stopPrice: 97, price: 90 }),
    );
    fixture.apply(buildMarketState('post_only'));
    const bid = fixture.place(limitOrder('buy', 1, 98, { account: beto }));
    fixture.apply(buildCancel(bid.orderId, beto));
    fixture.apply(buildMarketState('running'));
    expect(fixture.describeOrder(orderId)).toBe('working accepted');
  });
});

describe('what a triggered stop becomes', () => {
  test('a market order within the collar, and no higher than its protection price', () => {
    for (const price of [110, 111, 112]) fixture.place(limitOrder('sell', 1, price, { account: beto }));
    // 105 x 1.05 is 110.25: 111.
    const { orderId } = fixture.place(stopOrder('stop_market', 'buy', 3, { stopPrice: 105 }));
    expect(fixture.position(ana, cop)).toBe('100000/333');
    fixture.tradeAt(105);
    expect(trades()).toEqual([
      [orderId, 110],
      [orderId, 111],
    ]);
    expect(fixture.describeOrder(orderId)).toBe('canceled price_collar');
    expect(fixture.position(ana, cop)).toBe('99779/0');
  });

  test('the last trade bounds it in an altered market', () => {
    fixture.apply({
      type: 'AlterInstrument',
      instrumentId: btcCop,
      quantityMin: lots(0n),
      quantityMax: lots(0n),
      notionalMin: minor(0n),
      notionalMax: minor(0n),
      collarPpm: 20_000,
    });
    for (const price of [92, 90]) fixture.place(limitOrder('buy', 1, price, { account: beto }));
    const { orderId } = fixture.place(stopOrder('stop_market', 'sell', 2, { stopPrice: 93 }));
    // 2 % below 93 is 91.14: not below 92.
    fixture.tradeAt(93);
    expect(trades()).toEqual([[orderId, 92]]);
    expect(fixture.describeOrder(orderId)).toBe('canceled price_collar');
  });

  test('canceled when the other side is empty', () => {
    const { orderId } = fixture.place(stopOrder('stop_market', 'buy', 3, { stopPrice: 105 }));
    fixture.tradeAt(105);
    expect(fixture.describeOrder(orderId)).toBe('canceled no_more_market');
  });

  test('canceled when it meets an order of its own account', () => {
    fixture.place(limitOrder('sell', 1, 106));
    const { orderId } = fixture.place(stopOrder('stop_market', 'buy', 3, { stopPrice: 105 }));
    fixture.tradeAt(105);
    expect(fixture.describeOrder(orderId)).toBe('canceled self_trade');
  });

  test('a limit order that takes what it can and rests with its remainder, showing its display quantity', () => {
    fixture.place(limitOrder('sell', 2, 106, { account: beto }));
    const { orderId } = fixture.place(
      stopOrder('stop_limit', 'buy', 10, { stopPrice: 105, price: 106, displayQuantity: 3 }),
    );
    fixture.tradeAt(105);
    expect(fixture.engine.order(orderId)).toMatchObject({ reason: 'trade', executed: 2n, price: 106 });
    expect(fixture.engine.level1(btcCop).bid).toMatchObject({ price: 106, quantity: 3n });
    expect(fixture.position(ana, cop)).toBe('99788/848');
  });

  test('a triggered order that rests goes behind the others, and keeps its age among the orders of its account', () => {
    const stop = fixture.place(stopOrder('stop_limit', 'buy', 1, { stopPrice: 105, price: 99 }));
    const older = fixture.place(limitOrder('buy', 1, 99, { account: beto }));
    const newer = fixture.place(limitOrder('buy', 1, 98));
    fixture.tradeAt(105);
    fixture.place(limitOrder('sell', 2, 99, { account: carla }));
    expect(fixture.log.closed.slice(-3, -1).map((order) => order.orderId)).toEqual([
      older.orderId,
      stop.orderId,
    ]);
    expect(fixture.engine.openOrders(ana).map((order) => order.orderId)).toEqual([newer.orderId]);
  });

  test('a stop expires while it waits, and after it was triggered', () => {
    const expiresAt = fixture.at + 1000;
    const choice = { stopPrice: 105, price: 99, timeInForce: 'gtd', expiresAt } as const;
    const waiting = fixture.place(stopOrder('stop_limit', 'buy', 1, { ...choice, stopPrice: 120 }));
    const triggered = fixture.place(stopOrder('stop_limit', 'buy', 1, choice));
    fixture.tradeAt(105);
    fixture.at = millis(fixture.at + 1000);
    fixture.apply({ type: 'Tick' });
    expect([waiting, triggered].map(({ orderId }) => fixture.describeOrder(orderId))).toEqual([
      'expired expired',
      'expired expired',
    ]);
    expect(fixture.position(ana, cop)).toBe('100000/0');
  });
});

describe('trailing stops', () => {
  test('a sell follows the market up and never down', () => {
    const { orderId } = fixture.place(stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5 }));
    expect(getCurrentStop(orderId)).toBe(95);
    for (const [price, stop] of [
      [99, 95],
      [103, 98],
      [101, 98],
      [99, 98],
      [110, 105],
    ] as const) {
      fixture.tradeAt(price);
      expect(getCurrentStop(orderId)).toBe(stop);
    }
    fixture.place(limitOrder('buy', 1, 104, { account: beto }));
    fixture.tradeAt(105);
    expect(trades()).toEqual([[orderId, 104]]);
  });

  test('a buy follows the market down, and its limit price with it', () => {
    const { orderId } = fixture.place(
      stopOrder('trailing_stop_limit', 'buy', 1, { trailingAmount: 5, limitOffset: 2 }),
    );
    expect(fixture.position(ana, cop)).toBe('100000/107');
    fixture.tradeAt(90);
    expect(getCurrentStop(orderId)).toBe(95);
    expect(fixture.engine.order(orderId)).toMatchObject({ price: 0, stop: { stopPrice: 0 } });
    expect(fixture.position(ana, cop)).toBe('100000/107');
    fixture.tradeAt(96);
    expect(fixture.engine.order(orderId)).toMatchObject({ price: 97, reason: 'triggered' });
    expect(fixture.position(ana, cop)).toBe('100000/97');
  });

  test('they do not move while the market is not running, and follow when it runs again', () => {
    fixture.place(limitOrder('buy', 1, 90, { account: beto }));
    const { orderId } = fixture.place(
      stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5, trigger: 'bid' }),
    );
    fixture.apply(buildMarketState('post_only'));
    fixture.place(limitOrder('buy', 1, 99, { account: beto }));
    expect(getCurrentStop(orderId)).toBe(85);
    fixture.apply(buildMarketState('running'));
    expect(getCurrentStop(orderId)).toBe(94);
  });

  test('a stop placed while the market was not running follows from its own price on', () => {
    const bid = (price: number) => fixture.place(limitOrder('buy', 1, price, { account: beto })).orderId;
    const trailing = () =>
      fixture.place(stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5, trigger: 'bid' }))
        .orderId;
    const top = bid(99);
    const first = trailing();
    bid(90);
    fixture.apply(buildMarketState('post_only'));
    fixture.apply(buildCancel(top, beto));
    const second = trailing();
    bid(99);
    fixture.apply(buildMarketState('running'));
    expect([first, second].map(getCurrentStop)).toEqual([94, 94]);
  });

  test('fixed and trailing stops at one price are triggered oldest first', () => {
    for (let i = 0; i < 3; i++) fixture.place(limitOrder('buy', 1, 90, { account: beto }));
    const first = fixture.place(stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5 }));
    const second = fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 95 }));
    const third = fixture.place(stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5 }));
    fixture.tradeAt(95);
    expect(trades().map(([id]) => id)).toEqual([first.orderId, second.orderId, third.orderId]);
  });
});
