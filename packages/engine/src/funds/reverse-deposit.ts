/** Deposits that the chain reverted after they were credited. */
import { accept, refuse } from '@salar/protocol';
import type { OutcomeOf, ReverseDeposit, Stamp } from '@salar/protocol';
import type { State } from '../state/state.ts';
import { moveLoss } from './credit-deposit.ts';

/**
 * Books a credited deposit as a loss of the house: a customer may have spent it already, so it is not taken back.
 *
 * @returns accepted again, without a posting, while the deposit is reversed
 */
export function reverseDeposit(
  state: State,
  { key }: ReverseDeposit,
  stamp: Stamp,
): OutcomeOf<ReverseDeposit> {
  const deposit = state.deposits.get(key);
  if (deposit === undefined) return refuse('deposit_unknown');
  if (deposit.isReversed) return accept(null);

  // Nothing below can be refused.
  deposit.isReversed = true;
  moveLoss(state, stamp, { deposit, source: state.loss, target: state.custody });
  return accept(null);
}
