/** Withdrawals of a version without MACs over their status and their mailed code. */
import type { TicketId } from '@salar/protocol';
import type { SealedQueryable } from '../../column-seals.ts';
import type { Queryable } from '../../database.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';
import { toProofColumns } from './ticket-steps.ts';
import type { NewTransition } from './ticket-steps.ts';
import { openWithdrawal, selectWithdrawals } from './withdrawals.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** Returns true when some withdrawal has such a MAC. */
export async function hasWithdrawalMacs(on: Queryable): Promise<boolean> {
  const query = tables
    .selectFrom('withdrawal')
    .select('ticket_id')
    .where((eb) => eb.or([eb('status_mac', 'is not', null), eb('code_mac', 'is not', null)]))
    .limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Lists the withdrawals whose money is held and that have none of these MACs, oldest first. */
export async function listFormerWithdrawals(
  on: SealedQueryable,
  statuses: readonly string[],
): Promise<readonly WithdrawalRow[]> {
  const rows = await run(
    on,
    selectWithdrawals
      .where('money_done', '=', false)
      .where('status', '=', matchAny(statuses))
      .where('status_mac', 'is', null)
      .where('code_mac', 'is', null)
      .orderBy('ticket_id'),
  );
  return rows.map((row) => openWithdrawal(on, row));
}

/** Writes the MACs of a withdrawal; its status and its times stay. */
export async function sealWithdrawal(
  on: Queryable,
  id: TicketId,
  { transition, codeMac }: { readonly transition: NewTransition; readonly codeMac?: Buffer },
): Promise<void> {
  await run(
    on,
    tables
      .updateTable('withdrawal')
      .set({
        ...toProofColumns(transition),
        ...(codeMac && { code_mac: codeMac }),
      })
      .where('ticket_id', '=', id),
  );
}
