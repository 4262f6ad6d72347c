/** Networks and bank rails: halted by one operator, resumed by two, one direction at a time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { isStopped } from '../../../payments/payment-steps.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const ethereum = 1;
const bank = 10;
const halt = { network: 'ethereum', direction: 'withdrawals', reason: 'its nodes disagree' };
const resume = { ...halt, reason: 'they agree again' };

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

const halts = (provider: number) => world.engine.providerHalt(provider);

test('one operator halts a direction, payments that have not begun wait, and two operators resume it', async () => {
  const ticketId = await world.withdrawal(world.maria, {
    provider: 'ETH_LOCAL_ETHEREUM',
    amount: 10n ** 15n,
    status: 'AdminProcessing',
  });
  const row = await world.ticket(ticketId);
  const ledger = createInstantPort(world.engine, () => Promise.reject(new Error('it only reads')));
  const isWaiting = () => isStopped({ ledger, clock: () => world.clock.now }, row);
  expect(await isWaiting()).toBe(false);
  const preview = await world.service.handle(
    carla.requests.sign({ command: 'network halt', params: halt, mode: 'show' }),
  );
  expect(preview).toMatchObject({
    text: 'network halt: this is what will be done.',
    facts: {
      providers: 'ETH_LOCAL_ETHEREUM',
      withdrawals: 'halted',
      'open withdrawals': '1 wait',
      undo: 'network resume ethereum --direction withdrawals',
    },
  });
  expect(await world.act(carla, 'network halt', halt)).toMatchObject({
    text: 'withdrawals of ETH_LOCAL_ETHEREUM are halted.',
  });
  expect(halts(ethereum)).toEqual({ deposits: false, withdrawals: true });
  expect(await isWaiting()).toBe(true);
  expect(await world.act(carla, 'network halt', { ...halt, direction: 'both' })).toMatchObject({ ok: true });
  expect(halts(ethereum)).toEqual({ deposits: true, withdrawals: true });
  expect(halts(bank)).toEqual({ deposits: false, withdrawals: false });
  expect(await world.act(carla, 'network resume', resume)).toMatchObject({ ok: true });
  expect(await isWaiting()).toBe(true);
  expect(await world.act(ana, 'network resume', resume)).toMatchObject({ ok: true });
  expect(halts(ethereum)).toEqual({ deposits: true, withdrawals: false });
  expect(await isWaiting()).toBe(false);
  expect(await world.act(bruno, 'network list')).toMatchObject({
    rows: expect.arrayContaining([
      { provider: 'ETH_LOCAL_ETHEREUM', network: 'ethereum', deposits: 'halted', withdrawals: 'open' },
      { provider: 'COP_FIAT_BANK', network: '', deposits: 'open', withdrawals: 'open' },
    ]),
  });
});

test('a bank rail is named by its provider', async () => {
  const params = { ...halt, network: 'cop_fiat_bank' };
  expect(await world.act(carla, 'network halt', params)).toMatchObject({ ok: true });
  expect(halts(bank)).toEqual({ deposits: false, withdrawals: true });
});

test.each([
  ['network halt', { ...halt, network: 'bitcoin' }, 'not_found'],
  ['network halt', { ...halt, network: '' }, 'params_wrong'],
  ['network halt', { ...halt, direction: 'sideways' }, 'params_wrong'],
  ['network halt', { ...halt, direction: 'toString' }, 'params_wrong'],
  ['network resume', { ...halt, network: 'BRL_FIAT_PIX' }, 'not_possible'],
])('%s %j is refused', async (command, params, refusal) => {
  expect(await world.act(carla, command, params)).toMatchObject({ ok: false, refusal });
});

test.each(['halt', 'resume'])('finance may not use network %s', async (word) => {
  expect(await world.act(bruno, `network ${word}`, halt)).toMatchObject({ refusal: 'not_permitted' });
});
