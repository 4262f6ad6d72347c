/** The statuses of a deposit ticket and every allowed move between them, as data. */
import type { DepositStatus } from '../tickets/ticket-types.ts';

/** `New` is the status before a row is written: a ticket begins in one of its targets. */
export type DepositState = 'New' | DepositStatus;

export const depositTransitions: Readonly<Record<DepositState, readonly DepositState[]>> = {
  // A bank deposit is reported by an operator who has seen it: it begins confirmed.
  New: ['Pending', 'Confirmed', 'Rejected'],
  Pending: ['Confirmed', 'Failed'],
  Confirmed: ['FullyProcessed', 'Rejected', 'Failed'],
  FullyProcessed: [],
  Rejected: [],
  // A reorg removed the transaction, another one brought it back.
  Failed: ['Pending', 'Rejected'],
};

/** Lists every status from which `target` is one transition away. */
export function listDepositStatesBefore(target: DepositState): readonly DepositStatus[] {
  return (Object.keys(depositTransitions) as DepositState[])
    .filter((state) => depositTransitions[state].includes(target))
    .filter((state) => state !== 'New');
}
