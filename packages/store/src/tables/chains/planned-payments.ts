/** Payments on networks without nonces: the plan of each signed form is stored as text beside its bytes. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type PlannedAttemptRow = {
  readonly ticketId: TicketId;
  /** From 1; a replacement has the next number. */
  readonly attempt: number;
  readonly hash: string;
  /** The signed bytes as hex: broadcast again after a crash. */
  readonly raw: string;
  readonly plan: string;
  /** Height of the chain when it was signed. */
  readonly signedHeight: number;
};

export const plannedAttemptColumns = `a.ticket_id AS "ticketId", a.attempt, a.hash, a.raw, a.plan,
  a.signed_height AS "signedHeight"`;

/** Records that a ticket is paid from this wallet; repeating it for the same ticket changes nothing. */
export async function insertPlannedPayment(
  tx: Queryable,
  payment: { ticketId: TicketId; chainId: number; sender: string; createdAt: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO payment (ticket_id, chain_id, sender, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (ticket_id) DO NOTHING`,
    [payment.ticketId, payment.chainId, payment.sender, payment.createdAt],
  );
}

/**
 * Deletes a payment for which nothing was signed.
 * @returns false when signed bytes are stored: then it stays
 */
export async function deletePlannedPayment(tx: Queryable, ticketId: TicketId): Promise<boolean> {
  await lockPlannedPayment(tx, ticketId);
  const rows = await tx.query(
    `DELETE FROM payment WHERE ticket_id = $1
       AND NOT EXISTS (SELECT 1 FROM payment_attempt WHERE ticket_id = $1) RETURNING ticket_id`,
    [ticketId],
  );
  return rows.length === 1;
}

/** Prevents others from reserving or storing anything for the ticket's payment until the transaction ends. */
export async function lockPlannedPayment(tx: Queryable, ticketId: TicketId): Promise<void> {
  await tx.query('SELECT 1 FROM payment WHERE ticket_id = $1 FOR UPDATE', [ticketId]);
}

export async function insertPlannedAttempt(
  tx: Queryable,
  attempt: PlannedAttemptRow,
  createdAt: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO payment_attempt (ticket_id, attempt, hash, raw, plan, signed_height, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      attempt.ticketId,
      attempt.attempt,
      attempt.hash,
      attempt.raw,
      attempt.plan,
      attempt.signedHeight,
      createdAt,
    ],
  );
}

/** Returns every signed form of a ticket's payment, newest first. */
export async function listPlannedAttempts(
  db: Queryable,
  ticketId: TicketId,
): Promise<readonly PlannedAttemptRow[]> {
  return db.query<PlannedAttemptRow>(
    `SELECT ${plannedAttemptColumns} FROM payment_attempt a WHERE a.ticket_id = $1 ORDER BY a.attempt DESC`,
    [ticketId],
  );
}
