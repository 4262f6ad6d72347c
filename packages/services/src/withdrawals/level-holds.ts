/** Leaves accepted withdrawals to operators when the level of their customer does not allow them any more. */
import { millis } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { listAcceptedWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { aboveLevelReason, isAboveLevel } from './level-allowance.ts';
import { move } from './withdrawal-moves.ts';
import type { ActingContext } from './withdrawal-steps.ts';

/**
 * Leaves what was accepted for an account, and its level no longer allows, to operators. One that was not decided yet is decided by
 * the level of that time, and a payment that has begun continues.
 *
 * @param accountId  null for all accounts: a level may have fallen while a withdrawal was being accepted, and the settings may lower
 *   the limits of a level
 * @returns how many
 */
export async function holdAboveLevel(
  context: Pick<ActingContext, 'database' | 'ledger' | 'ticketMacKey' | 'clock' | 'by'>,
  accountId: AccountId | null,
): Promise<number> {
  const rows = await listAcceptedWithdrawals(context.database, accountId);
  if (rows.length === 0) return 0;
  const at = millis(context.clock());
  const above = await context.ledger.read((view) => rows.filter((row) => isAboveLevel(view, row, at)));
  let held = 0;
  for (const { ticketId } of above) {
    const moved = await move(context, ticketId, 'AdminProcessing', {
      from: ['AutoAccepted', 'Accepted'],
      reason: aboveLevelReason,
    });
    if (moved !== null) held += 1;
  }
  return held;
}
