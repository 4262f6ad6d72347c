/** Moves withdraw tickets along the transition table. Each move is proved by a MAC, which each service that acts on the ticket checks. */
import { assert } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { Queryable, SealedQueryable, TicketQueryable } from '@salar/store';
import { listTicketSteps } from '@salar/store/tables/tickets/ticket-steps';
import type { NewTransition, TicketStepRow } from '@salar/store/tables/tickets/ticket-steps';
import { findWithdrawal, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { NewWithdrawal, WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { describeWrongMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import type { Log } from '../ports/log.ts';
import {
  computeTransition,
  isHistoryOf,
  isTransitionProved,
  listProvedSteps,
} from '../tickets/ticket-transitions.ts';
import type { ProvedTicket, TicketDetails } from '../tickets/ticket-transitions.ts';
import { listStatesBefore } from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';

/** Contains what a move needs; in a transaction, its connection. */
export type MoveContext = {
  readonly database: TicketQueryable;
  readonly ticketMacKey: MacKey;
  readonly clock: () => number;
  /** The customer, operator or worker who moves the ticket, as `actors.ts` describes them, under the transition's MAC. */
  readonly by: string;
};

export const unprovedAlert = 'ALERT: nothing proves the status of a withdrawal';

export type MoveDetails = {
  readonly reason?: string;
  readonly txId?: string;
  readonly moneyDone?: boolean;
  readonly from?: readonly WithdrawalState[];
  /** A ticket that has ever had this status is not moved. */
  readonly unlessEver?: WithdrawalState;
  /** True when nothing proves the history of the ticket: its proved history begins with this transition. */
  readonly isUnproved?: boolean;
};

/** Moves a ticket along the transition table; null when its status does not allow the transition. */
export async function move(
  context: MoveContext,
  ticketId: TicketId,
  to: WithdrawalState,
  details: MoveDetails = {},
): Promise<WithdrawalRow | null> {
  const allowed = listStatesBefore(to);
  const { from = allowed } = details;
  assert(
    from.every((state) => allowed.includes(state)),
    `a withdraw ticket may go from ${from.join()} to ${to}`,
  );
  return writeMove(context, ticketId, to, { ...details, from });
}

/** Records that the payment of a ticket is signed, or signed again: its bytes are stored in the same transaction. */
export async function moveToSubmitted(
  context: MoveContext,
  ticketId: TicketId,
  txId: string,
): Promise<WithdrawalRow> {
  const from = [...listStatesBefore('Submitted'), 'Submitted'] as const;
  const moved = await writeMove(context, ticketId, 'Submitted', { from, txId });
  assert(moved !== null, `withdraw ticket ${ticketId} is being processed when its payment is stored`);
  return moved;
}

/** Computes the transition from the row, and again when the ticket moved meanwhile. */
async function writeMove(
  context: MoveContext,
  ticketId: TicketId,
  to: WithdrawalState,
  details: MoveDetails & { readonly from: readonly WithdrawalState[] },
): Promise<WithdrawalRow | null> {
  const { isUnproved = false, ...columns } = details;
  const from: readonly string[] = details.from;
  for (let before: WithdrawalRow | null = null; ;) {
    const row: WithdrawalRow | null = await findWithdrawal(context.database, ticketId);
    if (row === null || !from.includes(row.status) || row.step === before?.step) return null;
    const transition = sealMove(context, row, to, { ...columns, isUnproved });
    const moved = await moveWithdrawal(context.database, { ticketId, to, ...columns, transition });
    if (moved !== null) return moved;
    before = row;
  }
}

/** Returns the transition of a ticket to a new status, with the MAC that proves it. */
export function sealMove(
  { ticketMacKey, clock, by }: Pick<MoveContext, 'ticketMacKey' | 'clock' | 'by'>,
  row: WithdrawalRow,
  to: WithdrawalState,
  { txId, reason, isUnproved = false }: Pick<MoveDetails, 'txId' | 'reason' | 'isUnproved'> = {},
): NewTransition {
  const before = toProvedTicket(row);
  const isProved = !isUnproved && isTransitionProved(ticketMacKey, before);
  const details = { ...before, txId: txId ?? row.txId, reason: reason ?? row.rejectReason };
  return computeTransition(ticketMacKey, details, { ...before, isProved }, { to, by, at: clock() });
}

/** Returns the transition of a ticket that is being written. */
export function sealNew(
  { ticketMacKey, by }: Pick<MoveContext, 'ticketMacKey' | 'by'>,
  row: NewWithdrawal & { readonly rejectReason?: string },
): NewTransition {
  const details = toDetails({ ...row, txId: null, rejectReason: row.rejectReason ?? null });
  return computeTransition(ticketMacKey, details, null, { to: 'New', by, at: row.createdAt });
}

function toDetails(
  row: Pick<NewWithdrawal, 'ticketId' | 'requestCode' | 'accountId' | 'productId' | 'amount'> &
    Pick<WithdrawalRow, 'txId' | 'rejectReason'>,
): TicketDetails {
  const { ticketId, requestCode: reference, accountId, productId, amount, txId, rejectReason: reason } = row;
  return { ticket: 'withdrawal', ticketId, reference, accountId, productId, amount, txId, reason };
}

/** Returns what the newest transition of a ticket covers. */
export function toProvedTicket(row: WithdrawalRow): ProvedTicket {
  const { status, updatedAt: at, step, statusBefore, statusBy, trail, statusMac } = row;
  return { ...toDetails(row), status, at, step, statusBefore, statusBy, trail, statusMac };
}

/**
 * Returns true when the exchange gave the ticket its status and every status before, as the history says it: by whom, with which
 * details and when. False when somebody changed the row or the history in the database.
 */
export async function isStatusProved(
  { ticketMacKey, database }: Pick<MoveContext, 'ticketMacKey'> & { readonly database: Queryable },
  row: WithdrawalRow,
): Promise<boolean> {
  const ticket = toProvedTicket(row);
  if (!isTransitionProved(ticketMacKey, ticket)) return false;
  return isHistoryOf(ticket, await listTicketSteps(database, row.ticketId));
}

/** Returns the history of a ticket, oldest first, and whether each record is proved. Who made one that is not may be invented. */
export async function readHistory(
  { ticketMacKey, database }: Pick<MoveContext, 'ticketMacKey'> & { readonly database: Queryable },
  row: WithdrawalRow,
): Promise<readonly (TicketStepRow & { readonly isProved: boolean })[]> {
  const ticket = toProvedTicket(row);
  const steps = await listTicketSteps(database, row.ticketId);
  const proved = isTransitionProved(ticketMacKey, ticket) ? listProvedSteps(ticket, steps) : null;
  return steps.map((step) => ({ ...step, isProved: proved?.includes(step) === true }));
}

/** A ticket moves a few times in its life: one that moves at every look is changed in the database. */
const looksMax = 10;

/**
 * Checks a ticket that somebody may move at the same time. Its history is read after its row: if it has gone on since, the row is
 * read again, so that a move meanwhile is not mistaken for a change in the database.
 *
 * @returns the ticket as it is by now, and whether its status is proved
 */
export async function checkNewest(
  context: Pick<MoveContext, 'ticketMacKey'> & { readonly database: SealedQueryable },
  seen: WithdrawalRow,
): Promise<{ readonly row: WithdrawalRow; readonly isProved: boolean }> {
  let row = seen;
  for (let look = 0; look < looksMax; look += 1) {
    if (await isStatusProved(context, row)) return { row, isProved: true };
    const newest = await findWithdrawal(context.database, row.ticketId);
    if (newest === null || newest.step === row.step) break;
    row = newest;
  }
  return { row, isProved: false };
}

/** Reports a ticket whose status nothing proves. */
export function reportUnproved(
  { log, ticketMacKey }: Pick<MoveContext, 'ticketMacKey'> & { readonly log: Log },
  row: WithdrawalRow,
): void {
  const { ticketId, status, statusMac } = row;
  const isNewest = isTransitionProved(ticketMacKey, toProvedTicket(row));
  const because = isNewest ? 'its history was changed' : describeWrongMac(ticketMacKey, statusMac);
  log.error({ ticketId, status, because }, unprovedAlert);
}
