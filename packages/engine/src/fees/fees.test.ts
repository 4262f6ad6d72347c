/** Fees by tier: what counts as volume, when the tier changes, and rebates down to the last minor unit. */
import { beforeEach, describe, expect, test } from 'vitest';
import { houseAccounts, instrumentId, millis, minor } from '@salar/protocol';
import type { AccountId, FeeTier, InstrumentId, Minor } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  btcUsdt,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  usdt,
} from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

const dayMs = 86_400_000;
const tier = (volumeMin: number, makerPpm: number, takerPpm: number): FeeTier => ({
  volumeMin: minor(BigInt(volumeMin)),
  makerPpm,
  takerPpm,
});
/** From 1,000 minor units on, trading is free. */
const ladder = [tier(0, 10_000, 20_000), tier(1_000, 0, 0)];

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1_000_000n);
    fixture.fund(account, usdt, 10_000_000n);
    fixture.fund(account, cop, 10_000_000n);
  }
});

/** Sets the value of one whole unit of COP or USDT, in minor units of the notional product. */
function setReference(product: typeof cop, price: number): void {
  fixture.apply({ type: 'SetReferencePrice', productId: product, price: minor(BigInt(price)) });
}

function setTiers(tiers: readonly FeeTier[], instrument: InstrumentId = btcCop): void {
  const outcome = fixture.apply({ type: 'DefineFeeTiers', instrumentId: instrument, tiers });
  if (!outcome.ok) throw new Error(outcome.refusal);
}

/** Lets beto sell to ana: on BTCCOP for `lots` x `price` minor units. */
function trade(lots: number, price = 100, instrument: InstrumentId = btcCop) {
  fixture.place(limitOrder('sell', lots, price, { account: beto, instrument }));
  fixture.place(limitOrder('buy', lots, price, { account: ana, instrument, timeInForce: 'ioc' }));
  const made = fixture.log.trades.at(-1);
  if (made === undefined) throw new Error('no one traded');
  return made;
}

function getVolume(account: AccountId, daysFromNow = 0): Minor {
  return fixture.engine.feeRates(account, btcCop, millis(fixture.at + daysFromNow * dayMs)).volume;
}

function feeIncome(product: typeof btc): Minor {
  return fixture.engine.position(houseAccounts.feeIncome, product).total;
}

function nextDay(days = 1): void {
  fixture.at = millis(fixture.at + days * dayMs);
}

describe('tiers are refused when', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => tier(i, 0, 0));
  test.each([
    ['there are none', []],
    ['there are more than 20', many(21)],
    ['the first begins above 0', [tier(1, 0, 0)]],
    ['the first begins below 0', [tier(-1, 0, 0)]],
    ['two begin at the same volume', [tier(0, 0, 0), tier(5, 0, 0), tier(5, 0, 0)]],
    ['they fall', [tier(0, 0, 0), tier(5, 0, 0), tier(4, 0, 0)]],
    ['a taker rate is negative', [tier(0, 0, -1)]],
    ['a taker rate is above 100 %', [tier(0, 0, 1_000_001)]],
    ['a maker rate is above 100 %', [tier(0, 1_000_001, 0)]],
    ['a rebate is above 100 %', [tier(0, -1_000_001, 1_000_000)]],
    ['a rate is not a whole number', [tier(0, 0.5, 0)]],
    ['a rebate is larger than the lowest taker rate', [tier(0, 0, 5), tier(1, -6, 9)]],
  ])('%s', (_, tiers) => {
    setTiers(ladder);
    expect(fixture.apply({ type: 'DefineFeeTiers', instrumentId: btcCop, tiers })).toEqual({
      ok: false,
      refusal: 'definition_invalid',
    });
    expect(fixture.engine.instrument(btcCop)?.tiers).toEqual(ladder);
  });

  test('the instrument is unknown', () => {
    expect(fixture.apply({ type: 'DefineFeeTiers', instrumentId: instrumentId(99), tiers: [] })).toEqual({
      ok: false,
      refusal: 'instrument_unknown',
    });
  });

  test('but not at the bounds', () => {
    for (const tiers of [many(20), [tier(0, -1_000_000, 1_000_000)], [tier(0, -5, 5), tier(1, 0, 6)]]) {
      setTiers(tiers);
      expect(fixture.engine.instrument(btcCop)?.tiers).toEqual(tiers);
    }
  });
});

test('a schedule is a single tier', () => {
  setTiers(ladder);
  fixture.apply({ type: 'DefineFeeSchedule', instrumentId: btcCop, makerPpm: 10, takerPpm: 20 });
  expect(fixture.engine.instrument(btcCop)).toMatchObject({
    makerPpm: 10,
    takerPpm: 20,
    tiers: [tier(0, 10, 20)],
  });
});

describe('volume', () => {
  beforeEach(() => setReference(cop, 100));

  test('counts for taker and maker, on all instruments, from the next day on', () => {
    setReference(usdt, 400_000); // one minor unit of USDT is worth 4,000 of COP
    trade(3);
    trade(20, 10, btcUsdt); // 14 minor units
    expect([getVolume(ana), getVolume(beto), getVolume(carla)]).toEqual([0n, 0n, 0n]);
    expect([getVolume(ana, 1), getVolume(beto, 1), getVolume(carla, 1)]).toEqual([56_300n, 56_300n, 0n]);
  });

  test('covers 30 days and excludes today', () => {
    trade(1);
    nextDay();
    trade(2);
    expect([0, 1, 28, 29, 30, 31].map((days) => getVolume(ana, days))).toEqual([
      100n,
      300n,
      300n,
      300n,
      200n,
      0n,
    ]);
  });

  test('is the sum of its trades, each rounded down, at the reference price of its time', () => {
    setReference(cop, 150);
    trade(1, 1); // 1.5
    trade(1, 1);
    setReference(cop, 199);
    trade(1, 1); // 1.99
    trade(1, 3); // 5.97
    expect(getVolume(ana, 1)).toBe(8n);
  });

  test('is zero without a reference price', () => {
    trade(20, 10, btcUsdt);
    expect(getVolume(ana, 1)).toBe(0n);
  });
});

describe('a tier', () => {
  beforeEach(() => {
    setReference(cop, 100);
    setTiers(ladder);
  });
  const rates = (account: AccountId) => fixture.engine.feeRates(account, btcCop, fixture.at);

  test('lasts the whole UTC day, and changes at midnight', () => {
    fixture.at = millis(Date.UTC(2026, 0, 16));
    expect(trade(10)).toMatchObject({ taker: { fee: 1n }, maker: { fee: 10n } });
    fixture.at = millis(Date.UTC(2026, 0, 16, 23, 59, 59, 999));
    expect(trade(10)).toMatchObject({ taker: { fee: 1n }, maker: { fee: 10n } });
    fixture.at = millis(Date.UTC(2026, 0, 17));
    expect(trade(10)).toMatchObject({ taker: { fee: 0n }, maker: { fee: 0n } });
    expect(rates(ana)).toEqual({ makerPpm: 0, takerPpm: 0, volume: 2000n });
    expect(rates(carla)).toEqual({ makerPpm: 10_000, takerPpm: 20_000, volume: 0n });
  });

  test('is reached at exactly its volume', () => {
    trade(9, 111); // 999
    nextDay();
    expect(trade(1, 1).maker.fee).toBe(1n);
    nextDay();
    expect(rates(ana)).toEqual({ makerPpm: 0, takerPpm: 0, volume: 1000n });
    expect(trade(1, 1).maker.fee).toBe(0n);
  });

  test('is lost when the volume is too old', () => {
    trade(10);
    nextDay(30);
    expect(trade(1, 1).maker.fee).toBe(0n);
    nextDay(1);
    expect(trade(1, 1).maker.fee).toBe(1n);
  });

  test('belongs to each account, not to the trade', () => {
    trade(10);
    nextDay();
    fixture.place(limitOrder('sell', 10, 100, { account: beto }));
    fixture.place(limitOrder('buy', 10, 100, { account: carla }));
    expect(fixture.log.trades.at(-1)).toMatchObject({ taker: { fee: 1n }, maker: { fee: 0n } });
  });

  test('changes at once with new tiers', () => {
    trade(10);
    nextDay();
    setTiers([tier(0, 10_000, 20_000), tier(1001, 0, 0)]);
    expect(trade(10).maker.fee).toBe(10n);
    setTiers([tier(0, 10_000, 20_000), tier(1000, 5_000, 0)]);
    expect(trade(10).maker.fee).toBe(5n);
  });
});

describe('a rebate', () => {
  beforeEach(() => setTiers([tier(0, -10_000, 20_000)]));
  const fund = (amount: bigint) => fixture.fund(houseAccounts.feeIncome, cop, amount);

  test('is paid from fee income, as a pair of lines, rounded down', () => {
    fund(1_000n);
    const before = fixture.log.postings.length;
    const made = trade(199, 1); // 1.99
    expect(made.maker.fee).toBe(-1n);
    expect(fixture.position(beto, cop)).toBe('10000200/0');
    const fees = fixture.log.postings.slice(before).filter(({ kind }) => kind === 'fee');
    expect(
      fees.map(({ accountId, productId, amount, balance }) => [accountId, productId, amount, balance]),
    ).toEqual([
      [ana, btc, -4n, 1_000_195n],
      [houseAccounts.feeIncome, btc, 4n, 4n],
      [beto, cop, 1n, 10_000_200n],
      [houseAccounts.feeIncome, cop, -1n, 999n],
    ]);
    const received = fixture.log.postings
      .slice(before)
      .find((line) => line.accountId === beto && line.kind === 'trade' && line.amount > 0n);
    expect(received).toMatchObject({ productId: cop, amount: 199n, balance: 10_000_199n });
  });

  test('of less than a minor unit adds no line', () => {
    fund(1_000n);
    expect(trade(99, 1).maker.fee).toBe(0n);
    expect(fixture.log.postings.filter(({ kind, productId }) => kind === 'fee' && productId === cop)).toEqual(
      [],
    );
  });

  test('is no more than fee income holds of that product', () => {
    fund(15n);
    expect(trade(10, 100).maker.fee).toBe(-10n);
    expect(trade(10, 100).maker.fee).toBe(-5n);
    expect(feeIncome(cop)).toBe(0n);
    expect(trade(10, 100).maker.fee).toBe(0n);
    expect(feeIncome(btc)).toBe(3n);
  });

  test('is paid in the product that the maker receives, not in the one of the taker fee', () => {
    trade(100, 1);
    expect(feeIncome(btc)).toBe(2n);
    fixture.place(limitOrder('buy', 100, 1, { account: ana }));
    fixture.place(limitOrder('sell', 100, 1, { account: beto }));
    expect(fixture.log.trades.at(-1)).toMatchObject({ taker: { fee: 2n }, maker: { fee: -1n } });
    expect([feeIncome(btc), feeIncome(cop)]).toEqual([1n, 2n]);
    fixture.engine.checkInvariants();
  });
});

test('a saved engine continues with the same volumes, tiers and limits', () => {
  setReference(cop, 100);
  setTiers([tier(0, 10_000, 20_000), tier(1_000, -10_000, 10_000)]);
  fixture.apply({
    type: 'AlterInstrument',
    instrumentId: btcUsdt,
    quantityMin: limitOrder('buy', 1, 1).quantity,
    quantityMax: limitOrder('buy', 9, 1).quantity,
    notionalMin: minor(0n),
    notionalMax: minor(500n),
    collarPpm: 1,
  });
  fixture.fund(houseAccounts.feeIncome, cop, 100_000n);
  for (let day = 0; day < 40; day++) {
    if (day % 3 !== 0) trade(1 + day);
    nextDay();
  }
  const loaded = Engine.load(fixture.engine.save(), fixture.log);
  expect(loaded.save()).toEqual(fixture.engine.save());
  expect(loaded.instruments()).toEqual(fixture.engine.instruments());
  for (const days of [0, 1, 10, 29]) {
    const at = millis(fixture.at + days * dayMs);
    expect(loaded.feeRates(ana, btcCop, at)).toEqual(fixture.engine.feeRates(ana, btcCop, at));
  }
  const there = trade(50);
  fixture.engine = loaded;
  fixture.journal.length -= 2;
  const here = trade(50);
  expect(here).toEqual(there);
  expect(here.maker.fee).toBe(-50n);
});
