/** Keys under which clients request a withdrawal: one key of a customer is one ticket, for ever. */
import type { TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type WithdrawalRequestRow = { readonly bodyHash: Buffer; readonly ticketId: TicketId };

/**
 * Ties a key to a ticket, in the ticket's own transaction.
 * @throws when the key has a ticket already
 */
export async function insertWithdrawalRequest(
  tx: Queryable,
  row: WithdrawalRequestRow & { readonly userId: UserId; readonly key: string },
): Promise<void> {
  await run(
    tx,
    tables
      .insertInto('withdrawal_request')
      .values({ user_id: row.userId, key: row.key, body_hash: row.bodyHash, ticket_id: row.ticketId }),
  );
}

/** Returns the ticket that a customer requested under a key; null without one. */
export async function findWithdrawalRequest(
  db: Queryable,
  userId: UserId,
  key: string,
): Promise<WithdrawalRequestRow | null> {
  return runFirst(
    db,
    tables
      .selectFrom('withdrawal_request')
      .select(['body_hash as bodyHash', 'ticket_id as ticketId'])
      .where('user_id', '=', userId)
      .where('key', '=', key),
  );
}
