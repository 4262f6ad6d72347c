/** The collar: which price bounds a market order, and how far it reaches. */
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, millis, minor } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
} from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  fixture.fund(ana, cop, 1_000_000n);
  fixture.fund(ana, btc, 1_000n);
  fixture.fund(beto, btc, 1_000n);
  fixture.fund(beto, cop, 1_000_000n);
});

function alter(collarPpm: number): void {
  fixture.apply({
    type: 'AlterInstrument',
    instrumentId: btcCop,
    quantityMin: lots(0n),
    quantityMax: lots(0n),
    notionalMin: minor(0n),
    notionalMax: minor(0n),
    collarPpm,
  });
}

/** Sets the reference price of BTCCOP, in ticks. */
function setReference(ticks: number): void {
  fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(BigInt(ticks) * 1000n) });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
}

/** Returns the prices at which beto's orders, one lot each, were taken by one market order of ana for all of them. */
function taken(side: 'buy' | 'sell', prices: readonly number[]): number[] {
  const from = fixture.log.trades.length;
  for (const price of prices) {
    fixture.place(limitOrder(side === 'buy' ? 'sell' : 'buy', 1, price, { account: beto }));
  }
  fixture.place(marketOrder(side, { quantity: prices.length }));
  fixture.apply({ type: 'CancelAllOrders', accountId: beto, instrumentId: btcCop });
  return fixture.log.trades.slice(from).map(({ price }) => price);
}

test('a market order trades at most the collar away from the reference price, both bounds included', () => {
  setReference(1000);
  expect(taken('buy', [1049, 1050, 1051])).toEqual([1049, 1050]);
  expect(taken('sell', [951, 950, 949])).toEqual([951, 950]);
  alter(10_000);
  expect(taken('buy', [1009, 1010, 1011])).toEqual([1009, 1010]);
  expect(taken('sell', [991, 990, 989])).toEqual([991, 990]);
});

test('the bounds are rounded to ticks inside the collar', () => {
  setReference(33);
  alter(100_000); // 29.7 to 36.3
  expect(taken('buy', [36, 37])).toEqual([36]);
  expect(taken('sell', [30, 29])).toEqual([30]);
});

test('a collar of 100 % lets a sell trade at any price', () => {
  setReference(1000);
  alter(1_000_000);
  expect(taken('sell', [1000, 1])).toEqual([1000, 1]);
  expect(taken('buy', [2000, 2001])).toEqual([2000]);
});

test('without reference prices the last trade sets the bounds, once the instrument has been altered', () => {
  expect(taken('buy', [100])).toEqual([100]);
  expect(taken('buy', [100_000])).toEqual([100_000]);
  expect(taken('buy', [100])).toEqual([100]);
  alter(100_000);
  expect(taken('buy', [110, 111])).toEqual([110]);
});

test('the last trade is read once per order, not again while it trades', () => {
  taken('buy', [100]);
  alter(100_000);
  expect(taken('buy', [105, 110, 115])).toEqual([105, 110]);
});

test('an altered instrument that has never traded has no collar', () => {
  alter(100_000);
  expect(taken('buy', [5, 50_000])).toEqual([5, 50_000]);
});

test('reference prices have precedence over the last trade', () => {
  taken('buy', [100]);
  alter(100_000);
  setReference(1000);
  expect(taken('buy', [1100, 1101])).toEqual([1100]);
});

test('a saved engine keeps the collar', () => {
  taken('buy', [100]);
  alter(100_000);
  fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
  expect(taken('buy', [110, 111])).toEqual([110]);
  setReference(1000);
  alter(10_000);
  fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
  expect(taken('buy', [1010, 1011])).toEqual([1010]);
});

function setCollars(collarPpm: number, limitCollarPpm: number, forMs: number) {
  const until = millis(forMs === 0 ? 0 : fixture.at + forMs);
  return fixture.apply({ type: 'SetCollars', instrumentId: btcCop, collarPpm, limitCollarPpm, until });
}
const collars = () => {
  const { collarPpm, limitCollarPpm, lasting } = fixture.engine.instrument(btcCop) ?? {};
  return [collarPpm, limitCollarPpm, lasting?.until ?? 0];
};
const pass = (ms: number) => {
  fixture.at = millis(fixture.at + ms);
};

describe('collars for a while', () => {
  test('apply until their time is over, and then those of before apply again', () => {
    setReference(1000);
    const until = fixture.at + 60_000;
    expect(setCollars(10_000, 20_000, 60_000).ok).toBe(true);
    expect(collars()).toEqual([10_000, 20_000, until]);
    expect(fixture.engine.nextExpiryAt()).toBe(until);
    expect(taken('buy', [1010, 1011])).toEqual([1010]);
    fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
    expect(fixture.engine.nextExpiryAt()).toBe(until);
    fixture.at = millis(until - 1);
    fixture.apply({ type: 'Tick' });
    expect(collars()).toEqual([10_000, 20_000, until]);
    pass(1);
    fixture.apply({ type: 'Tick' });
    expect(collars()).toEqual([50_000, null, 0]);
    expect(fixture.engine.nextExpiryAt()).toBeNull();
    expect(taken('buy', [1050, 1051])).toEqual([1050]);
    const all = fixture.place(limitOrder('buy', 1, 5_000)); // no collar of limit orders, as before
    expect(fixture.describeOrder(all.orderId)).toBe('working accepted');
  });

  test('that follow others for a while have the same ones after them', () => {
    setCollars(40_000, 80_000, 0);
    setCollars(10_000, 20_000, 60_000);
    setCollars(5_000, 6_000, 120_000);
    pass(60_000);
    fixture.apply({ type: 'Tick' });
    expect(collars().slice(0, 2)).toEqual([5_000, 6_000]);
    pass(60_000);
    fixture.apply({ type: 'Tick' });
    expect(collars()).toEqual([40_000, 80_000, 0]);
  });

  test('end when others are set for good', () => {
    setCollars(40_000, 80_000, 0);
    setCollars(10_000, 20_000, 60_000);
    alter(30_000);
    expect(collars()).toEqual([30_000, 80_000, 0]);
    setCollars(10_000, 20_000, 60_000);
    fixture.apply({ type: 'SetLimitCollar', instrumentId: btcCop, collarPpm: 70_000 });
    expect(collars()).toEqual([30_000, 70_000, 0]);
    setCollars(10_000, 20_000, 60_000);
    setCollars(90_000, 91_000, 0);
    pass(60_000);
    fixture.apply({ type: 'Tick' });
    expect(collars()).toEqual([90_000, 91_000, 0]);
  });

  test.each([
    [0, 1, 0],
    [1, 1_000_001, 0],
    [1.5, 1, 0],
    [1, 1, -1],
  ])('of %d and %d for %d ms are refused', (collarPpm, limitCollarPpm, forMs) => {
    expect(setCollars(collarPpm, limitCollarPpm, forMs)).toEqual({
      ok: false,
      refusal: 'definition_invalid',
    });
    expect(collars()).toEqual([50_000, null, 0]);
  });
});
