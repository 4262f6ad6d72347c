/** The statuses of a withdraw ticket and every allowed transition between them, as data. */
import { InvariantError } from '@salar/protocol';
import type { WithdrawalStatus } from '../tickets/ticket-types.ts';

/** `New` is internal: the row exists, the hold may not, and no response was sent yet. */
export type WithdrawalState = 'New' | WithdrawalStatus;

const canceled = ['UserCanceled', 'AdminCanceled'] as const;

export const withdrawalTransitions: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  New: ['Pending2Fa'],
  Pending2Fa: ['Confirmed2Fa', 'Expired', ...canceled],
  Confirmed2Fa: ['Delayed', 'AutoAccepted', 'AdminProcessing', 'Rejected', ...canceled],
  Delayed: ['AutoAccepted', 'AdminProcessing', 'Rejected', ...canceled],
  AutoAccepted: ['SystemProcessing', 'AdminProcessing', 'Rejected', ...canceled],
  AdminProcessing: ['Accepted', 'Rejected', ...canceled],
  Accepted: ['SystemProcessing', 'AdminProcessing', 'Rejected', ...canceled],
  SystemProcessing: ['Submitted', 'AdminProcessing', 'Failed'],
  // Back from Confirmed to Submitted when a reorg removes the block.
  Submitted: ['Confirmed', 'Failed'],
  Confirmed: ['FullyProcessed', 'Submitted', 'Failed'],
  FullyProcessed: [],
  Rejected: [],
  Failed: [],
  Expired: [],
  UserCanceled: [],
  AdminCanceled: [],
};

/** Statuses that release the held money. */
export const releasingStates: readonly WithdrawalState[] = [
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
];

/** Ends without an operator's decision or a refused payment: their hold is released only if nothing was ever signed. */
export const unpaidEnds: readonly WithdrawalState[] = ['Expired', 'UserCanceled'];

/** Statuses in which a customer may still cancel. */
export const cancelableStates: readonly WithdrawalState[] = listStatesBefore('UserCanceled');

/** Statuses after the confirmation by the mailed link. */
export const confirmedStates: readonly WithdrawalState[] = [
  'Confirmed2Fa',
  'Delayed',
  'AutoAccepted',
  'AdminProcessing',
  'Accepted',
  'SystemProcessing',
  'Submitted',
  'Confirmed',
  'FullyProcessed',
];

/** Lists every status from which `target` is one transition away. */
export function listStatesBefore(target: WithdrawalState): readonly WithdrawalState[] {
  return (Object.keys(withdrawalTransitions) as WithdrawalState[]).filter((state) =>
    withdrawalTransitions[state].includes(target),
  );
}

/** Parses a stored status; an unknown one is a broken row, not a customer's mistake. */
export function toWithdrawalState(text: string): WithdrawalState {
  if (Object.hasOwn(withdrawalTransitions, text)) return text as WithdrawalState;
  throw new InvariantError(`a withdraw ticket has the unknown status ${text}`);
}
