/**
 * Finds why a withdrawal cannot be reviewed yet; obstacles are checked in the order in which the customer sees them.
 * Null when it can.
 */
import type { AmountProblem } from './withdraw-check.ts';

export type WithdrawObstacle =
  | 'offline'
  | 'noProvider'
  | 'unreadable'
  | 'enterAmount'
  | 'notEnough'
  | 'overLimit'
  | 'overMonthlyLimit'
  | 'feeTooHigh'
  | 'belowMinimum'
  | 'tooPrecise'
  | 'enterReceiver'
  | 'checkReceiver'
  | 'waitingFee';

export type WithdrawState = {
  readonly isOnline: boolean;
  readonly hasProvider: boolean;
  /** False while the typed text is not an amount. */
  readonly isReadable: boolean;
  readonly amountProblem: AmountProblem | null;
  readonly isReceiverComplete: boolean;
  readonly isReceiverPlausible: boolean;
  readonly hasFee: boolean;
};

export function findWithdrawObstacle(state: WithdrawState): WithdrawObstacle | null {
  if (!state.isOnline) return 'offline';
  if (!state.hasProvider) return 'noProvider';
  if (!state.isReadable) return 'unreadable';
  if (state.amountProblem !== null) return byProblem[state.amountProblem];
  if (!state.isReceiverComplete) return 'enterReceiver';
  if (!state.isReceiverPlausible) return 'checkReceiver';
  return state.hasFee ? null : 'waitingFee';
}

const byProblem: Readonly<Record<AmountProblem, WithdrawObstacle>> = {
  empty: 'enterAmount',
  zero: 'enterAmount',
  exceedsBalance: 'notEnough',
  exceedsDailyLimit: 'overLimit',
  exceedsDailyLeft: 'overLimit',
  exceedsMonthlyLimit: 'overMonthlyLimit',
  exceedsMonthlyLeft: 'overMonthlyLimit',
  netNotPositive: 'feeTooHigh',
  belowMinimum: 'belowMinimum',
  tooPrecise: 'tooPrecise',
};
