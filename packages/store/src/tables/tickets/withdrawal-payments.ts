/** Payments: the on-chain side of a withdraw ticket. One nonce per ticket; every signed form is kept. */
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type PaymentRow = {
  readonly ticketId: TicketId;
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: number;
};

export type AttemptRow = {
  readonly ticketId: TicketId;
  /** From 1; a replacement with higher fees has the next number. */
  readonly attempt: number;
  readonly hash: string;
  /** The signed bytes as hex: broadcast again after a crash. */
  readonly raw: string;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  /** Height of the chain when it was signed. */
  readonly signedHeight: number;
};

const paymentColumns = 'ticket_id AS "ticketId", chain_id AS "chainId", sender, nonce';
const attemptColumns = `ticket_id AS "ticketId", attempt, hash, raw, fee_max AS "feeMax", fee_priority AS "feePriority",
  signed_height AS "signedHeight"`;

/** Returns the next nonce of a hot wallet; null before its first payment. */
export async function readNextNonce(db: Queryable, chainId: number, sender: string): Promise<number | null> {
  const rows = await db.query<{ next: number }>(
    'SELECT next_nonce AS next FROM hot_nonce WHERE chain_id = $1 AND sender = $2',
    [chainId, sender],
  );
  return rows[0]?.next ?? null;
}

/** Starts or raises the counter; never lowers it. */
export async function raiseNextNonce(
  db: Queryable,
  { chainId, sender, nonce }: { chainId: number; sender: string; nonce: number },
): Promise<void> {
  await db.query(
    `INSERT INTO hot_nonce (chain_id, sender, next_nonce) VALUES ($1, $2, $3)
     ON CONFLICT (chain_id, sender) DO UPDATE SET next_nonce = greatest(hot_nonce.next_nonce, excluded.next_nonce)`,
    [chainId, sender, nonce],
  );
}

/**
 * Takes the next nonce for a move that belongs to no ticket; call it inside a transaction. The counter must have been
 * started.
 */
export async function takeNonce(tx: Queryable, chainId: number, sender: string): Promise<number> {
  const rows = await tx.query<{ nonce: number }>(
    `UPDATE hot_nonce SET next_nonce = next_nonce + 1 WHERE chain_id = $1 AND sender = $2
     RETURNING next_nonce - 1 AS nonce`,
    [chainId, sender],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the nonce counter of this hot wallet was never started');
  return row.nonce;
}

/** Takes the next nonce for a ticket; call it inside a transaction. The counter must have been started. */
export async function reservePayment(
  tx: Queryable,
  payment: { ticketId: TicketId; chainId: number; sender: string; createdAt: number },
): Promise<PaymentRow> {
  const rows = await tx.query<PaymentRow>(
    `WITH taken AS (
       UPDATE hot_nonce SET next_nonce = next_nonce + 1 WHERE chain_id = $2 AND sender = $3
       RETURNING next_nonce - 1 AS nonce)
     INSERT INTO payment (ticket_id, chain_id, sender, nonce, created_at)
     SELECT $1, $2, $3, nonce, $4 FROM taken RETURNING ${paymentColumns}`,
    [payment.ticketId, payment.chainId, payment.sender, payment.createdAt],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the nonce counter of this hot wallet was never started');
  return row;
}

/** Returns a nonce with which nothing was signed: only the newest one can be returned, so that no gap is left. */
export async function returnPayment(tx: Queryable, payment: PaymentRow): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE hot_nonce SET next_nonce = $3 WHERE chain_id = $1 AND sender = $2 AND next_nonce = $3 + 1
     RETURNING next_nonce`,
    [payment.chainId, payment.sender, payment.nonce],
  );
  if (rows.length === 0) return false;
  await tx.query('DELETE FROM payment WHERE ticket_id = $1', [payment.ticketId]);
  return true;
}

export async function findPayment(db: Queryable, ticketId: TicketId): Promise<PaymentRow | null> {
  const rows = await db.query<PaymentRow>(`SELECT ${paymentColumns} FROM payment WHERE ticket_id = $1`, [
    ticketId,
  ]);
  return rows[0] ?? null;
}

/**
 * Returns the payment, among those of the given tickets, whose nonce has no signed bytes yet: a crash came between.
 * There is at most one per hot wallet.
 */
export async function findUnsignedPayment(
  db: Queryable,
  of: { chainId: number; sender: string; ticketIds: readonly TicketId[] },
): Promise<PaymentRow | null> {
  const rows = await db.query<PaymentRow>(
    `SELECT ${paymentColumns} FROM payment p WHERE ticket_id = ANY($3) AND chain_id = $1 AND sender = $2
       AND NOT EXISTS (SELECT 1 FROM payment_attempt a WHERE a.ticket_id = p.ticket_id) ORDER BY nonce LIMIT 1`,
    [of.chainId, of.sender, of.ticketIds],
  );
  return rows[0] ?? null;
}

export async function insertAttempt(tx: Queryable, attempt: AttemptRow, createdAt: number): Promise<void> {
  await tx.query(
    `INSERT INTO payment_attempt (ticket_id, attempt, hash, raw, fee_max, fee_priority, signed_height, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      attempt.ticketId,
      attempt.attempt,
      attempt.hash,
      attempt.raw,
      attempt.feeMax,
      attempt.feePriority,
      attempt.signedHeight,
      createdAt,
    ],
  );
}

/** Returns every signed form of a ticket's payment, newest first. */
export async function listPaymentAttempts(db: Queryable, ticketId: TicketId): Promise<readonly AttemptRow[]> {
  return db.query<AttemptRow>(
    `SELECT ${attemptColumns} FROM payment_attempt WHERE ticket_id = $1 ORDER BY attempt DESC`,
    [ticketId],
  );
}

/**
 * Returns the newest signed form of every payment from `nonce` on, in the order of nonces: what a chain may have
 * lost.
 */
export async function listAttemptsFrom(
  db: Queryable,
  from: { chainId: number; sender: string; nonce: number; limit: number },
): Promise<readonly AttemptRow[]> {
  return db.query<AttemptRow>(
    `SELECT DISTINCT ON (p.nonce) ${attemptColumns.replace('ticket_id AS', 'a.ticket_id AS')}
     FROM payment p JOIN payment_attempt a ON a.ticket_id = p.ticket_id
     WHERE p.chain_id = $1 AND p.sender = $2 AND p.nonce >= $3 ORDER BY p.nonce, a.attempt DESC LIMIT $4`,
    [from.chainId, from.sender, from.nonce, from.limit],
  );
}
