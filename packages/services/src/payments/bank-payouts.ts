/**
 * Bank payouts, step by step as an operator makes them by hand. Each step is a transition of the table, so that of two
 * operators only one acts; each checks who wrote the status before, and may be repeated after a crash.
 *
 * Only the start needs the receiver: the steps after it record what the bank did, so that a payout whose bank account cannot be read any
 * more can be ended. Their callers require two operators then.
 */
import { accept, minor, refuse } from '@salar/protocol';
import type { Result, TicketId } from '@salar/protocol';
import { findWithdrawal, listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { DecisionRecord } from '../operator/decision-record.ts';
import type { BankProvider } from '../tickets/networks.ts';
import { move } from '../withdrawals/withdrawal-moves.ts';
import {
  areTermsProved,
  checkStatus,
  checkStatusAndHold,
  guarded,
  release,
  reportTerms,
} from '../withdrawals/withdrawal-steps.ts';
import type { ActingContext, StepContext } from '../withdrawals/withdrawal-steps.ts';
import { addBankMovement } from './bank-movements.ts';
import { isStopped, settle } from './payment-steps.ts';
import { rollbackOnRefusal } from './rollback-on-refusal.ts';

/** The statuses of a bank payout that is an operator's work, first step first. */
const openPayoutStates = ['AutoAccepted', 'Accepted', 'SystemProcessing', 'Submitted', 'Confirmed'];
/** Those in which the bank may have the payout. */
const startedPayoutStates = ['SystemProcessing', 'Submitted', 'Confirmed'];

/**
 * `ticket_moved`: the status does not allow the step, or another operator was faster. `withdrawals_stopped`: the product is
 * halted, the account is locked, or its level does not allow the payout any more.
 */
export type PayoutRefusal = 'ticket_moved' | 'reference_used' | 'withdrawals_stopped';
/** Payouts are remembered outside the database from their start until their money is returned or spent. */
export type PayoutContext = ActingContext & { readonly decisions: DecisionRecord };
type MoveResult<R extends PayoutRefusal = 'ticket_moved'> = Promise<Result<WithdrawalRow, R>>;

/** Lists open payouts of the bank providers, oldest first. */
export async function openPayouts(
  { database }: Pick<StepContext, 'database'>,
  providers: readonly BankProvider[],
  limit: number,
): Promise<readonly WithdrawalRow[]> {
  const providerIds = providers.map((provider) => provider.providerId);
  return listOpenWithdrawals(database, { statuses: openPayoutStates, providerIds, limit });
}

/** Builds the reference under which the receiver sees the payout. */
export function payoutReference(ticketId: TicketId): string {
  return `SALAR-${ticketId}`;
}

/**
 * Starts the payout: the customer cannot cancel it any more. One that was started before is refused, whatever its row says now:
 * its money may have left.
 */
export async function startPayout(
  context: PayoutContext,
  row: WithdrawalRow,
): MoveResult<'ticket_moved' | 'withdrawals_stopped'> {
  if (await isStopped(context, row)) return refuse('withdrawals_stopped');
  if (!(await checkStatus(context, row))) return refuse('ticket_moved');
  if (context.decisions.payoutStartedAt(row.ticketId) !== null) {
    context.log.error(
      { ticketId: row.ticketId },
      'ALERT: a payout that was started before would be sent again',
    );
    return refuse('ticket_moved');
  }
  const moved = await move(context, row.ticketId, 'SystemProcessing');
  if (moved === null) return refuse('ticket_moved');
  context.decisions.recordPayout(row.ticketId);
  context.onStep?.('processing', row.ticketId);
  return accept(moved);
}

/** Records that the bank has the payout: its reference and the movement of our account become durable together. */
export async function sentPayout(
  context: PayoutContext,
  row: WithdrawalRow,
  { reference, operator }: { readonly reference: string; readonly operator: string },
): MoveResult<PayoutRefusal> {
  if (!(await checkStatusAndHold(context, row))) return refuse('ticket_moved');
  const at = context.clock();
  const { ticketId, providerId, productId } = row;
  const amount = minor(row.fee - row.amount);
  const sent = await rollbackOnRefusal<WithdrawalRow, PayoutRefusal>(context.database, async (tx) => {
    const moved = await move({ ...context, database: tx }, ticketId, 'Submitted', {
      from: ['SystemProcessing'],
      txId: reference,
    });
    if (moved === null) return refuse('ticket_moved');
    const entry = {
      providerId,
      productId,
      kind: 'payout',
      amount,
      reference,
      ticketId,
      operator,
      at,
    } as const;
    return (await addBankMovement(context, tx, entry)) ? accept(moved) : refuse('reference_used');
  });
  if (sent.ok) context.onStep?.('payment_sent', ticketId);
  return sent;
}

/** Settles the payout: the receiver has the money and the hold is spent. A repeat completes what was interrupted. */
export async function settledPayout(context: PayoutContext, sent: WithdrawalRow): MoveResult {
  if (!(await checkStatusAndHold(context, sent))) return refuse('ticket_moved');
  const { ticketId } = sent;
  const moved = await move(context, ticketId, 'Confirmed');
  const row = moved ?? (await findWithdrawal(context.database, ticketId));
  if (row === null || row.status !== 'Confirmed') return refuse('ticket_moved');
  if (moved !== null) context.onStep?.('payment_seen', ticketId);
  await settle(context, ticketId);
  context.decisions.forgetPayout(ticketId);
  return accept(row);
}

/**
 * Ends a failed payout, which was never sent or returned by the bank. The customer gets the money back, once.
 *
 * @param back  the bank's return; null when the payout was never sent
 */
export async function returnedPayout(
  context: PayoutContext,
  row: WithdrawalRow,
  {
    reason,
    operator,
    back,
  }: { readonly reason: string; readonly operator: string; readonly back: { reference: string } | null },
): MoveResult<PayoutRefusal> {
  if (!(await checkStatusAndHold(context, row))) return refuse('ticket_moved');
  const at = context.clock();
  const { ticketId, providerId, productId } = row;
  const from = [back === null ? 'SystemProcessing' : 'Submitted'] as const;
  const ended = await rollbackOnRefusal<WithdrawalRow, PayoutRefusal>(context.database, async (tx) => {
    const moved = await move({ ...context, database: tx }, ticketId, 'Failed', { from, reason });
    if (moved === null) return refuse('ticket_moved');
    if (back === null) return accept(moved);
    const amount = minor(row.amount - row.fee);
    const { reference } = back;
    const entry = {
      providerId,
      productId,
      kind: 'return',
      amount,
      reference,
      ticketId,
      operator,
      at,
    } as const;
    return (await addBankMovement(context, tx, entry)) ? accept(moved) : refuse('reference_used');
  });
  if (!ended.ok) return ended;
  context.onStep?.('end_written', ticketId);
  await release(context, ticketId);
  context.decisions.forgetPayout(ticketId);
  return ended;
}

/**
 * After a crash, settles payouts in the ledger that were reported as settled, and completes the record of those that the
 * bank may have.
 */
export async function finishPayouts(
  context: PayoutContext,
  providers: readonly BankProvider[],
  limit: number,
): Promise<void> {
  const { decisions, ledger } = context;
  for (const row of await openPayouts(context, providers, limit)) {
    if (!startedPayoutStates.includes(row.status)) continue;
    if (!areTermsProved(context, row)) reportTerms(context, row);
    if ((await guarded(context, row, () => checkStatusAndHold(context, row))) !== true) continue;
    decisions.recordPayout(row.ticketId);
    if (row.status === 'Confirmed') await guarded(context, row, () => settle(context, row.ticketId));
  }
  for (const ticketId of decisions.payouts()) {
    const state = await ledger.read((view) => view.withdrawal(ticketId)?.state);
    if (state !== 'held') decisions.forgetPayout(ticketId);
  }
}
