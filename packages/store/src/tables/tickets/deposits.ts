/** Deposit tickets. A row appears when a transfer to one of our addresses is first seen in a block. */

import type { AccountId, Millis, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type DepositRowStatus = 'Pending' | 'Confirmed' | 'FullyProcessed' | 'Rejected' | 'Failed';

export type DepositRow = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  /** Chain, transaction and position in its receipt: guarantees that the credit happens once. */
  readonly key: string;
  readonly chainId: number;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly amount: Minor;
  readonly status: DepositRowStatus;
  readonly txId: string;
  /** `native`, or the index of the log in its own receipt. */
  readonly position: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  /** Null while a reorg has taken the block away. */
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  /** Height of the chain when the block went missing. */
  readonly missingSince: number | null;
  readonly confirmationsNeeded: number;
  readonly rejectReason: string | null;
  /** When it was booked as a loss, or is about to be: it was credited, and the chain took it back. */
  readonly reversedAt: Millis | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};

export type NewDeposit = Omit<DepositRow, 'ticketId' | 'updatedAt' | 'missingSince' | 'reversedAt'> & {
  readonly blockHeight: number;
  readonly blockHash: string;
};

const columns = `d.ticket_id AS "ticketId", d.request_code AS "requestCode", d.key, d.chain_id AS "chainId",
  d.account_id AS "accountId", d.product_id AS "productId", d.provider_id AS "providerId", d.amount, d.status,
  d.tx_id AS "txId", d.position, d.from_address AS "fromAddress", d.to_address AS "toAddress",
  d.block_height AS "blockHeight", d.block_hash AS "blockHash", d.missing_since AS "missingSince",
  d.confirmations_needed AS "confirmationsNeeded", d.reject_reason AS "rejectReason", d.reversed_at AS "reversedAt",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt"`;
export { columns as depositColumns };

type TicketKey = Pick<DepositRow, 'ticketId' | 'accountId'>;
const keyColumns = 'ticket_id AS "ticketId", account_id AS "accountId"';

function notifyDepositChanged(on: Queryable, rows: readonly TicketKey[]): void {
  for (const { ticketId, accountId } of rows) on.changed({ table: 'deposit', ticketId, accountId });
}

/**
 * Writes a sighting: a new ticket, or the new block of a known one. A ticket that failed in a reorg and was not
 * credited becomes pending again; one that was credited or rejected keeps its status. Until the ledger is called, the
 * data of the newest block applies: in another block a contract may send another amount to another address under the
 * same key.
 */
export async function upsertDeposit(tx: Queryable, deposit: NewDeposit): Promise<void> {
  const rows = await tx.query<TicketKey>(
    `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status,
       tx_id, position, from_address, to_address, block_height, block_hash, confirmations_needed, reject_reason,
       created_at, updated_at)
     VALUES (nextval('ticket_number'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
     ON CONFLICT (key) DO UPDATE SET block_height = excluded.block_height, block_hash = excluded.block_hash,
       missing_since = NULL, updated_at = excluded.updated_at,
       ${['account_id', 'product_id', 'provider_id', 'amount', 'from_address', 'to_address'].map(renewed).join(', ')},
       status = CASE WHEN deposit.status = 'Failed' THEN excluded.status ELSE deposit.status END,
       reject_reason = CASE WHEN deposit.status = 'Failed' THEN excluded.reject_reason ELSE deposit.reject_reason END
     RETURNING ${keyColumns}`,
    [
      deposit.requestCode,
      deposit.key,
      deposit.chainId,
      deposit.accountId,
      deposit.productId,
      deposit.providerId,
      deposit.amount,
      deposit.status,
      deposit.txId,
      deposit.position,
      deposit.fromAddress,
      deposit.toAddress,
      deposit.blockHeight,
      deposit.blockHash,
      deposit.confirmationsNeeded,
      deposit.rejectReason,
      deposit.createdAt,
    ],
  );
  notifyDepositChanged(tx, rows);
}

/** Updates a column with the newest sighting until the ledger is called. */
function renewed(column: string): string {
  return `${column} = CASE WHEN deposit.status IN ('Pending', 'Failed') THEN excluded.${column} ELSE deposit.${column} END`;
}

/** Removes the block of every ticket above `height`: the chain no longer has it. */
export async function orphanDepositsAbove(
  tx: Queryable,
  { chainId, height, head, at }: { chainId: number; height: number; head: number; at: number },
): Promise<number> {
  const rows = await tx.query<TicketKey>(
    `UPDATE deposit SET block_height = NULL, block_hash = NULL, missing_since = $3, updated_at = $4
     WHERE chain_id = $1 AND block_height > $2 AND status <> 'Failed' RETURNING ${keyColumns}`,
    [chainId, height, head, at],
  );
  notifyDepositChanged(tx, rows);
  return rows.length;
}

/**
 * Returns tickets in a block with at least the confirmations they need that are not credited yet, or were booked as a
 * loss since, oldest first.
 *
 * @param after  number of the last ticket of the previous page; 0 for the first page
 */
export async function listCreditableDeposits(
  db: Queryable,
  { chainId, head, after, limit }: { chainId: number; head: number; after: number; limit: number },
): Promise<readonly DepositRow[]> {
  return db.query<DepositRow>(
    `SELECT ${columns} FROM deposit d WHERE chain_id = $1 AND (status IN ('Pending', 'Confirmed') OR reversed_at IS NOT NULL)
       AND block_height IS NOT NULL AND $2 - block_height + 1 >= confirmations_needed AND ticket_id > $3
     ORDER BY ticket_id LIMIT $4`,
    [chainId, head, after, limit],
  );
}

/** Returns tickets whose block has been missing since `height` or before. */
export async function listMissingDeposits(
  db: Queryable,
  { chainId, height }: { chainId: number; height: number },
): Promise<readonly DepositRow[]> {
  return db.query<DepositRow>(
    `SELECT ${columns} FROM deposit d WHERE chain_id = $1 AND missing_since IS NOT NULL AND missing_since <= $2
     ORDER BY ticket_id`,
    [chainId, height],
  );
}

/** Moves a ticket from one status to another; returns false when it was no longer in `from`. */
export async function moveDeposit(
  db: Queryable,
  move: {
    ticketId: TicketId;
    from: readonly DepositRowStatus[];
    to: DepositRowStatus;
    reason?: string;
    at: number;
  },
): Promise<boolean> {
  const rows = await db.query<TicketKey>(
    `UPDATE deposit SET status = $3, reject_reason = $4, updated_at = $5,
       missing_since = CASE WHEN $3 = 'Failed' THEN NULL ELSE missing_since END,
       reversed_at = CASE WHEN $3 = 'Failed' THEN NULL ELSE reversed_at END
     WHERE ticket_id = $1 AND status = ANY($2) RETURNING ${keyColumns}`,
    [move.ticketId, move.from, move.to, move.reason ?? null, move.at],
  );
  notifyDepositChanged(db, rows);
  return rows.length === 1;
}

/** Records that nothing has to be done about a ticket whose block stays missing. */
export async function acknowledgeMissing(db: Queryable, ticketId: TicketId): Promise<void> {
  await db.query('UPDATE deposit SET missing_since = NULL WHERE ticket_id = $1', [ticketId]);
}

/** Records that a ticket whose block stayed missing is about to be booked as a loss, in case the outcome gets lost. */
export async function expectLoss(db: Queryable, ticketId: TicketId, at: number): Promise<void> {
  await db.query('UPDATE deposit SET reversed_at = $2 WHERE ticket_id = $1', [ticketId, at]);
}

/** Ends a credited ticket whose block stayed missing and that was booked as a loss. */
export async function confirmLoss(
  db: Queryable,
  { ticketId, reason, at }: { ticketId: TicketId; reason: string; at: number },
): Promise<void> {
  const rows = await db.query<TicketKey>(
    `UPDATE deposit SET status = 'FullyProcessed', missing_since = NULL, reject_reason = $2, updated_at = $3
     WHERE ticket_id = $1 AND status IN ('Confirmed', 'FullyProcessed') RETURNING ${keyColumns}`,
    [ticketId, reason, at],
  );
  notifyDepositChanged(db, rows);
}

/** Records that the block of a ticket booked as a loss came back, and that the loss was undone. */
export async function undoLoss(db: Queryable, ticketId: TicketId, at: number): Promise<void> {
  const rows = await db.query<TicketKey>(
    `UPDATE deposit SET reversed_at = NULL, reject_reason = NULL, updated_at = $2 WHERE ticket_id = $1
     RETURNING ${keyColumns}`,
    [ticketId, at],
  );
  notifyDepositChanged(db, rows);
}

/** Includes its current confirmations, capped at the number it needs. */
export type ListedDeposit = DepositRow & { readonly confirmations: number };

const listed = `SELECT ${columns}, greatest(0, least(d.confirmations_needed,
  coalesce(c.height - d.block_height + 1, 0)))::bigint AS confirmations
  FROM deposit d LEFT JOIN chain_cursor c ON c.chain_id = d.chain_id`;

/** Returns an account's tickets, newest first; only those in `statuses` when given. */
export async function listDeposits(
  db: Queryable,
  page: {
    accountId: AccountId;
    productId?: ProductId;
    statuses?: readonly DepositRowStatus[];
    startIndex: number;
    limit: number;
  },
): Promise<readonly ListedDeposit[]> {
  return db.query<ListedDeposit>(
    `${listed} WHERE d.account_id = $1 AND ($2::bigint IS NULL OR d.product_id = $2)
       AND ($3::text[] IS NULL OR d.status = ANY($3)) ORDER BY d.ticket_id DESC OFFSET $4 LIMIT $5`,
    [page.accountId, page.productId ?? null, page.statuses ?? null, page.startIndex, page.limit],
  );
}

/** Returns one ticket of an account, by its request code or by its number; null when the account has no such ticket. */
export async function findDeposit(
  db: Queryable,
  claim: { accountId: AccountId } & ({ requestCode: string } | { ticketId: TicketId }),
): Promise<ListedDeposit | null> {
  const [column, value] =
    'ticketId' in claim ? ['ticket_id', claim.ticketId] : ['request_code', claim.requestCode];
  const rows = await db.query<ListedDeposit>(`${listed} WHERE d.account_id = $1 AND d.${column} = $2`, [
    claim.accountId,
    value,
  ]);
  return rows[0] ?? null;
}

/** Returns every credited ticket, for checks against the engine. */
export async function listCreditedDeposits(db: Queryable): Promise<readonly DepositRow[]> {
  return db.query<DepositRow>(
    `SELECT ${columns} FROM deposit d WHERE status = 'FullyProcessed' ORDER BY ticket_id`,
  );
}
