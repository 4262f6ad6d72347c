/** Transfers between our own addresses: each has one sender and one nonce, and keeps every signed form. */
import { customerAccountMin } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

type HouseMoveKind = 'sweep' | 'gas' | 'refill';
export type HouseMoveStatus = 'Sent' | 'Mined' | 'Final' | 'Failed';

export type HouseMoveRow = {
  readonly moveId: number;
  readonly chainId: number;
  readonly kind: HouseMoveKind;
  /** The product that is swept. */
  readonly productId: ProductId | null;
  /** The deposit address that is emptied or given gas. */
  readonly addressIndex: number | null;
  readonly sender: string;
  readonly nonce: number;
  readonly status: HouseMoveStatus;
};

export type HouseMoveAttempt = {
  readonly moveId: number;
  /** From 1; a replacement with higher fees has the next number. */
  readonly attempt: number;
  readonly hash: string;
  readonly raw: string;
  /** Minor units of the product, or of the network's coin. */
  readonly amount: bigint;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  readonly signedHeight: number;
};

const moveColumns = `move_id AS "moveId", chain_id AS "chainId", kind, product_id AS "productId",
  address_index AS "addressIndex", sender, nonce, status`;
const attemptColumns = `move_id AS "moveId", attempt, hash, raw, amount, fee_max AS "feeMax",
  fee_priority AS "feePriority", signed_height AS "signedHeight"`;

/** @returns the number of the new move */
export async function insertMove(
  tx: Queryable,
  move: Omit<HouseMoveRow, 'moveId' | 'status'>,
  at: number,
): Promise<number> {
  const rows = await tx.query<{ moveId: number }>(
    `INSERT INTO house_move (move_id, chain_id, kind, product_id, address_index, sender, nonce, status, created_at,
       updated_at) VALUES (nextval('house_move_number'), $1, $2, $3, $4, $5, $6, 'Sent', $7, $7)
     RETURNING move_id AS "moveId"`,
    [move.chainId, move.kind, move.productId, move.addressIndex, move.sender, move.nonce, at],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted move has no number');
  return row.moveId;
}

export async function insertMoveAttempt(tx: Queryable, attempt: HouseMoveAttempt, at: number): Promise<void> {
  await tx.query(
    `INSERT INTO house_move_attempt (move_id, attempt, hash, raw, amount, fee_max, fee_priority, signed_height,
       created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      attempt.moveId,
      attempt.attempt,
      attempt.hash,
      attempt.raw,
      attempt.amount,
      attempt.feeMax,
      attempt.feePriority,
      attempt.signedHeight,
      at,
    ],
  );
}

/** Returns moves that are not final, oldest first. */
export async function listOpenMoves(db: Queryable, chainId: number): Promise<readonly HouseMoveRow[]> {
  return db.query<HouseMoveRow>(
    `SELECT ${moveColumns} FROM house_move WHERE chain_id = $1 AND status IN ('Sent', 'Mined') ORDER BY move_id`,
    [chainId],
  );
}

/** Returns every signed form of a move, newest first. */
export async function listMoveAttempts(db: Queryable, moveId: number): Promise<readonly HouseMoveAttempt[]> {
  return db.query<HouseMoveAttempt>(
    `SELECT ${attemptColumns} FROM house_move_attempt WHERE move_id = $1 ORDER BY attempt DESC`,
    [moveId],
  );
}

/** Returns the newest signed form of every move of a sender from `nonce` on: what a chain may have lost. */
export async function listMoveAttemptsFrom(
  db: Queryable,
  { chainId, sender, nonce }: { chainId: number; sender: string; nonce: number },
): Promise<readonly HouseMoveAttempt[]> {
  return db.query<HouseMoveAttempt>(
    `SELECT DISTINCT ON (m.nonce) ${attemptColumns.replace('move_id AS', 'a.move_id AS')}
     FROM house_move m JOIN house_move_attempt a ON a.move_id = m.move_id
     WHERE m.chain_id = $1 AND m.sender = $2 AND m.nonce >= $3 ORDER BY m.nonce, a.attempt DESC`,
    [chainId, sender, nonce],
  );
}

export async function setMoveStatus(
  db: Queryable,
  moveId: number,
  status: HouseMoveStatus,
  at: number,
): Promise<void> {
  await db.query('UPDATE house_move SET status = $2, updated_at = $3 WHERE move_id = $1', [
    moveId,
    status,
    at,
  ]);
}

/** Returns the hashes of every signed form of the moves that are not final. */
export async function listOpenMoveHashes(db: Queryable, chainId: number): Promise<readonly string[]> {
  const rows = await db.query<{ hash: string }>(
    `SELECT a.hash FROM house_move m JOIN house_move_attempt a ON a.move_id = m.move_id
     WHERE m.chain_id = $1 AND m.status IN ('Sent', 'Mined') ORDER BY m.move_id, a.attempt`,
    [chainId],
  );
  return rows.map((row) => row.hash);
}

export type UnsweptAddress = {
  readonly address: string;
  readonly index: number;
  /** Minor units credited and not swept. */
  readonly amount: bigint;
};

/**
 * Returns deposit addresses of customers with at least `min` credited and not swept of a product, none of which still
 * awaits confirmations; the largest first.
 */
export async function listUnsweptAddresses(
  db: Queryable,
  of: { chainId: number; family: string; productId: ProductId; min: bigint; limit: number },
): Promise<readonly UnsweptAddress[]> {
  return db.query<UnsweptAddress>(
    `SELECT a.address, a.index, unswept.amount
     FROM (
       SELECT d.to_address, sum(d.amount) AS amount FROM deposit d
       WHERE d.chain_id = $1 AND d.product_id = $3 AND d.sweep_move IS NULL AND d.status = 'FullyProcessed'
         AND d.account_id >= $6
         AND NOT EXISTS (SELECT 1 FROM deposit p WHERE p.to_address = d.to_address AND p.chain_id = $1
           AND p.product_id = $3 AND p.status IN ('Pending', 'Confirmed'))
       GROUP BY d.to_address HAVING sum(d.amount) >= $4 ORDER BY amount DESC, d.to_address LIMIT $5) unswept
     JOIN deposit_address a ON a.address = unswept.to_address AND a.family = $2
     ORDER BY unswept.amount DESC, a.index`,
    [of.chainId, of.family, of.productId, of.min, of.limit, customerAccountMin],
  );
}

/** Records which sweep collected the credited deposits of an address. */
export async function markSwept(
  tx: Queryable,
  of: { moveId: number; chainId: number; productId: ProductId; address: string },
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET sweep_move = $1 WHERE chain_id = $2 AND product_id = $3 AND to_address = $4
       AND sweep_move IS NULL AND status = 'FullyProcessed'`,
    [of.moveId, of.chainId, of.productId, of.address],
  );
}
