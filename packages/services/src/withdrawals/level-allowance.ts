/**
 * Whether the level of an account allows a withdrawal that waits. A level can fall after the money was held: its identity is refused
 * or expires, or operators take the level away.
 */
import type { Millis } from '@salar/protocol';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { ticketLevelMin } from '../deposits/deposit-service.ts';
import type { LedgerView } from '../ports/ledger-port.ts';

/** The reason of tickets that the customer's level no longer allows: two operators decide about them. */
export const aboveLevelReason = 'above_verification_level';

/**
 * Returns true when the customer could not request the withdrawal with the level of now. The level is in the ledger, so a row that
 * somebody changes or deletes does not allow one.
 */
export function isAboveLevel(
  view: Pick<LedgerView, 'account' | 'levelLimits' | 'withdrawal' | 'withdrawalUsage'>,
  { ticketId, accountId }: Pick<WithdrawalRow, 'ticketId' | 'accountId'>,
  at: Millis,
): boolean {
  const level = view.account(accountId)?.level ?? 0;
  const limits = view.levelLimits(level);
  if (level < ticketLevelMin || limits === undefined) return true;
  const used = view.withdrawalUsage(accountId, at);
  const notional = view.withdrawal(ticketId)?.notional ?? 0n;
  const isAbove = (limit: bigint | null, sum: bigint) => limit !== null && (notional > limit || sum > limit);
  return isAbove(limits.dailyLimit, used.day) || isAbove(limits.monthlyLimit, used.month);
}
