/** The history of withdraw tickets: every status a ticket ever had, recorded by a trigger of the table. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

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
  return db.query<WithdrawalStepRow>(
    `SELECT status, tx_id AS "txId", reason, at FROM withdrawal_step WHERE ticket_id = $1 ORDER BY step_id`,
    [id],
  );
}
