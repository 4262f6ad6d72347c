/** The statuses of a withdraw ticket and every allowed move between them, as data. */
import { InvariantError } from '@salar/protocol';
import type { WithdrawalStatus } from '../tickets/ticket-types.ts';

/** `New` is ours alone: the row exists, the hold may not, nobody has been answered. */
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
  // Back from Confirmed to Submitted when a reorg takes the block away.
  Submitted: ['Confirmed', 'Failed'],
  Confirmed: ['FullyProcessed', 'Submitted', 'Failed'],
  FullyProcessed: [],
  Rejected: [],
  Failed: [],
  Expired: [],
  UserCanceled: [],
  AdminCanceled: [],
};

/** Statuses that give the held money back. */
export const releasingStates: readonly WithdrawalState[] = [
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
];

/** From these a customer may still cancel. */
export const cancelableStates: readonly WithdrawalState[] = listStatesBefore('UserCanceled');

/** Statuses whose mailed link has been followed. */
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

/** Every status from which `target` may be reached in one move. */
export function listStatesBefore(target: WithdrawalState): readonly WithdrawalState[] {
  return (Object.keys(withdrawalTransitions) as WithdrawalState[]).filter((state) =>
    withdrawalTransitions[state].includes(target),
  );
}

/** Reads a stored status; a word outside the table is a broken row, not a customer's mistake. */
export function toWithdrawalState(text: string): WithdrawalState {
  if (Object.hasOwn(withdrawalTransitions, text)) return text as WithdrawalState;
  throw new InvariantError(`a withdraw ticket has the unknown status ${text}`);
}
