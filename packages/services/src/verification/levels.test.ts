import { minor } from '@salar/protocol';
import type { LevelLimits } from '@salar/engine';
import type { Command } from '@salar/protocol';
import { EngineFixture, ana, btc, cop, buildWithdrawal } from '@salar/testing/engine-fixture';
import { expect, test } from 'vitest';
import { computeLimits } from './levels.ts';

const autoAccept = { perTicket: minor(500n), perUserDay: minor(700n), perProductHour: minor(900n) };

test('open withdrawals reduce what is left, in every product, and never below zero', () => {
  const fixture = createLimitedFixture({ dailyLimit: minor(1000n), monthlyLimit: minor(1500n) });
  fixture.apply(buildWithdrawal(400n));
  const { products, dailyNotional } = computeLimits(fixture.engine, {
    accountId: ana,
    at: fixture.at,
    autoAccept,
  });
  expect(dailyNotional).toBe(1000n);
  expect(products.find(({ productId }) => productId === cop)).toMatchObject({
    daily: 1000n,
    dailyLeft: 600n,
    monthly: 1500n,
    monthlyLeft: 1100n,
  });
  // One BTC, of 3 decimals, is worth 200.
  expect(products.find(({ productId }) => productId === btc)).toMatchObject({
    daily: 5000n,
    dailyLeft: 3000n,
  });

  fixture.apply({ type: 'DefineLevel', level: 1, dailyLimit: minor(300n), monthlyLimit: minor(1500n) });
  const lowered = computeLimits(fixture.engine, { accountId: ana, at: fixture.at, autoAccept }).products.find(
    ({ productId }) => productId === cop,
  );
  expect(lowered).toMatchObject({ daily: 300n, dailyLeft: 0n });
});

test('without a limit nothing is computed as left', () => {
  const fixture = createLimitedFixture({ dailyLimit: null, monthlyLimit: null });
  fixture.apply(buildWithdrawal(400n));
  const own = computeLimits(fixture.engine, { accountId: ana, at: fixture.at, autoAccept }).products.find(
    ({ productId }) => productId === cop,
  );
  expect(own).toMatchObject({ daily: null, dailyLeft: null, monthly: null, monthlyLeft: null });
});

test.each([
  ['the limit of a ticket', {}, 500n, 2500n],
  ['the limit of a customer', { perUserDay: minor(333n) }, 333n, 1665n],
  ['the limit of a product', { perProductHour: minor(1n) }, 1n, 5n],
])('automatic acceptance is bounded by %s', (_name, narrower, inCop, inBtc) => {
  const fixture = createLimitedFixture({ dailyLimit: null, monthlyLimit: null });
  const { products } = computeLimits(fixture.engine, {
    accountId: ana,
    at: fixture.at,
    autoAccept: { ...autoAccept, ...narrower },
  });
  const findAutomatic = (product: typeof cop) =>
    products.find(({ productId }) => productId === product)?.automatic;
  expect([findAutomatic(cop), findAutomatic(btc)]).toEqual([inCop, inBtc]);
});

test('automatic acceptance never exceeds the level, and is zero without a price', () => {
  const fixture = new EngineFixture();
  fixture.apply({ type: 'DefineLevel', level: 1, dailyLimit: minor(300n), monthlyLimit: null });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
  const { products } = computeLimits(fixture.engine, { accountId: ana, at: fixture.at, autoAccept });
  const findAutomatic = (product: typeof cop) =>
    products.find(({ productId }) => productId === product)?.automatic;
  expect([findAutomatic(cop), findAutomatic(btc)]).toEqual([300n, 0n]);
});

function createLimitedFixture(limits: LevelLimits): EngineFixture {
  const fixture = new EngineFixture();
  const prices: Command[] = [
    { type: 'SetReferencePrice', productId: cop, price: minor(100n) },
    { type: 'SetReferencePrice', productId: btc, price: minor(200n) },
    { type: 'DefineLevel', level: 1, ...limits },
  ];
  for (const command of prices) fixture.apply(command);
  fixture.fund(ana, cop, 1000n);
  return fixture;
}
