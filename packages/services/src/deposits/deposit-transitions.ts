/** The statuses of a deposit ticket and every allowed move between them, as data. */
import type { DepositStatus } from '../tickets/ticket-types.ts';

/** `New` stands for what is not written yet: a ticket begins as what it leads to. */
export type DepositState = 'New' | DepositStatus;

export const depositTransitions: Readonly<Record<DepositState, readonly DepositState[]>> = {
  // A deposit by bank is told by an operator who has seen it: it begins confirmed.
  New: ['Pending', 'Confirmed', 'Rejected'],
  Pending: ['Confirmed', 'Failed'],
  Confirmed: ['FullyProcessed', 'Rejected', 'Failed'],
  FullyProcessed: [],
  Rejected: [],
  // A reorg took the transaction away, another one brought it back.
  Failed: ['Pending', 'Rejected'],
};

/** Every status from which `target` may be reached in one move. */
export function listDepositStatesBefore(target: DepositState): readonly DepositStatus[] {
  return (Object.keys(depositTransitions) as DepositState[])
    .filter((state) => depositTransitions[state].includes(target))
    .filter((state) => state !== 'New');
}
