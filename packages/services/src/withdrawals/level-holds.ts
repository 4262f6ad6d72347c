/** Leaves accepted withdrawals to operators when the level of their customer has fallen. */
import { millis } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { listNewestWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { aboveLevelReason, isAboveLevel } from './level-allowance.ts';
import { move } from './withdrawal-moves.ts';
import type { ActingContext } from './withdrawal-steps.ts';

const rowsMax = 100;

/**
 * Leaves what was accepted for an account, and its level no longer allows, to operators. One that was not decided yet is decided by
 * the level of that time, and a payment that has begun continues.
 *
 * @returns how many
 */
export async function holdAboveLevel(
  context: Pick<ActingContext, 'database' | 'ledger' | 'ticketMacKey' | 'clock' | 'by'>,
  accountId: AccountId,
): Promise<number> {
  const { database, ledger, clock } = context;
  let held = 0;
  for (;;) {
    const accepted = { statuses: ['AutoAccepted', 'Accepted'], accountId, limit: rowsMax };
    const rows = await listNewestWithdrawals(database, accepted);
    const at = millis(clock());
    const above = await ledger.read((view) => rows.filter((row) => isAboveLevel(view, row, at)));
    for (const { ticketId } of above) {
      const moved = await move(context, ticketId, 'AdminProcessing', { reason: aboveLevelReason });
      if (moved !== null) held += 1;
    }
    if (rows.length < rowsMax || above.length === 0) return held;
  }
}
