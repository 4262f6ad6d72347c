/** Why a withdrawal cannot be reviewed yet, in the order the customer is told. Null when it can. */
import type { AmountProblem } from './withdraw-check.ts';

export type WithdrawObstacle =
  | 'noProvider'
  | 'enterAmount'
  | 'notEnough'
  | 'overLimit'
  | 'feeTooHigh'
  | 'enterAddress'
  | 'checkAddress'
  | 'waitingFee';

export type WithdrawFacts = {
  readonly hasProvider: boolean;
  readonly amountProblem: AmountProblem | null;
  readonly isFormComplete: boolean;
  readonly isAddressPlausible: boolean;
  readonly hasFee: boolean;
};

export function withdrawObstacle(facts: WithdrawFacts): WithdrawObstacle | null {
  if (!facts.hasProvider) return 'noProvider';
  if (facts.amountProblem !== null) return byProblem[facts.amountProblem];
  if (!facts.isFormComplete) return 'enterAddress';
  if (!facts.isAddressPlausible) return 'checkAddress';
  return facts.hasFee ? null : 'waitingFee';
}

const byProblem: Readonly<Record<AmountProblem, WithdrawObstacle>> = {
  empty: 'enterAmount',
  zero: 'enterAmount',
  exceedsBalance: 'notEnough',
  exceedsDailyLimit: 'overLimit',
  netNotPositive: 'feeTooHigh',
};
