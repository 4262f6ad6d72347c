/** The states of tickets as steps that a customer can follow. */
import type { Ticket } from '../../api/records/ticket.ts';

/** Deposits whose money is not in the balance yet. */
const openDeposits: ReadonlySet<string> = new Set(['New', 'Pending', 'Confirmed']);

export function isOpenDeposit({ status }: Ticket): boolean {
  return openDeposits.has(status);
}

/** The steps of a withdrawal, in order. */
export const withdrawSteps = ['requested', 'confirmed', 'accepted', 'sent', 'arrived'] as const;

/** How many steps each status has completed; statuses that are not listed have ended or are unknown. */
const stepsDone: Readonly<Record<string, number>> = {
  New: 0,
  Pending2Fa: 1,
  Confirmed2Fa: 2,
  Delayed: 2,
  AdminProcessing: 2,
  AmlProcessing: 2,
  AutoAccepted: 3,
  Accepted: 3,
  SystemProcessing: 3,
  Submitted: 4,
  Confirmed: 4,
  FullyProcessed: 5,
};

/** Counts the completed steps among `withdrawSteps`; null for a withdrawal that failed or was canceled. */
export function countStepsDone(status: string): number | null {
  return stepsDone[status] ?? null;
}

export function isOpenWithdrawal({ status }: Ticket): boolean {
  const done = countStepsDone(status);
  return done !== null && done < withdrawSteps.length;
}

/** The statuses that the server can cancel; in others the money is on its way or has arrived. */
const cancelable: ReadonlySet<string> = new Set([
  'New',
  'Pending2Fa',
  'Confirmed2Fa',
  'Delayed',
  'AutoAccepted',
  'AdminProcessing',
  'Accepted',
]);

export function canCancel({ status }: Ticket): boolean {
  return cancelable.has(status);
}
