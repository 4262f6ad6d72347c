import { Engine } from '@salar/engine';
import { accountId, millis, sequence } from '@salar/protocol';
import type { Command, OutcomeOf } from '@salar/protocol';
import { createInstantPort } from '@salar/testing/instant-port';
import { beforeEach, expect, test } from 'vitest';
import { AccountLevels } from './account-levels.ts';

const maria = accountId(1001);
let engine: Engine;
let levels: AccountLevels;
beforeEach(async () => {
  engine = new Engine();
  const apply = async <C extends Command>(command: C): Promise<OutcomeOf<C>> =>
    engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(0) });
  for (const level of [1, 2])
    await apply({ type: 'DefineLevel', level, dailyLimit: null, monthlyLimit: null });
  await apply({ type: 'OpenAccount', accountId: maria, kind: 'customer' });
  levels = new AccountLevels({ sequencer: createInstantPort(engine, apply) });
});
const findLevel = () => engine.account(maria)?.level;

test('a level is raised and lowered, and a repeat changes nothing', async () => {
  expect([await levels.raise(maria, 1), await levels.raise(maria, 2), findLevel()]).toEqual([true, true, 2]);
  const before = engine.lastSequence;
  expect(await levels.raise(maria, 1)).toBe(true);
  await levels.lower(maria, 2);
  expect([findLevel(), engine.lastSequence]).toEqual([2, before]);
  await levels.lower(maria, 0);
  expect(findLevel()).toBe(0);
});

test('a level above the one of the identity is given only over it', async () => {
  expect([await levels.raise(maria, 2), findLevel()]).toEqual([false, 0]);
});

test('F37 an approval that was on its way when the identity fell gives no level', async () => {
  await levels.raise(maria, 1);
  const [, isRaised] = await Promise.all([levels.lower(maria, 0), levels.raise(maria, 2)]);
  expect([isRaised, findLevel()]).toEqual([false, 0]);
});
