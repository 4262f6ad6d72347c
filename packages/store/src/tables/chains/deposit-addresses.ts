/** Deposit addresses: one row per derived address, its index from a counter that only grows. */
import type { AccountId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type AddressRow = {
  readonly family: string;
  readonly index: number;
  readonly accountId: AccountId;
  readonly address: string;
  readonly mac: Buffer;
};

const columns = 'family, index, account_id AS "accountId", address, mac';

/** Takes the next derivation index of a family; the first is 1, as 0 is the hot wallet. */
export async function takeAddressIndex(tx: Queryable, family: string): Promise<number> {
  const rows = await tx.query<{ index: number }>(
    `INSERT INTO address_counter (family, next_index) VALUES ($1, 2)
     ON CONFLICT (family) DO UPDATE SET next_index = address_counter.next_index + 1
     RETURNING next_index - 1 AS index`,
    [family],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the address counter returned no index');
  return row.index;
}

export async function insertAddress(tx: Queryable, row: AddressRow, createdAt: number): Promise<void> {
  await tx.query(
    'INSERT INTO deposit_address (family, index, account_id, address, mac, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [row.family, row.index, row.accountId, row.address, row.mac, createdAt],
  );
}

/** Serialises address creation of one account until the transaction ends. */
export async function lockAddresses(tx: Queryable, accountId: AccountId): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7236219, $1::int)', [accountId % 2_147_483_647]);
}

/** Returns the newest address of an account; null when it has none. */
export async function findNewestAddress(
  db: Queryable,
  accountId: AccountId,
  family: string,
): Promise<AddressRow | null> {
  const rows = await db.query<AddressRow>(
    `SELECT ${columns} FROM deposit_address WHERE account_id = $1 AND family = $2 ORDER BY index DESC LIMIT 1`,
    [accountId, family],
  );
  return rows[0] ?? null;
}

/** Counts an account's addresses that never received a deposit. */
export async function countUnusedAddresses(
  db: Queryable,
  accountId: AccountId,
  family: string,
): Promise<number> {
  const rows = await db.query<{ unused: number }>(
    `SELECT count(*) AS unused FROM deposit_address a WHERE account_id = $1 AND family = $2
       AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.to_address = a.address)`,
    [accountId, family],
  );
  return rows[0]?.unused ?? 0;
}

/** Returns those of the given addresses that are ours. */
export async function findAddresses(
  db: Queryable,
  family: string,
  addresses: readonly string[],
): Promise<readonly AddressRow[]> {
  if (addresses.length === 0) return [];
  return db.query<AddressRow>(
    `SELECT ${columns} FROM deposit_address WHERE family = $1 AND address = ANY($2)`,
    [family, addresses],
  );
}
