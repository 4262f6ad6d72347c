/** Leaves accepted withdrawals to operators when the level of their customer does not allow them any more. */
import { millis } from '@salar/protocol';
import type { AccountId, TicketId } from '@salar/protocol';
import { findWithdrawal, listAcceptedWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { aboveLevelReason, isAboveLevel } from './level-allowance.ts';
import { checkNewest, move, reportUnproved } from './withdrawal-moves.ts';
import { unprovedReason } from './withdrawal-steps.ts';
import type { ActingContext } from './withdrawal-steps.ts';

type Context = Pick<ActingContext, 'database' | 'ledger' | 'ticketMacKey' | 'clock' | 'log' | 'by'>;

/**
 * Leaves what was accepted for an account, and its level no longer allows, to operators. One that was not decided yet is decided by
 * the level of that time, and a payment that has begun continues. An acceptance that nothing proves is not proved by this.
 *
 * @param accountId  null for all accounts: a level may have fallen while a withdrawal was being accepted, and the settings may lower
 *   the limits of a level
 * @returns how many
 */
export async function holdAboveLevel(context: Context, accountId: AccountId | null): Promise<number> {
  const rows = await listAcceptedWithdrawals(context.database, accountId);
  if (rows.length === 0) return 0;
  const at = millis(context.clock());
  const above = await context.ledger.read((view) => rows.filter((row) => isAboveLevel(view, row, at)));
  let held = 0;
  for (const { ticketId } of above) if (await hold(context, ticketId)) held += 1;
  return held;
}

async function hold(context: Context, ticketId: TicketId): Promise<boolean> {
  const seen = await findWithdrawal(context.database, ticketId);
  if (seen === null) return false;
  const { row, isProved } = await checkNewest(context, seen);
  if (!isProved) reportUnproved(context, row);
  const moved = await move(context, ticketId, 'AdminProcessing', {
    from: ['AutoAccepted', 'Accepted'],
    reason: isProved ? aboveLevelReason : unprovedReason,
    isUnproved: !isProved,
  });
  return moved !== null;
}
