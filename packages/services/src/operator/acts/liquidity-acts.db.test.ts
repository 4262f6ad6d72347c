/** The stock of the house's quotes, which operators fund and take back. */
import { houseAccounts } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { cop } = operatorIds;
const { liquidity, operatorFunding } = houseAccounts;
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
  const statement = { provider: 'COP_FIAT_BANK', amount: '5000000', reference: 'R-1' };
  for (const by of [bruno, ana]) await world.act(by, 'bank fund', statement);
});
afterAll(() => db.close());

const move = (by: TestOperator, act: 'fund' | 'return', amount: string) =>
  world.act(by, `liquidity ${act}`, { product: 'cop', amount, reason: 'the market of pesos' });
const stock = () => [world.total(operatorFunding, cop), world.total(liquidity, cop)];

test('S6 two operators fund the quotes from the operator’s own money', async () => {
  expect(await move(carla, 'fund', '3000000')).toMatchObject({ refusal: 'not_permitted' });
  expect(await move(bruno, 'fund', '3000000')).toMatchObject({
    facts: {
      amount: '3000000 COP',
      worth: '3000000 COP',
      'the operator’s own money, after': '2000000 COP',
      'the stock of the quotes, after': '3000000 COP',
    },
  });
  expect(stock()).toEqual([5_000_000_00n, 0n]);
  expect(await move(bruno, 'fund', '3000000')).toMatchObject({ refusal: 'already_proposed' });
  expect(await move(ana, 'fund', '3000000')).toMatchObject({
    ok: true,
    text: 'the stock of the quotes is 3000000 COP.',
  });
  expect(stock()).toEqual([2_000_000_00n, 3_000_000_00n]);
});

test('S6 no more is moved than there is, in either direction', async () => {
  expect(await move(bruno, 'fund', '2000000.01')).toMatchObject({ refusal: 'not_possible' });
  expect(await move(bruno, 'return', '3000000.01')).toMatchObject({ refusal: 'not_possible' });
  expect(await move(bruno, 'fund', '0')).toMatchObject({ refusal: 'amount_wrong' });
  expect(await move(bruno, 'return', '0.001')).toMatchObject({ refusal: 'amount_wrong' });
  expect(stock()).toEqual([2_000_000_00n, 3_000_000_00n]);
});

test('S6 what was funded is taken back by two, once', async () => {
  await move(bruno, 'return', '1000000');
  const restore = world.interruptPower();
  await expect(move(ana, 'return', '1000000')).rejects.toThrow('the power is gone');
  restore();
  await world.reopen();
  expect(stock()).toEqual([3_000_000_00n, 2_000_000_00n]);
});
