/**
 * Data for the automatic acceptance of confirmed withdrawals: since when a destination is known, and what was
 * accepted before.
 */
import { minor, ticketId } from '@salar/protocol';
import type { Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type CredentialChange = 'password_reset' | 'second_factor' | 'email';

/** Serialises decisions until the transaction ends: two tickets never use the same room under a limit. */
export async function lockAcceptance(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7236221)');
}

/** Returns tickets to decide: those just confirmed, and those whose delay is over; oldest first. */
export async function listTicketsToDecide(
  db: Queryable,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<readonly TicketId[]> {
  const rows = await db.query<{ ticketId: number }>(
    `SELECT ticket_id AS "ticketId" FROM withdrawal
     WHERE NOT money_done AND (status = 'Confirmed2Fa' OR (status = 'Delayed' AND delayed_until <= $1))
     ORDER BY ticket_id LIMIT $2`,
    [at, limit],
  );
  return rows.map((row) => ticketId(row.ticketId));
}

/**
 * Returns since when the destination is known to be the customer's: confirmed by mail, or paid before. Null for a new
 * one.
 */
export async function readDestinationKnownSince(
  db: Queryable,
  { userId, destination }: { readonly userId: UserId; readonly destination: string },
): Promise<number | null> {
  const rows = await db.query<{ since: number | null }>(
    `SELECT min(since) AS since FROM (
       SELECT verified_at AS since FROM destination WHERE user_id = $1 AND identifier = $2
       UNION ALL
       SELECT created_at FROM withdrawal WHERE user_id = $1 AND destination = $2 AND status = 'FullyProcessed') known`,
    [userId, destination],
  );
  return rows[0]?.since ?? null;
}

/** Records a change of what a customer signs in or confirms with; call it in the transaction of the change. */
export async function insertCredentialChange(
  tx: Queryable,
  { userId, kind, at }: { readonly userId: UserId; readonly kind: CredentialChange; readonly at: number },
): Promise<void> {
  await tx.query('INSERT INTO credential_change (user_id, kind, changed_at) VALUES ($1, $2, $3)', [
    userId,
    kind,
    at,
  ]);
}

/** Returns null when nothing was ever changed. */
export async function readCredentialsChangedAt(db: Queryable, userId: UserId): Promise<number | null> {
  const rows = await db.query<{ at: number | null }>(
    'SELECT max(changed_at) AS at FROM credential_change WHERE user_id = $1',
    [userId],
  );
  return rows[0]?.at ?? null;
}

/**
 * Returns the worth of what was accepted automatically since a time, for one customer or one product; tickets that
 * ended without a payment are left out.
 */
export async function sumAcceptedSince(
  db: Queryable,
  since: number,
  whose: { readonly userId: UserId } | { readonly productId: ProductId },
): Promise<Minor> {
  const [column, id] = 'userId' in whose ? ['user_id', whose.userId] : ['product_id', whose.productId];
  const rows = await db.query<{ sum: bigint }>(
    `SELECT coalesce(sum(notional), 0) AS sum FROM withdrawal WHERE accepted_at > $1 AND ${column} = $2
       AND status NOT IN ('Rejected', 'Failed', 'UserCanceled', 'AdminCanceled')`,
    [since, id],
  );
  return minor(rows[0]?.sum ?? 0n);
}

/** Records the worth of an automatically accepted ticket in the notional product, and when it was accepted. */
export async function noteAccepted(
  tx: Queryable,
  { ticketId, notional, at }: { readonly ticketId: TicketId; readonly notional: Minor; readonly at: number },
): Promise<void> {
  await tx.query('UPDATE withdrawal SET notional = $2, accepted_at = $3 WHERE ticket_id = $1', [
    ticketId,
    notional,
    at,
  ]);
}

/** Records until when a ticket waits. */
export async function noteDelay(tx: Queryable, ticketId: TicketId, until: number): Promise<void> {
  await tx.query('UPDATE withdrawal SET delayed_until = $2 WHERE ticket_id = $1', [ticketId, until]);
}
