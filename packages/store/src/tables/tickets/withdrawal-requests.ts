/**
 * Keys under which clients request a withdrawal: one key of a customer is one ticket, for ever. The terms of the request
 * are stored as a keyed hash, because they have few enough possible values to be guessed from a plain one. It is not made again when the
 * sealing key is replaced: once the former key is gone, a repeat is refused as another request, and makes no second ticket.
 */
import { ticketId } from '@salar/protocol';
import type { TicketId, UserId } from '@salar/protocol';
import type { ColumnSeals, SealedQueryable } from '../../column-seals.ts';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

/** A request under its key. `bodyHash` is the SHA-256 of all that was requested. */
export type WithdrawalRequest = { readonly userId: UserId; readonly key: string; readonly bodyHash: Buffer };

/**
 * Ties a key to a ticket, in the ticket's own transaction.
 * @throws when the key has a ticket already
 */
export async function insertWithdrawalRequest(
  tx: SealedQueryable,
  request: WithdrawalRequest & { readonly ticketId: TicketId },
): Promise<void> {
  const { userId, key, ticketId: ticket } = request;
  const [bodyKey] = hashBody(tx.seals, request);
  await run(
    tx,
    tables
      .insertInto('withdrawal_request')
      .values({ user_id: userId, key, body_key: bodyKey, ticket_id: ticket }),
  );
}

/** Returns the ticket that a customer requested under a key, and whether the same was requested; null without one. */
export async function findWithdrawalRequest(
  db: SealedQueryable,
  request: WithdrawalRequest,
): Promise<{ readonly ticketId: TicketId; readonly isSame: boolean } | null> {
  const { userId, key, bodyHash } = request;
  const row = await runFirst(
    db,
    tables
      .selectFrom('withdrawal_request')
      .select(['body_hash as plain', 'body_key as keyed', 'ticket_id as ticketId'])
      .where('user_id', '=', userId)
      .where('key', '=', key),
  );
  if (row === null) return null;
  const { plain, keyed } = row;
  const isSame =
    plain?.equals(bodyHash) ?? hashBody(db.seals, request).some((hash) => keyed?.equals(hash) === true);
  return { ticketId: row.ticketId, isSame };
}

/** Lists requests, by their tickets, of a version that stored plain hashes. */
export async function listUnkeyedRequests(on: Queryable, limit: number): Promise<readonly string[]> {
  const query = tables
    .selectFrom('withdrawal_request')
    .select('ticket_id as id')
    .where('body_hash', 'is not', null);
  return (await run(on, query.orderBy('ticket_id').limit(limit))).map(({ id }) => String(id));
}

/** Replaces the plain hash of a request by a keyed one. Returns false when it has none. */
export async function keyWithdrawalRequest(tx: SealedQueryable, ticket: string): Promise<boolean> {
  const id = ticketId(Number(ticket));
  const row = await runFirst(
    tx,
    tables
      .selectFrom('withdrawal_request')
      .select(['user_id as userId', 'body_hash as bodyHash'])
      .where('ticket_id', '=', id)
      .forUpdate(),
  );
  if (row === null || row.bodyHash === null) return false;
  const [bodyKey] = hashBody(tx.seals, { userId: row.userId, bodyHash: row.bodyHash });
  const keyed = { body_hash: null, body_key: bodyKey };
  await run(tx, tables.updateTable('withdrawal_request').set(keyed).where('ticket_id', '=', id));
  return true;
}

function hashBody(seals: ColumnSeals, { userId, bodyHash }: Pick<WithdrawalRequest, 'userId' | 'bodyHash'>) {
  return seals.hashes(bodyHash.toString('hex'), `withdrawal_request/${userId}`);
}
