import { expect, test } from 'vitest';
import { withdrawObstacle } from './withdraw-obstacle.ts';
import type { WithdrawFacts, WithdrawObstacle } from './withdraw-obstacle.ts';

const ready: WithdrawFacts = {
  hasProvider: true,
  amountProblem: null,
  isFormComplete: true,
  isAddressPlausible: true,
  hasFee: true,
};

const rows: [string, Partial<WithdrawFacts>, WithdrawObstacle | null][] = [
  ['everything is there', {}, null],
  ['nothing goes out this way', { hasProvider: false, amountProblem: 'empty' }, 'noProvider'],
  ['nothing is typed', { amountProblem: 'empty', isFormComplete: false }, 'enterAmount'],
  ['more than there is', { amountProblem: 'exceedsBalance', isFormComplete: false }, 'notEnough'],
  ['above the daily limit', { amountProblem: 'exceedsDailyLimit' }, 'overLimit'],
  ['nothing would arrive', { amountProblem: 'netNotPositive' }, 'feeTooHigh'],
  ['the receiver is missing', { isFormComplete: false, isAddressPlausible: false }, 'enterAddress'],
  ['the address is of another network', { isAddressPlausible: false, hasFee: false }, 'checkAddress'],
  ['the fee is being asked', { hasFee: false }, 'waitingFee'],
];

test.each(rows)('%s', (_name, given, obstacle) => {
  expect(withdrawObstacle({ ...ready, ...given })).toBe(obstacle);
});
