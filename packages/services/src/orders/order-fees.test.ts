import { ana, EngineFixture, btc, btcUsdt, usdt } from '@salar/testing/engine-fixture';
import { millis, minor } from '@salar/protocol';
import { expect, test } from 'vitest';
import { quoteOrderFee } from './order-fees.ts';

const noon = millis(Date.UTC(2026, 0, 15, 12));

// BTC has 3 decimals, USDT has 2.
function openEngine() {
  const made = new EngineFixture();
  made.apply({ type: 'DefineFeeSchedule', instrumentId: btcUsdt, makerPpm: 1000, takerPpm: 2000 });
  return made.engine;
}

test('the fee is in the product received and rounded up, as the engine charges it', () => {
  const engine = openEngine();
  const start = { accountId: ana, at: noon, instrumentId: btcUsdt, price: '100.5', role: 'taker' } as const;
  expect(quoteOrderFee(engine, { ...start, side: 'buy', quantity: '10' })).toEqual({
    ok: true,
    value: { fee: 20n, productId: btc },
  });
  expect(quoteOrderFee(engine, { ...start, side: 'sell', quantity: '10' })).toEqual({
    ok: true,
    value: { fee: 201n, productId: usdt },
  });
  expect(quoteOrderFee(engine, { ...start, side: 'buy', quantity: '0.000000000000000001' })).toEqual({
    ok: true,
    value: { fee: 1n, productId: btc },
  });
});

test('a request that cannot be quoted is refused with its reason', () => {
  const engine = openEngine();
  const start = {
    accountId: ana,
    at: noon,
    instrumentId: btcUsdt,
    side: 'buy',
    quantity: '1',
    role: 'maker',
  } as const;
  expect(quoteOrderFee(engine, { ...start, instrumentId: 99 as typeof btcUsdt })).toMatchObject({
    refusal: 'instrument_unknown',
  });
  expect(quoteOrderFee(engine, { ...start, quantity: '1e3' })).toMatchObject({ refusal: 'quantity_invalid' });
  expect(quoteOrderFee(engine, { ...start, price: '-1' })).toMatchObject({ refusal: 'price_invalid' });
});

test('a rebate is quoted below zero and rounded down', () => {
  const made = new EngineFixture();
  made.apply({
    type: 'DefineFeeTiers',
    instrumentId: btcUsdt,
    tiers: [{ volumeMin: minor(0n), makerPpm: -500, takerPpm: 2000 }],
  });
  const start = { accountId: ana, at: noon, instrumentId: btcUsdt, side: 'buy', role: 'maker' } as const;
  expect(quoteOrderFee(made.engine, { ...start, quantity: '9' })).toEqual({
    ok: true,
    value: { fee: -4n, productId: btc },
  });
  expect(quoteOrderFee(made.engine, { ...start, quantity: '1' })).toMatchObject({ value: { fee: 0n } });
});
