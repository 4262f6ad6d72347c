import { minor } from '@salar/protocol';
import type { LevelLimits } from '@salar/engine';
import type { Command } from '@salar/protocol';
import { EngineDesk, ana, btc, cop, withdrawalOf } from '@salar/testing/engine-fixture';
import { expect, test } from 'vitest';
import type { AcceptancePolicy } from '../withdrawals/acceptance.ts';
import { computeLimits } from './levels.ts';

const autoAccept = { perTicket: minor(500n), perUserDay: minor(700n), perProductHour: minor(900n) };
const policy: AcceptancePolicy = { autoAccept, newDestinationHoldMs: 0 };

test('what open withdrawals use is off what is left, in every product, and never below zero', () => {
  const desk = limitedDesk({ dailyLimit: minor(1000n), monthlyLimit: minor(1500n) });
  desk.apply(withdrawalOf(400n));
  const { products, dailyNotional } = computeLimits(desk.engine, { accountId: ana, at: desk.at, policy });
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

  desk.apply({ type: 'DefineLevel', level: 1, dailyLimit: minor(300n), monthlyLimit: minor(1500n) });
  const lowered = computeLimits(desk.engine, { accountId: ana, at: desk.at, policy }).products.find(
    ({ productId }) => productId === cop,
  );
  expect(lowered).toMatchObject({ daily: 300n, dailyLeft: 0n });
});

test('without a limit there is no figure for what is left', () => {
  const desk = limitedDesk({ dailyLimit: null, monthlyLimit: null });
  desk.apply(withdrawalOf(400n));
  const own = computeLimits(desk.engine, { accountId: ana, at: desk.at, policy }).products.find(
    ({ productId }) => productId === cop,
  );
  expect(own).toMatchObject({ daily: null, dailyLeft: null, monthly: null, monthlyLeft: null });
});

test.each([
  ['the limit of a ticket', {}, 500n, 2500n],
  ['the limit of a customer', { perUserDay: minor(333n) }, 333n, 1665n],
  ['the limit of a product', { perProductHour: minor(1n) }, 1n, 5n],
])('what goes on by itself is bounded by %s', (_name, narrower, inCop, inBtc) => {
  const desk = limitedDesk({ dailyLimit: null, monthlyLimit: null });
  const { products } = computeLimits(desk.engine, {
    accountId: ana,
    at: desk.at,
    policy: { ...policy, autoAccept: { ...autoAccept, ...narrower } },
  });
  const automaticOf = (product: typeof cop) =>
    products.find(({ productId }) => productId === product)?.automatic;
  expect([automaticOf(cop), automaticOf(btc)]).toEqual([inCop, inBtc]);
});

test('what goes on by itself is never more than the level allows, and nothing without a price', () => {
  const desk = new EngineDesk();
  desk.apply({ type: 'DefineLevel', level: 1, dailyLimit: minor(300n), monthlyLimit: null });
  desk.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
  const { products } = computeLimits(desk.engine, { accountId: ana, at: desk.at, policy });
  const automaticOf = (product: typeof cop) =>
    products.find(({ productId }) => productId === product)?.automatic;
  expect([automaticOf(cop), automaticOf(btc)]).toEqual([300n, 0n]);
});

function limitedDesk(limits: LevelLimits): EngineDesk {
  const desk = new EngineDesk();
  const prices: Command[] = [
    { type: 'SetReferencePrice', productId: cop, price: minor(100n) },
    { type: 'SetReferencePrice', productId: btc, price: minor(200n) },
    { type: 'DefineLevel', level: 1, ...limits },
  ];
  for (const command of prices) desk.apply(command);
  desk.fund(ana, cop, 1000n);
  return desk;
}
