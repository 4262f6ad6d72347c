/** The history of a forged ticket: the attacker's transactions run without triggers, so it writes the record as well. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '@salar/store';

/** Adds the newest transition of a ticket to its history, as the trigger of its table does. */
export async function recordTransition(
  tx: Queryable,
  table: 'withdrawal' | 'deposit',
  id: TicketId,
): Promise<void> {
  const at = table === 'deposit' ? 'status_at' : 'updated_at';
  const same = 'step, status_before, status_by, account_id, product_id, amount, trail';
  await tx.query(
    `INSERT INTO ticket_step (ticket_id, status, tx_id, reason, at, ${same})
     SELECT ticket_id, status, tx_id, reject_reason, ${at}, ${same} FROM ${table} WHERE ticket_id = $1`,
    [id],
  );
}
