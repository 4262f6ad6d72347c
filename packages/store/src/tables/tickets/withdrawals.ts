/**
 * Withdraw tickets. Their statuses change by compare-and-set only, so that exactly one of two concurrent changes
 * wins.
 */
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import { ticketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type WithdrawalRow = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly templateType: string;
  readonly templateForm: string;
  readonly destination: string;
  /** The amount that leaves the position, including the fee. */
  readonly amount: Minor;
  readonly fee: Minor;
  /** A status of the transition table; `New` has not been published yet. */
  readonly status: string;
  /** Over every field that is fixed at creation. */
  readonly mac: Buffer;
  readonly requestIp: string | null;
  readonly codeExpiresAt: Millis | null;
  readonly txId: string | null;
  readonly rejectReason: string | null;
  /** Until when it waits, or waited, before it was accepted; null when it never was delayed. */
  readonly delayedUntil: Millis | null;
  /** The engine has settled or released the hold. */
  readonly moneyDone: boolean;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | 'ticketId'
  | 'requestCode'
  | 'userId'
  | 'accountId'
  | 'productId'
  | 'providerId'
  | 'templateType'
  | 'templateForm'
  | 'destination'
  | 'amount'
  | 'fee'
  | 'mac'
  | 'requestIp'
  | 'createdAt'
>;

const columns = `ticket_id AS "ticketId", request_code AS "requestCode", user_id AS "userId", account_id AS "accountId",
  product_id AS "productId", provider_id AS "providerId", template_type AS "templateType",
  template_form AS "templateForm", destination, amount, fee, status, mac, request_ip AS "requestIp",
  code_expires_at AS "codeExpiresAt", tx_id AS "txId", reject_reason AS "rejectReason", delayed_until AS "delayedUntil", money_done AS "moneyDone",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Takes a ticket number: deposits and withdrawals share one sequence, because the engine identifies both by it. */
export async function takeTicketNumber(db: Queryable): Promise<TicketId> {
  const rows = await db.query<{ number: number }>(`SELECT nextval('ticket_number') AS number`);
  const [row] = rows;
  if (row === undefined) throw new Error('the ticket sequence returned no number');
  return ticketId(row.number);
}

/** Writes a ticket in status `New`. */
export async function insertWithdrawal(db: Queryable, row: NewWithdrawal): Promise<void> {
  await db.query(
    `INSERT INTO withdrawal (ticket_id, request_code, user_id, account_id, product_id, provider_id, template_type,
       template_form, destination, amount, fee, status, mac, request_ip, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'New', $12, $13, $14, $14)`,
    [
      row.ticketId,
      row.requestCode,
      row.userId,
      row.accountId,
      row.productId,
      row.providerId,
      row.templateType,
      row.templateForm,
      row.destination,
      row.amount,
      row.fee,
      row.mac,
      row.requestIp,
      row.createdAt,
    ],
  );
}

/** Deletes a ticket whose hold the engine refused: the customer got the refusal and there is nothing to show. */
export async function deleteNewWithdrawal(db: Queryable, id: TicketId): Promise<void> {
  await db.query(`DELETE FROM withdrawal WHERE ticket_id = $1 AND status = 'New'`, [id]);
}

/**
 * Moves a ticket from `New` to `Pending2Fa` with the hash of the mailed code; returns null when it was no longer New.
 */
export async function armWithdrawal(
  tx: Queryable,
  arm: { ticketId: TicketId; codeHash: Buffer; codeExpiresAt: number; at: number },
): Promise<WithdrawalRow | null> {
  const rows = await tx.query<WithdrawalRow>(
    `UPDATE withdrawal SET status = 'Pending2Fa', code_hash = $2, code_expires_at = $3, updated_at = $4
     WHERE ticket_id = $1 AND status = 'New' RETURNING ${columns}`,
    [arm.ticketId, arm.codeHash, arm.codeExpiresAt, arm.at],
  );
  return changedRow(tx, rows);
}

/**
 * Moves a ticket; returns its new row, or null when it was in none of the statuses of `from`, or ever in
 * `unlessEver`.
 */
export async function moveWithdrawal(
  db: Queryable,
  move: {
    ticketId: TicketId;
    from: readonly string[];
    to: string;
    unlessEver?: string;
    txId?: string;
    reason?: string;
    moneyDone?: boolean;
    at: number;
  },
): Promise<WithdrawalRow | null> {
  const rows = await db.query<WithdrawalRow>(
    `UPDATE withdrawal SET status = $3, tx_id = coalesce($4, tx_id), reject_reason = coalesce($5, reject_reason),
       money_done = money_done OR $6, updated_at = $7
     WHERE ticket_id = $1 AND status = ANY($2) AND ($8::text IS NULL OR NOT EXISTS (
       SELECT 1 FROM withdrawal_step s WHERE s.ticket_id = $1 AND s.status = $8)) RETURNING ${columns}`,
    [
      move.ticketId,
      move.from,
      move.to,
      move.txId ?? null,
      move.reason ?? null,
      move.moneyDone ?? false,
      move.at,
      move.unlessEver ?? null,
    ],
  );
  return changedRow(db, rows);
}

function changedRow(on: Queryable, [row]: readonly WithdrawalRow[]): WithdrawalRow | null {
  if (row === undefined) return null;
  on.changed({ table: 'withdrawal', ticketId: row.ticketId, accountId: row.accountId });
  return row;
}

/** Records that the hold is settled or released. */
export async function markMoneyDone(db: Queryable, id: TicketId): Promise<void> {
  await db.query('UPDATE withdrawal SET money_done = true WHERE ticket_id = $1', [id]);
}

export async function findWithdrawal(db: Queryable, id: TicketId): Promise<WithdrawalRow | null> {
  const rows = await db.query<WithdrawalRow>(`SELECT ${columns} FROM withdrawal WHERE ticket_id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findWithdrawalByCode(db: Queryable, codeHash: Buffer): Promise<WithdrawalRow | null> {
  const rows = await db.query<WithdrawalRow>(`SELECT ${columns} FROM withdrawal WHERE code_hash = $1`, [
    codeHash,
  ]);
  return rows[0] ?? null;
}

export async function findWithdrawalByRequest(
  db: Queryable,
  accountId: AccountId,
  requestCode: string,
): Promise<WithdrawalRow | null> {
  const rows = await db.query<WithdrawalRow>(
    `SELECT ${columns} FROM withdrawal WHERE account_id = $1 AND request_code = $2 AND status <> 'New'`,
    [accountId, requestCode],
  );
  return rows[0] ?? null;
}

/** Returns tickets with money still held, oldest first, in any of the given statuses. */
export async function listOpenWithdrawals(
  db: Queryable,
  {
    statuses,
    providerIds,
    limit,
  }: {
    statuses: readonly string[];
    /** Only these providers: tickets of one rail never crowd out another's. */
    providerIds?: readonly number[];
    limit: number;
  },
): Promise<readonly WithdrawalRow[]> {
  return db.query<WithdrawalRow>(
    `SELECT ${columns} FROM withdrawal
     WHERE NOT money_done AND status = ANY($1) AND ($2::bigint[] IS NULL OR provider_id = ANY($2))
     ORDER BY ticket_id LIMIT $3`,
    [statuses, providerIds ?? null, limit],
  );
}

/** Returns tickets that still wait for the mailed link after its time. */
export async function listExpiredWithdrawals(
  db: Queryable,
  { at, limit }: { at: number; limit: number },
): Promise<readonly WithdrawalRow[]> {
  return db.query<WithdrawalRow>(
    `SELECT ${columns} FROM withdrawal WHERE NOT money_done AND status = 'Pending2Fa' AND code_expires_at <= $1
     ORDER BY ticket_id LIMIT $2`,
    [at, limit],
  );
}

/** Returns an account's tickets, newest first. A ticket still `New` has not been answered and is not shown. */
export async function listWithdrawals(
  db: Queryable,
  page: { accountId: AccountId; productId?: ProductId; startIndex: number; limit: number },
): Promise<readonly WithdrawalRow[]> {
  return db.query<WithdrawalRow>(
    `SELECT ${columns} FROM withdrawal WHERE account_id = $1 AND ($2::bigint IS NULL OR product_id = $2)
       AND status <> 'New' ORDER BY ticket_id DESC OFFSET $3 LIMIT $4`,
    [page.accountId, page.productId ?? null, page.startIndex, page.limit],
  );
}

/** Returns every ticket, oldest first, for checks against the engine. */
export async function listAllWithdrawals(db: Queryable): Promise<readonly WithdrawalRow[]> {
  return db.query<WithdrawalRow>(`SELECT ${columns} FROM withdrawal ORDER BY ticket_id`);
}

/** Returns the newest tickets in any of the statuses, of one account or of all, newest first. */
export async function listNewestWithdrawals(
  db: Queryable,
  query: {
    readonly statuses: readonly string[];
    readonly accountId?: AccountId;
    readonly limit: number;
  },
): Promise<readonly WithdrawalRow[]> {
  return db.query<WithdrawalRow>(
    `SELECT ${columns} FROM withdrawal WHERE status = ANY($1) AND ($2::bigint IS NULL OR account_id = $2)
     ORDER BY ticket_id DESC LIMIT $3`,
    [query.statuses, query.accountId ?? null, query.limit],
  );
}
