/**
 * Payouts by bank, step by step as an operator's hand makes them. Each is a move of the transition table, so that of two
 * hands one acts; each may be asked again after a crash.
 */
import { accept, minor, refuse } from '@salar/protocol';
import type { Result, TicketId } from '@salar/protocol';
import { insertBankEntry } from '@salar/store/tables/operators/bank-entries';
import { findWithdrawal, moveWithdrawal, openWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { bankChainId } from '../tickets/networks.ts';
import type { BankProvider } from '../tickets/networks.ts';
import { toTicketTerms, guarded, move, release } from '../withdrawals/withdrawal-steps.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import { isStopped, settle } from './payment-steps.ts';
import { rollbackOnRefusal } from './rollback-on-refusal.ts';

/** Where a bank payout may stand while it is an operator's work, oldest step first. */
export const openPayoutStates = ['AutoAccepted', 'Accepted', 'SystemProcessing', 'Submitted', 'Confirmed'];

/**
 * `ticket_moved`: it stands where there is no such step, or somebody else was faster. `withdrawals_stopped`: its product is
 * halted, or its account is locked.
 */
export type PayoutRefusal = 'ticket_moved' | 'reference_used' | 'withdrawals_stopped';
type Moved<R extends PayoutRefusal = 'ticket_moved'> = Promise<Result<WithdrawalRow, R>>;

/** Open payouts of the bank providers, oldest first. */
export async function openPayouts(
  { database }: Pick<StepContext, 'database'>,
  providers: readonly BankProvider[],
  limit: number,
): Promise<readonly WithdrawalRow[]> {
  const providerIds = providers.map((provider) => provider.providerId);
  return openWithdrawals(database, { statuses: openPayoutStates, providerIds, limit });
}

/** What the receiver knows the payout by. */
export function payoutReference(ticketId: TicketId): string {
  return `SALAR-${ticketId}`;
}

/** An operator takes the payout: the customer cannot cancel it any more. */
export async function startPayout(
  context: StepContext,
  row: WithdrawalRow,
): Moved<'ticket_moved' | 'withdrawals_stopped'> {
  toTicketTerms(context, row, bankChainId);
  if (isStopped(context, row)) return refuse('withdrawals_stopped');
  const moved = await move(context, row.ticketId, 'SystemProcessing');
  if (moved === null) return refuse('ticket_moved');
  context.onStep?.('processing', row.ticketId);
  return accept(moved);
}

/** The bank has the payout: its reference and the movement of our account become durable together. */
export async function sentPayout(
  context: StepContext,
  row: WithdrawalRow,
  { reference, operator }: { readonly reference: string; readonly operator: string },
): Moved<PayoutRefusal> {
  toTicketTerms(context, row, bankChainId);
  const at = context.clock();
  const { ticketId, providerId, productId } = row;
  const amount = minor(row.fee - row.amount);
  const sent = await rollbackOnRefusal<WithdrawalRow, PayoutRefusal>(context.database, async (tx) => {
    const moved = await moveWithdrawal(tx, {
      ticketId,
      from: ['SystemProcessing'],
      to: 'Submitted',
      txId: reference,
      at,
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
    return (await insertBankEntry(tx, entry)) ? accept(moved) : refuse('reference_used');
  });
  if (sent.ok) context.onStep?.('payment_sent', ticketId);
  return sent;
}

/** The receiver has the money: the hold is spent. Asked again, it finishes what was interrupted. */
export async function settledPayout(context: StepContext, ticketId: TicketId): Moved {
  const moved = await move(context, ticketId, 'Confirmed');
  const row = moved ?? (await findWithdrawal(context.database, ticketId));
  if (row === null || row.status !== 'Confirmed') return refuse('ticket_moved');
  if (moved !== null) context.onStep?.('payment_seen', ticketId);
  await settle(context, ticketId);
  return accept(row);
}

/**
 * The payout failed: not sent at all, or given back by the bank. The customer gets the money back, once.
 *
 * @param back  how the bank gave it back; null when it was never sent
 */
export async function returnedPayout(
  context: StepContext,
  row: WithdrawalRow,
  {
    reason,
    operator,
    back,
  }: { readonly reason: string; readonly operator: string; readonly back: { reference: string } | null },
): Moved<PayoutRefusal> {
  const at = context.clock();
  const { ticketId, providerId, productId } = row;
  const from = [back === null ? 'SystemProcessing' : 'Submitted'];
  const ended = await rollbackOnRefusal<WithdrawalRow, PayoutRefusal>(context.database, async (tx) => {
    const moved = await moveWithdrawal(tx, { ticketId, from, to: 'Failed', reason, at });
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
    return (await insertBankEntry(tx, entry)) ? accept(moved) : refuse('reference_used');
  });
  if (!ended.ok) return ended;
  context.onStep?.('end_written', ticketId);
  await release(context, ticketId);
  return ended;
}

/** After a crash: payouts that were told as settled are settled in the books. */
export async function finishPayouts(
  context: StepContext,
  providers: readonly BankProvider[],
  limit: number,
): Promise<void> {
  for (const row of await openPayouts(context, providers, limit))
    if (row.status === 'Confirmed') await guarded(context, row, () => settle(context, row.ticketId));
}
