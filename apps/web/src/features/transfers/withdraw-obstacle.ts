/** Why a withdrawal cannot be reviewed yet, in the order the customer is told. Null when it can. */
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

export type WithdrawFacts = {
  readonly isOnline: boolean;
  readonly hasProvider: boolean;
  /** False while the typed text is not an amount. */
  readonly isReadable: boolean;
  readonly amountProblem: AmountProblem | null;
  readonly isReceiverComplete: boolean;
  readonly isReceiverPlausible: boolean;
  readonly hasFee: boolean;
};

export function withdrawObstacle(facts: WithdrawFacts): WithdrawObstacle | null {
  if (!facts.isOnline) return 'offline';
  if (!facts.hasProvider) return 'noProvider';
  if (!facts.isReadable) return 'unreadable';
  if (facts.amountProblem !== null) return byProblem[facts.amountProblem];
  if (!facts.isReceiverComplete) return 'enterReceiver';
  if (!facts.isReceiverPlausible) return 'checkReceiver';
  return facts.hasFee ? null : 'waitingFee';
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
