import { expect, test } from 'vitest';
import { findFirstStep } from './first-step.ts';
import type { Progress } from './first-step.ts';

const newcomer: Progress = { level: 0, ownsSomething: false, isDepositPending: false, hasOrdered: false };

test.each<[string, Partial<Progress>, ReturnType<typeof findFirstStep>]>([
  ['a newcomer verifies their identity', {}, 'verify'],
  ['a verified customer deposits', { level: 1 }, 'deposit'],
  ['a deposit on its way has to be waited for', { level: 1, isDepositPending: true }, 'wait'],
  ['a deposit that has arrived can be swapped', { level: 1, ownsSomething: true }, 'swap'],
  [
    'a second deposit does not hide the swap',
    { level: 1, ownsSomething: true, isDepositPending: true },
    'swap',
  ],
  ['a customer who has ordered is not guided', { level: 1, ownsSomething: true, hasOrdered: true }, null],
  ['a customer who has sold everything is not a newcomer', { level: 2, hasOrdered: true }, null],
])('%s', (_name, progress, step) => {
  expect(findFirstStep({ ...newcomer, ...progress })).toBe(step);
});

test.each<[string, Partial<Progress>]>([
  ['the level', { level: undefined }],
  ['the balances', { ownsSomething: undefined }],
  ['the orders', { level: 1, hasOrdered: undefined }],
  ['the deposits', { level: 1, isDepositPending: undefined }],
])('no step is shown while %s are unknown', (_name, progress) => {
  expect(findFirstStep({ ...newcomer, ...progress })).toBeNull();
});
