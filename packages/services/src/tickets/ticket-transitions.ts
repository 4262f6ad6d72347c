/**
 * Proves the transitions of tickets: each has a MAC over who gave the ticket its status, from which status, with which details and
 * when. A transition covers the digest of the one before it, so the MAC of the newest one proves the whole history.
 */
import { createHash } from 'node:crypto';
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { NewTransition, TicketProof, TicketStepRow } from '@salar/store/tables/tickets/ticket-steps';
import { computeMac, isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';

/** Contains what a transition covers of its ticket, apart from the status. */
export type TicketDetails = {
  readonly ticket: 'withdrawal' | 'deposit';
  readonly ticketId: TicketId;
  /** The request code of a withdrawal, the key of a deposit. */
  readonly reference: string;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  readonly txId: string | null;
  readonly reason: string | null;
};

/** A ticket with its status and the columns that prove it. */
export type ProvedTicket = TicketDetails & TicketProof & { readonly status: string; readonly at: number };

/** A change of a ticket's status. */
type Change = { readonly to: string; readonly by: string; readonly at: number };

/**
 * Computes the transition of a ticket to a new status. It continues the history of the ticket if that is proved, and otherwise begins
 * a new one: what nothing proves is never proved by a later MAC.
 *
 * @param details  the details of the ticket after the transition
 */
export function computeTransition(
  key: MacKey,
  details: TicketDetails,
  before: (ProvedTicket & { readonly isProved: boolean }) | null,
  { to, by, at }: Change,
): NewTransition {
  const step = (before?.step ?? 0) + 1;
  const trail = before?.isProved === true ? digestTransition(before) : null;
  const columns = { step, statusBefore: before?.status ?? '', statusBy: by, trail };
  const moved = { ...details, ...columns, status: to, at };
  return { ...columns, at, statusMac: computeTransitionMac(key, moved) };
}

/** Returns true when the exchange made the newest transition of a ticket, as its row describes it. */
export function isTransitionProved(key: MacKey, ticket: ProvedTicket): boolean {
  const { statusMac } = ticket;
  return statusMac !== null && isMac(key, statusMac, (used) => computeTransitionMac(used, ticket));
}

/** Computes the MAC of a ticket's newest transition. */
export function computeTransitionMac(key: MacKey, ticket: Omit<ProvedTicket, 'statusMac'>): Buffer {
  return computeMac(
    key,
    JSON.stringify(['salar ticket transition 1', digestTransition(ticket).toString('hex')]),
  );
}

/**
 * Compares the recorded history of a ticket with its newest transition, which is proved: the last record is that transition, and each
 * one before it has the digest that the next one covers. Records of a version without proofs have the number 0 and name nobody.
 *
 * @param steps  oldest first
 */
export function isHistoryOf(ticket: ProvedTicket, steps: readonly TicketStepRow[]): boolean {
  return listProvedSteps(ticket, steps) !== null;
}

/**
 * Returns the records of a history that the newest transition proves, newest first: those from the beginning of the proved history on.
 * Null when a record among them was changed, added or removed.
 *
 * @param ticket  with a newest transition that is proved
 * @param steps  oldest first
 */
export function listProvedSteps(
  ticket: ProvedTicket,
  steps: readonly TicketStepRow[],
): readonly TicketStepRow[] | null {
  if (steps.some(({ step, statusBy }) => step <= 0 && statusBy !== null)) return null;
  const proved: TicketStepRow[] = [];
  let digest = digestTransition(ticket);
  for (const step of steps.filter((one) => one.step > 0).toReversed()) {
    if (!isRecorded(step) || !digestTransition({ ...ticket, ...step }).equals(digest)) return null;
    proved.push(step);
    if (step.trail === null) return proved;
    digest = step.trail;
  }
  return null;
}

type RecordedStep = TicketStepRow & Pick<TicketDetails, 'accountId' | 'productId' | 'amount'>;

function isRecorded(step: TicketStepRow): step is RecordedStep {
  return step.accountId !== null && step.productId !== null && step.amount !== null;
}

function digestTransition(ticket: Omit<ProvedTicket, 'statusMac'>): Buffer {
  const { ticketId, reference, step, statusBefore, status, statusBy, at, trail } = ticket;
  const { accountId, productId, amount, txId, reason } = ticket;
  const change = [step, statusBefore, status, statusBy, at, trail?.toString('hex') ?? null];
  const details = [accountId, productId, String(amount), txId, reason];
  return createHash('sha256')
    .update(JSON.stringify([ticket.ticket, ticketId, reference, ...change, ...details]))
    .digest();
}
