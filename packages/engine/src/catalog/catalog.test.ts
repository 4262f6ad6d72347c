/** Definitions and settings: refusals in order, and which commands may be repeated. */
import { expect, test } from 'vitest';
import { accountId, houseAccounts, instrumentId, lots, minor, productId } from '@salar/protocol';
import type {
  AlterInstrument,
  Command,
  DefineInstrument,
  DefineProduct,
  InstrumentState,
  OpenAccount,
} from '@salar/protocol';
import { ana, btc, btcCop, buildMarketState, cop, EngineFixture, usdt } from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

const eth: DefineProduct = {
  type: 'DefineProduct',
  productId: productId(4),
  symbol: 'ETH',
  name: 'Ether',
  kind: 'crypto',
  decimals: 18,
};
const usdtCop: DefineInstrument = {
  type: 'DefineInstrument',
  instrumentId: instrumentId(30),
  symbol: 'USDTCOP',
  baseProductId: usdt,
  quoteProductId: cop,
  tickSize: minor(1n),
  lotSize: minor(1n),
  quantityMin: lots(1n),
  notionalMin: minor(1n),
};
const dora: OpenAccount = { type: 'OpenAccount', accountId: accountId(1004), kind: 'customer' };
const fees = { type: 'DefineFeeSchedule', instrumentId: btcCop, makerPpm: 0, takerPpm: 0 } as const;
const limits: AlterInstrument = {
  type: 'AlterInstrument',
  instrumentId: btcCop,
  quantityMin: lots(0n),
  quantityMax: lots(0n),
  notionalMin: minor(0n),
  notionalMax: minor(0n),
  collarPpm: 50_000,
};
const level = { type: 'DefineLevel', level: 3, dailyLimit: null, monthlyLimit: null } as const;

const rows: readonly [string, Command][] = [
  ['already_defined', { ...eth, productId: btc }],
  ['already_defined', { ...eth, symbol: 'BTC', decimals: 19 }],
  ['definition_invalid', { ...eth, productId: productId(0) }],
  ['definition_invalid', { ...eth, symbol: '' }],
  ['definition_invalid', { ...eth, decimals: 19 }],
  ['definition_invalid', { ...eth, decimals: 1.5 }],
  ['product_unknown', { ...usdtCop, baseProductId: productId(99), instrumentId: btcCop }],
  ['already_defined', { ...usdtCop, instrumentId: btcCop, tickSize: minor(0n) }],
  ['already_defined', { ...usdtCop, symbol: 'BTCCOP' }],
  ['definition_invalid', { ...usdtCop, baseProductId: cop }],
  ['definition_invalid', { ...usdtCop, tickSize: minor(0n) }],
  ['definition_invalid', { ...usdtCop, lotSize: minor(0n) }],
  ['definition_invalid', { ...usdtCop, quantityMin: lots(-1n) }],
  ['definition_invalid', { ...usdtCop, notionalMin: minor(-1n) }],
  ['instrument_unknown', { ...fees, instrumentId: instrumentId(99), makerPpm: -1 }],
  ['definition_invalid', { ...fees, makerPpm: -1 }],
  ['definition_invalid', { ...fees, takerPpm: 1_000_001 }],
  ['instrument_unknown', { ...limits, instrumentId: instrumentId(99), collarPpm: 0 }],
  ['definition_invalid', { ...limits, quantityMin: lots(-1n) }],
  ['definition_invalid', { ...limits, notionalMin: minor(-1n) }],
  ['definition_invalid', { ...limits, quantityMin: lots(2n), quantityMax: lots(1n) }],
  ['definition_invalid', { ...limits, notionalMin: minor(2n), notionalMax: minor(1n) }],
  ['definition_invalid', { ...limits, notionalMax: minor(-1n) }],
  ['definition_invalid', { ...limits, collarPpm: 0 }],
  ['definition_invalid', { ...limits, collarPpm: 1_000_001 }],
  ['definition_invalid', { ...limits, collarPpm: 1.5 }],
  ['definition_invalid', { ...level, level: -1 }],
  ['definition_invalid', { ...level, dailyLimit: minor(-1n) }],
  ['definition_invalid', { ...level, monthlyLimit: minor(-1n) }],
  ['product_unknown', { type: 'SetReferencePrice', productId: productId(99), price: minor(0n) }],
  ['definition_invalid', { type: 'SetReferencePrice', productId: btc, price: minor(0n) }],
  ['instrument_unknown', { ...buildMarketState('paused'), instrumentId: instrumentId(99) }],
  ['product_unknown', { type: 'SetProductHalt', productId: productId(99), halted: true }],
  ['account_unknown', { ...dora, accountId: accountId(999) }],
  ['account_unknown', { ...dora, kind: 'house' }],
  ['already_defined', { ...dora, accountId: ana }],
  ['already_defined', { ...dora, accountId: houseAccounts.loss, kind: 'house' }],
  ['account_unknown', { type: 'SetAccountLevel', accountId: accountId(4711), level: 9 }],
  ['level_unknown', { type: 'SetAccountLevel', accountId: ana, level: 9 }],
  ['account_unknown', { type: 'SetAccountLock', accountId: accountId(4711), locked: true }],
];
test.each(rows)('%s: %o', (refusal, command) => {
  expect(new EngineFixture().apply(command)).toEqual({ ok: false, refusal });
});

test('what is defined can be read back', () => {
  const fixture = new EngineFixture();
  const { type: _product, ...product } = eth;
  const { type: _instrument, ...instrument } = usdtCop;
  for (const command of [eth, usdtCop, dora, level]) expect(fixture.apply(command).ok).toBe(true);
  expect(fixture.engine.product(eth.productId)).toEqual({ ...product, halted: false });
  expect(fixture.engine.instrument(usdtCop.instrumentId)).toEqual({
    ...instrument,
    state: 'running',
    cause: 'none',
    stateChange: null,
    quantityMax: 0n,
    notionalMax: 0n,
    collarPpm: 50_000,
    limitCollarPpm: null,
    lasting: null,
    makerPpm: 0,
    takerPpm: 0,
    tiers: [{ volumeMin: 0n, makerPpm: 0, takerPpm: 0 }],
  });
  expect(fixture.engine.account(dora.accountId)).toEqual({
    accountId: dora.accountId,
    kind: 'customer',
    level: 0,
    locked: false,
  });
  expect(fixture.engine.levelLimits(3)).toEqual({ dailyLimit: null, monthlyLimit: null });
  expect(fixture.engine.products().map((p) => p.symbol)).toEqual(['BTC', 'USDT', 'COP', 'ETH']);
  expect(fixture.engine.instruments().map((i) => i.symbol)).toEqual(['BTCUSDT', 'BTCCOP', 'USDTCOP']);
});

test('limits can be altered, also to the same values', () => {
  const fixture = new EngineFixture();
  const altered = {
    quantityMin: 3n,
    quantityMax: 3n,
    notionalMin: 5n,
    notionalMax: 0n,
    collarPpm: 1_000_000,
  };
  for (let times = 0; times < 2; times++) {
    expect(fixture.apply({ ...limits, ...altered } as AlterInstrument).ok).toBe(true);
    expect(fixture.engine.instrument(btcCop)).toMatchObject(altered);
  }
});

test('a market has a cause, and the time since which it is in its state', () => {
  const fixture = new EngineFixture();
  const read = () => {
    const { state, cause, stateChange } = fixture.engine.instrument(btcCop) ?? {};
    return { state, cause, stateChange };
  };
  fixture.apply(buildMarketState('paused', 'volatility'));
  const at = fixture.engine.lastAt;
  expect(read()).toEqual({ state: 'paused', cause: 'volatility', stateChange: { before: 'running', at } });
  fixture.apply(buildMarketState('paused', 'incident'));
  expect(read()).toEqual({ state: 'paused', cause: 'incident', stateChange: { before: 'running', at } });
  fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
  expect(read()).toEqual({ state: 'paused', cause: 'incident', stateChange: { before: 'running', at } });
  fixture.apply(buildMarketState('running'));
  expect(read()).toEqual({
    state: 'running',
    cause: 'none',
    stateChange: { before: 'paused', at: fixture.engine.lastAt },
  });
});

test('a stopped market reopens post-only first', () => {
  const fixture = new EngineFixture();
  const set = (state: InstrumentState) => fixture.apply(buildMarketState(state));
  expect(set('stopped').ok).toBe(true);
  for (const state of ['running', 'cancel_only', 'paused'] as const) {
    expect(set(state)).toEqual({ ok: false, refusal: 'stage_skipped' });
    expect(fixture.engine.instrument(btcCop)?.state).toBe('stopped');
  }
  for (const state of ['stopped', 'post_only', 'running', 'post_only', 'stopped'] as const) {
    expect(set(state).ok).toBe(true);
    expect(fixture.engine.instrument(btcCop)?.state).toBe(state);
  }
});

test('fees, levels, states and reference prices can be replaced', () => {
  const fixture = new EngineFixture();
  for (const makerPpm of [1000, 500]) fixture.apply({ ...fees, makerPpm });
  for (const dailyLimit of [minor(5n), minor(6n)]) fixture.apply({ ...level, dailyLimit });
  for (const price of [minor(5n), minor(6n)]) {
    fixture.apply({ type: 'SetReferencePrice', productId: btc, price });
  }
  for (const state of ['paused', 'running', 'cancel_only'] as const) {
    fixture.apply(buildMarketState(state));
  }
  expect(fixture.engine.instrument(btcCop)).toMatchObject({ makerPpm: 500, state: 'cancel_only' });
  expect(fixture.engine.levelLimits(3)).toEqual({ dailyLimit: 6n, monthlyLimit: null });
  expect(fixture.engine.referencePrice(btc)).toBe(6n);
  expect(fixture.engine.referencePrice(cop)).toBeNull();
});
