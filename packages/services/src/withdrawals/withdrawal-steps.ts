/** Steps of a withdraw ticket that both the service and the worker take. Each may be repeated after a crash. */
import { InvariantError, assert, millis } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { TicketDatabase, TicketQueryable } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import { markMoneyDone, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { WithdrawTicket } from '../tickets/ticket-types.ts';
import { computeTicketMac, isSameMac } from '../crypto/ticket-macs.ts';
import type { TicketTerms } from '../ports/chain-signer.ts';
import { releasingStates, listStatesBefore, toWithdrawalState } from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';

/** Durable points of a ticket's life, in order: tests stop the process at each of them. */
export type WithdrawalStep =
  | 'ticket_written'
  | 'hold_placed'
  | 'mail_queued'
  | 'confirmed'
  | 'accepted'
  | 'processing'
  | 'nonce_reserved'
  | 'payment_signed'
  | 'payment_stored'
  | 'payment_sent'
  | 'payment_seen'
  | 'settled'
  | 'finished'
  | 'end_written'
  | 'released';

export type StepContext = {
  readonly database: TicketDatabase;
  readonly ledger: Pick<LedgerPort, 'read' | 'submit'>;
  readonly ticketMacKey: Uint8Array;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: (step: WithdrawalStep, ticketId: TicketId) => void;
};

export type MoveDetails = {
  readonly reason?: string;
  readonly txId?: string;
  readonly moneyDone?: boolean;
  readonly from?: readonly WithdrawalState[];
  /** A ticket that has ever had this status is not moved. */
  readonly unlessEver?: WithdrawalState;
};

/** Moves a ticket along the transition table; null when its status does not allow the transition. */
export async function move(
  context: { readonly database: TicketQueryable; readonly clock: () => number },
  ticketId: TicketId,
  to: WithdrawalState,
  details: MoveDetails = {},
): Promise<WithdrawalRow | null> {
  const allowed = listStatesBefore(to);
  const { from = allowed, ...columns } = details;
  assert(
    from.every((state) => allowed.includes(state)),
    `a withdraw ticket may go from ${from.join()} to ${to}`,
  );
  return moveWithdrawal(context.database, { ticketId, from, to, ...columns, at: context.clock() });
}

/** Ends a ticket without a payment and releases its hold; null when its status does not allow it. */
export async function endAndRelease(
  context: StepContext,
  ticketId: TicketId,
  to: WithdrawalState,
  reason?: string,
): Promise<WithdrawalRow | null> {
  return end(context, ticketId, to, reason === undefined ? {} : { reason });
}

/**
 * Cancels a ticket for its customer; null when that is no longer possible. A ticket that the signer or an operator at the bank
 * has ever had may be in payment, whatever its status now: only an operator ends it.
 */
export async function cancelUnpaid(
  context: StepContext,
  ticketId: TicketId,
  requestIp: string | null,
): Promise<WithdrawalRow | null> {
  const row = await moveByCustomer(context, ticketId, 'UserCanceled', {
    unlessEver: 'SystemProcessing',
    requestIp,
  });
  return row === null ? null : releaseEnded(context, row);
}

/** Moves a ticket by its customer's action: the transition and its audit entry are one transaction. */
export async function moveByCustomer(
  context: StepContext,
  ticketId: TicketId,
  to: 'Confirmed2Fa' | 'UserCanceled',
  { requestIp, ...details }: MoveDetails & { readonly requestIp: string | null },
): Promise<WithdrawalRow | null> {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const row = await move({ database: tx, clock }, ticketId, to, details);
    if (row === null) return null;
    const action = to === 'UserCanceled' ? 'withdrawal_canceled' : 'withdrawal_confirmed';
    await insertAudit(tx, {
      at: millis(clock()),
      userId: row.userId,
      requestIp,
      action,
      object: `withdrawal ${ticketId}`,
    });
    return row;
  });
}

async function end(
  context: StepContext,
  ticketId: TicketId,
  to: WithdrawalState,
  details: MoveDetails,
): Promise<WithdrawalRow | null> {
  assert(releasingStates.includes(to), `${to} releases the hold`);
  const row = await move(context, ticketId, to, details);
  return row === null ? null : releaseEnded(context, row);
}

async function releaseEnded(context: StepContext, row: WithdrawalRow): Promise<WithdrawalRow> {
  context.onStep?.('end_written', row.ticketId);
  await release(context, row.ticketId);
  return row;
}

/** Releases the hold of an ended ticket, once, however often it is called. */
export async function release(context: StepContext, ticketId: TicketId): Promise<void> {
  const outcome = await context.ledger.submit({ type: 'ReleaseWithdrawal', ticketId });
  assert(
    outcome.ok || outcome.refusal === 'ticket_already_released',
    `the hold of ended ticket ${ticketId} can be released`,
  );
  context.onStep?.('released', ticketId);
  await markMoneyDone(context.database, ticketId);
}

/** Returns the terms of a row after verifying its MAC: a tampered row is never processed. */
export function toTicketTerms(context: StepContext, row: WithdrawalRow, chainId: number): TicketTerms {
  const terms = toUncheckedTerms(row, chainId);
  assert(
    isSameMac(computeTicketMac(context.ticketMacKey, terms), row.mac),
    `withdraw ticket ${row.ticketId} has a valid MAC`,
  );
  return terms;
}

/** Reports one broken ticket and leaves it to an operator, so that it does not stop the others. Outages do. */
export async function guarded<T>(
  context: StepContext,
  row: Pick<WithdrawalRow, 'ticketId'>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    context.log.error({ ticketId: row.ticketId, err: error }, 'ALERT: a withdraw ticket breaks a rule');
    return null;
  }
}

export function findProvider(
  providers: readonly TicketProvider[],
  row: Pick<WithdrawalRow, 'providerId'>,
): TicketProvider {
  const provider = providers.find((candidate) => candidate.providerId === row.providerId);
  assert(provider !== undefined, `provider ${row.providerId} of a withdraw ticket exists`);
  return provider;
}

export function toUncheckedTerms(row: Omit<TicketTerms, 'chainId'>, chainId: number): TicketTerms {
  const { ticketId, requestCode, userId, accountId, productId, providerId } = row;
  const { destination, amount, fee, createdAt } = row;
  const ids = { ticketId, requestCode, userId, accountId, productId, providerId };
  return { ...ids, chainId, destination, amount, fee, createdAt };
}

/** Converts a row to a ticket for callers outside the service. */
export function toWithdrawTicket(row: WithdrawalRow): WithdrawTicket {
  const status = toWithdrawalState(row.status);
  assert(status !== 'New', 'a new ticket is not visible');
  const { ticketId, requestCode, userId, accountId, productId, providerId, templateType, templateForm } = row;
  const { destination, amount, fee, txId, rejectReason, delayedUntil, requestIp, createdAt, updatedAt } = row;
  return {
    ticketId,
    requestCode,
    userId,
    accountId,
    productId,
    providerId,
    templateType,
    templateForm,
    destination,
    amount,
    fee,
    status,
    txId,
    rejectReason,
    delayedUntil: status === 'Delayed' ? delayedUntil : null,
    requestIp,
    createdAt,
    updatedAt,
  };
}
