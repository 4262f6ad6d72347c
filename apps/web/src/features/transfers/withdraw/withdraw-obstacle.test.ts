import { expect, test } from 'vitest';
import { findWithdrawObstacle } from './withdraw-obstacle.ts';
import type { WithdrawState, WithdrawObstacle } from './withdraw-obstacle.ts';

const ready: WithdrawState = {
  isOnline: true,
  hasProvider: true,
  isReadable: true,
  amountProblem: null,
  isReceiverComplete: true,
  isReceiverPlausible: true,
  hasFee: true,
};

const rows: [string, Partial<WithdrawState>, WithdrawObstacle | null][] = [
  ['everything is there', {}, null],
  ['there is no connection', { isOnline: false, hasProvider: false }, 'offline'],
  ['nothing goes out this way', { hasProvider: false, amountProblem: 'empty' }, 'noProvider'],
  ['nothing is typed', { amountProblem: 'empty', isReceiverComplete: false }, 'enterAmount'],
  ['what is typed is not an amount', { isReadable: false, amountProblem: 'empty' }, 'unreadable'],
  ['more than there is', { amountProblem: 'exceedsBalance', isReceiverComplete: false }, 'notEnough'],
  ['above the daily limit', { amountProblem: 'exceedsDailyLimit' }, 'overLimit'],
  ['above what is left of the month', { amountProblem: 'exceedsMonthlyLeft' }, 'overMonthlyLimit'],
  ['nothing would arrive', { amountProblem: 'netNotPositive' }, 'feeTooHigh'],
  ['below the minimum', { amountProblem: 'belowMinimum' }, 'belowMinimum'],
  ['cents of pesos', { amountProblem: 'tooPrecise' }, 'tooPrecise'],
  ['the receiver is missing', { isReceiverComplete: false, isReceiverPlausible: false }, 'enterReceiver'],
  ['the address is of another network', { isReceiverPlausible: false, hasFee: false }, 'checkReceiver'],
  ['the fee is being asked', { hasFee: false }, 'waitingFee'],
];

// covers: withdraw.15
test.each(rows)('%s', (_name, given, obstacle) => {
  expect(findWithdrawObstacle({ ...ready, ...given })).toBe(obstacle);
});
