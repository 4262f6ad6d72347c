/** The history of withdraw tickets: every status a ticket ever had, recorded by a trigger of the table. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type WithdrawalStepRow = {
  readonly status: string;
  readonly txId: string | null;
  readonly reason: string | null;
  readonly at: number;
};

/** Oldest first. */
export async function listWithdrawalSteps(
  db: Queryable,
  id: TicketId,
): Promise<readonly WithdrawalStepRow[]> {
  return run(
    db,
    tables
      .selectFrom('withdrawal_step')
      .select(['status', 'tx_id as txId', 'reason', 'at'])
      .where('ticket_id', '=', id)
      .orderBy('step_id'),
  );
}
