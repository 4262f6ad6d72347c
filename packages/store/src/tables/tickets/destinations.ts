/** Saved destinations of withdrawals. Only its confirmation changes a row, and its name and code before that. */
import type { AccountId, Millis, ProductId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type DestinationRow = {
  /** GUID. */
  readonly id: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly templateType: string;
  readonly name: string;
  readonly identifier: string;
  readonly codeExpiresAt: Millis;
  readonly verifiedAt: Millis | null;
  readonly createdAt: Millis;
};
export type NewDestination = Omit<DestinationRow, 'verifiedAt'> & { readonly codeHash: Buffer };

const columns = `id, user_id AS "userId", account_id AS "accountId", product_id AS "productId",
  template_type AS "templateType", name, identifier, code_expires_at AS "codeExpiresAt", verified_at AS "verifiedAt",
  created_at AS "createdAt"`;

/** Serialises changes to one account's destinations until the transaction ends. */
export async function lockDestinations(tx: Queryable, accountId: AccountId): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7236220, $1::int)', [accountId % 2_147_483_647]);
}

export async function countDestinations(db: Queryable, accountId: AccountId): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM destination WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Adds a destination; returns false when the account has it already. */
export async function insertDestination(tx: Queryable, row: NewDestination): Promise<boolean> {
  const { id, userId, accountId, productId, templateType, name, identifier } = row;
  const rows = await tx.query(
    `INSERT INTO destination (id, user_id, account_id, product_id, template_type, name, identifier, code_hash,
       code_expires_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (account_id, product_id, template_type, identifier) DO NOTHING RETURNING 1`,
    [
      id,
      userId,
      accountId,
      productId,
      templateType,
      name,
      identifier,
      row.codeHash,
      row.codeExpiresAt,
      row.createdAt,
    ],
  );
  return rows.length === 1;
}

/**
 * Gives an unconfirmed destination a new name and code, which invalidates the former link. Returns null when there is
 * none.
 */
export async function renewDestination(tx: Queryable, row: NewDestination): Promise<DestinationRow | null> {
  const { accountId, productId, templateType, identifier, name, codeHash, codeExpiresAt } = row;
  const rows = await tx.query<DestinationRow>(
    `UPDATE destination SET name = $5, code_hash = $6, code_expires_at = $7
     WHERE account_id = $1 AND product_id = $2 AND template_type = $3 AND identifier = $4 AND verified_at IS NULL
     RETURNING ${columns}`,
    [accountId, productId, templateType, identifier, name, codeHash, codeExpiresAt],
  );
  return rows[0] ?? null;
}

/** Returns an account's destinations, oldest first. */
export async function listDestinations(
  db: Queryable,
  accountId: AccountId,
): Promise<readonly DestinationRow[]> {
  return db.query<DestinationRow>(
    `SELECT ${columns} FROM destination WHERE account_id = $1 ORDER BY created_at, id`,
    [accountId],
  );
}

/** @param id  a GUID: the database accepts no other text */
export async function findDestination(
  db: Queryable,
  accountId: AccountId,
  id: string,
): Promise<DestinationRow | null> {
  const rows = await db.query<DestinationRow>(
    `SELECT ${columns} FROM destination WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  );
  return rows[0] ?? null;
}

export async function findDestinationByCode(db: Queryable, codeHash: Buffer): Promise<DestinationRow | null> {
  const rows = await db.query<DestinationRow>(`SELECT ${columns} FROM destination WHERE code_hash = $1`, [
    codeHash,
  ]);
  return rows[0] ?? null;
}

/** Records the first confirmation; returns false when it was confirmed before, or was deleted. */
export async function markDestinationVerified(db: Queryable, id: string, at: Millis): Promise<boolean> {
  const rows = await db.query(
    'UPDATE destination SET verified_at = $2 WHERE id = $1 AND verified_at IS NULL RETURNING 1',
    [id, at],
  );
  return rows.length === 1;
}

/**
 * Deletes a destination and returns its account and name; null when the account has no such destination.
 * @param id  a GUID: the database accepts no other text
 */
export async function deleteDestination(
  db: Queryable,
  accountId: AccountId,
  id: string,
): Promise<{ readonly userId: UserId; readonly name: string } | null> {
  const rows = await db.query<{ userId: UserId; name: string }>(
    'DELETE FROM destination WHERE account_id = $1 AND id = $2 RETURNING user_id AS "userId", name',
    [accountId, id],
  );
  return rows[0] ?? null;
}
