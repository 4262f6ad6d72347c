/** Prices that operators set while the sources give none. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';

const { eth } = operatorIds;
let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'finance', ana);
  carla = await world.createOperator('carla', 'risk', ana);
});
afterAll(() => db.close());

const set = (by: TestOperator, price: string, product = 'ETH') =>
  world.act(by, 'price set', { product, price, reason: 'the sources are gone' });
const getPrice = () => world.engine.referencePrice(eth);
const list = async () => {
  const answer = await world.act(bruno, 'price list');
  return answer.ok ? answer.rows?.find((row) => row['product'] === 'ETH') : answer;
};

test('a price that sources confirm, or that is always one, is not set by hand', async () => {
  expect(await set(carla, '15100000')).toMatchObject({ refusal: 'not_possible' });
  expect(await set(carla, '2', 'COP')).toMatchObject({ refusal: 'not_possible' });
  expect(await list()).toMatchObject({ price: '15000000 COP', state: 'trusted', 'confirmed by': 'sources' });
});

test('what one operator accepts takes two while the price is doubtful', async () => {
  const status = 'AdminProcessing';
  const ticket = await world.withdrawal(world.maria, {
    provider: 'ETH_LOCAL_ETHEREUM',
    amount: 10n ** 15n,
    status,
  });
  world.prices.doubt(eth);
  expect(await world.act(carla, 'withdrawals accept', { ticket: String(ticket) })).toMatchObject({
    facts: { worth: 'unknown: it has no reference price that is trusted' },
  });
  expect(await world.ticket(ticket)).toMatchObject({ status });
});

test('two operators set it, and it is trusted until sources agree again', async () => {
  expect(await list()).toMatchObject({ state: 'doubtful', 'confirmed by': '' });
  expect(await set(bruno, '15300000')).toMatchObject({ refusal: 'not_permitted' });
  expect(await set(carla, '15300000.50')).toMatchObject({
    facts: { price: '15300000.5 COP', 'price now': '15000000 COP', change: '+2 %' },
  });
  expect([getPrice(), world.prices.judge(eth)]).toEqual([1_500_000_000n, 'doubtful']);
  expect(await set(carla, '15300000.50')).toMatchObject({ refusal: 'already_proposed' });
  expect(await set(ana, '15300000.50')).toMatchObject({ ok: true });
  expect([getPrice(), world.prices.judge(eth)]).toEqual([1_530_000_050n, 'trusted']);
  expect(await list()).toMatchObject({ state: 'trusted', 'confirmed by': 'operators' });
  world.prices.doubt(eth); // the sources still do not agree
  expect(world.prices.judge(eth)).toBe('trusted');
  expect(await set(carla, '15200000')).toMatchObject({ ok: true }); // operators may correct themselves
  world.prices.confirm(eth, world.clock.now);
  expect(await list()).toMatchObject({ 'confirmed by': 'sources' });
  expect(await set(ana, '15200000')).toMatchObject({ refusal: 'not_possible' });
});

test.each(['0', '-1', '1e7', '15,000', '15000000.001', '153000005.01', '1499999.99', '100000000000001'])(
  'the price %s is refused',
  async (price) => {
    world.prices.doubt(eth);
    expect(await set(carla, price)).toMatchObject({ refusal: 'amount_wrong' });
  },
);
