/** Moves deposits along their transition table. Each move is proved by a MAC, which each service that acts on the ticket checks. */
import type { TicketId } from '@salar/protocol';
import type { Queryable, TicketQueryable } from '@salar/store';
import {
  confirmLoss,
  findDepositByTicket,
  moveDeposit,
  undoLoss,
} from '@salar/store/tables/tickets/deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { listTicketSteps } from '@salar/store/tables/tickets/ticket-steps';
import type { NewTransition } from '@salar/store/tables/tickets/ticket-steps';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeTransition, isHistoryOf, isTransitionProved } from '../tickets/ticket-transitions.ts';
import type { ProvedTicket, TicketDetails } from '../tickets/ticket-transitions.ts';
import type { DepositStatus } from '../tickets/ticket-types.ts';
import { listDepositStatesBefore } from './deposit-transitions.ts';

/** Contains what a move needs; in a transaction, its connection. */
export type DepositMover = {
  readonly database: TicketQueryable;
  readonly ticketMacKey: MacKey;
  readonly clock: () => number;
  /** The customer, operator or worker who moves the ticket, as `actors.ts` describes them, under the transition's MAC. */
  readonly by: string;
};

type DepositDetails = Pick<
  DepositRow,
  'ticketId' | 'key' | 'accountId' | 'productId' | 'amount' | 'txId' | 'rejectReason'
>;

/** Moves a deposit, if its status still allows it. @returns whether it was moved */
export async function advanceDeposit(
  mover: DepositMover,
  ticketId: TicketId,
  to: DepositStatus,
  reason: string | null = null,
): Promise<boolean> {
  const row = await findDepositByTicket(mover.database, ticketId);
  if (row === null) return false;
  const transition = sealDeposit(mover, row, { ...row, rejectReason: reason }, to);
  const move = { ticketId, from: listDepositStatesBefore(to), to, transition };
  return moveDeposit(mover.database, reason === null ? move : { ...move, reason });
}

/** Ends a credited deposit whose block stayed missing and that was booked as a loss. */
export async function endWithLoss(mover: DepositMover, ticketId: TicketId, reason: string): Promise<void> {
  const row = await findDepositByTicket(mover.database, ticketId);
  if (row === null) return;
  const transition = sealDeposit(mover, row, { ...row, rejectReason: reason }, 'FullyProcessed');
  await confirmLoss(mover.database, { ticketId, reason, transition });
}

/** Records that the block of a deposit booked as a loss came back, and that the loss was undone. */
export async function endWithoutLoss(mover: DepositMover, ticketId: TicketId): Promise<void> {
  const row = await findDepositByTicket(mover.database, ticketId);
  if (row === null) return;
  const transition = sealDeposit(mover, row, { ...row, rejectReason: null }, row.status);
  await undoLoss(mover.database, ticketId, transition);
}

/** Returns the transition of a deposit to a status, with the MAC that proves it. @param before  null for a new ticket */
export function sealDeposit(
  { ticketMacKey, clock, by }: Pick<DepositMover, 'ticketMacKey' | 'clock' | 'by'>,
  before: DepositRow | null,
  after: DepositDetails,
  to: DepositStatus,
): NewTransition {
  const change = { to, by, at: clock() };
  if (before === null) return computeTransition(ticketMacKey, toDetails(after), null, change);
  const proved = toProvedDeposit(before);
  const isProved = isTransitionProved(ticketMacKey, proved);
  return computeTransition(ticketMacKey, toDetails(after), { ...proved, isProved }, change);
}

function toDetails({
  ticketId,
  key,
  accountId,
  productId,
  amount,
  txId,
  rejectReason,
}: DepositDetails): TicketDetails {
  return {
    ticket: 'deposit',
    ticketId,
    reference: key,
    accountId,
    productId,
    amount,
    txId,
    reason: rejectReason,
  };
}

/** Returns what the newest transition of a deposit covers. */
export function toProvedDeposit(row: DepositRow): ProvedTicket {
  const { status, statusAt, updatedAt, step, statusBefore, statusBy, trail, statusMac } = row;
  const columns = { step, statusBefore, statusBy, trail, statusMac };
  return { ...toDetails(row), ...columns, status, at: statusAt ?? updatedAt };
}

/**
 * Returns true when the exchange gave the deposit its status and every status before, as the history says it. `former` is a row of a
 * version that proved no deposits: only a chain can confirm it.
 */
export async function checkDeposit(
  { ticketMacKey, database }: Pick<DepositMover, 'ticketMacKey'> & { readonly database: Queryable },
  row: DepositRow,
): Promise<'proved' | 'former' | 'unproved'> {
  const steps = await listTicketSteps(database, row.ticketId);
  if (row.step === 0) return steps.every(({ step }) => step === 0) ? 'former' : 'unproved';
  const ticket = toProvedDeposit(row);
  return isTransitionProved(ticketMacKey, ticket) && isHistoryOf(ticket, steps) ? 'proved' : 'unproved';
}
