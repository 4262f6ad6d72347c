/** Keys under which clients request a withdrawal: one key of a customer is one ticket, for ever. */
import type { TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type WithdrawalRequestRow = { readonly bodyHash: Buffer; readonly ticketId: TicketId };

/**
 * Ties a key to a ticket, in the ticket's own transaction.
 * @throws when the key has a ticket already
 */
export async function insertWithdrawalRequest(
  tx: Queryable,
  row: WithdrawalRequestRow & { readonly userId: UserId; readonly key: string },
): Promise<void> {
  await tx.query(
    'INSERT INTO withdrawal_request (user_id, key, body_hash, ticket_id) VALUES ($1, $2, $3, $4)',
    [row.userId, row.key, row.bodyHash, row.ticketId],
  );
}

/** Returns the ticket that a customer requested under a key; null without one. */
export async function findWithdrawalRequest(
  db: Queryable,
  userId: UserId,
  key: string,
): Promise<WithdrawalRequestRow | null> {
  const rows = await db.query<WithdrawalRequestRow>(
    `SELECT body_hash AS "bodyHash", ticket_id AS "ticketId" FROM withdrawal_request
     WHERE user_id = $1 AND key = $2`,
    [userId, key],
  );
  return rows[0] ?? null;
}
