/**
 * Saved destinations of withdrawals. Only its confirmation changes a row, and its name and code before that. Each row has a MAC,
 * which the caller computes and checks.
 */
import type { AccountId, Millis, ProductId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';

export type DestinationRow = {
  /** GUID. */
  readonly id: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly templateType: string;
  readonly name: string;
  readonly identifier: string;
  readonly codeHash: Buffer;
  readonly codeExpiresAt: Millis;
  readonly verifiedAt: Millis | null;
  readonly createdAt: Millis;
  /** Null in a row that was never proved. */
  readonly mac: Buffer | null;
};
export type ProvedDestinationRow = DestinationRow & { readonly mac: Buffer };

const columns = [
  'id',
  'user_id as userId',
  'account_id as accountId',
  'product_id as productId',
  'template_type as templateType',
  'name',
  'identifier',
  'code_hash as codeHash',
  'code_expires_at as codeExpiresAt',
  'verified_at as verifiedAt',
  'created_at as createdAt',
  'mac',
] as const;
const selectDestinations = tables.selectFrom('destination').select(columns);

/** Serialises changes to one account's destinations until the transaction ends. */
export async function lockDestinations(tx: Queryable, accountId: AccountId): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.destinations, accountId);
}

export async function countDestinations(db: Queryable, accountId: AccountId): Promise<number> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('destination')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId),
  );
  return row?.count ?? 0;
}

/** Adds a destination; returns false when the account has it already. */
export async function insertDestination(tx: Queryable, row: ProvedDestinationRow): Promise<boolean> {
  const inserted = await countRows(
    tx,
    tables
      .insertInto('destination')
      .values({
        id: row.id,
        user_id: row.userId,
        account_id: row.accountId,
        product_id: row.productId,
        template_type: row.templateType,
        name: row.name,
        identifier: row.identifier,
        code_hash: row.codeHash,
        code_expires_at: row.codeExpiresAt,
        verified_at: row.verifiedAt,
        created_at: row.createdAt,
        mac: row.mac,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'product_id', 'template_type', 'identifier']).doNothing(),
      )
      .returning('id'),
  );
  return inserted === 1;
}

/** Writes the name, the code, the confirmation and the MAC of a row; returns false when it was deleted. */
export async function updateDestination(tx: Queryable, row: ProvedDestinationRow): Promise<boolean> {
  const updated = await countRows(
    tx,
    tables
      .updateTable('destination')
      .set({
        name: row.name,
        code_hash: row.codeHash,
        code_expires_at: row.codeExpiresAt,
        verified_at: row.verifiedAt,
        mac: row.mac,
      })
      .where('id', '=', row.id)
      .returning('id'),
  );
  return updated === 1;
}

/** Returns the destination of an account with the same receiver. */
export async function findSameDestination(
  tx: Queryable,
  same: Pick<DestinationRow, 'accountId' | 'productId' | 'templateType' | 'identifier'>,
): Promise<DestinationRow | null> {
  return runFirst(
    tx,
    selectDestinations
      .where('account_id', '=', same.accountId)
      .where('product_id', '=', same.productId)
      .where('template_type', '=', same.templateType)
      .where('identifier', '=', same.identifier),
  );
}

/** Returns a customer's confirmed destinations with a receiver. */
export async function listConfirmedDestinations(
  on: Queryable,
  { userId, identifier }: Pick<DestinationRow, 'userId' | 'identifier'>,
): Promise<readonly DestinationRow[]> {
  return run(
    on,
    selectDestinations
      .where('user_id', '=', userId)
      .where('identifier', '=', identifier)
      .where('verified_at', 'is not', null),
  );
}

/** Returns an account's destinations, oldest first. */
export async function listDestinations(
  db: Queryable,
  accountId: AccountId,
): Promise<readonly DestinationRow[]> {
  return run(db, selectDestinations.where('account_id', '=', accountId).orderBy('created_at').orderBy('id'));
}

/** @param id  a GUID: the database accepts no other text */
export async function findDestination(
  db: Queryable,
  accountId: AccountId,
  id: string,
): Promise<DestinationRow | null> {
  return runFirst(db, selectDestinations.where('account_id', '=', accountId).where('id', '=', id));
}

export async function findDestinationByCode(db: Queryable, codeHash: Buffer): Promise<DestinationRow | null> {
  return runFirst(db, selectDestinations.where('code_hash', '=', codeHash));
}

/** Returns a destination, locked until the transaction ends. @param id  a GUID */
export async function lockDestination(tx: Queryable, id: string): Promise<DestinationRow | null> {
  return runFirst(tx, selectDestinations.where('id', '=', id).forUpdate());
}

/** Returns true when a destination has a MAC. */
export async function hasDestinationMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('destination').select('id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns destinations without a MAC. */
export async function listUnprovedDestinations(on: Queryable): Promise<readonly DestinationRow[]> {
  return run(on, selectDestinations.where('mac', 'is', null).orderBy('id'));
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
  return runFirst(
    db,
    tables
      .deleteFrom('destination')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning(['user_id as userId', 'name']),
  );
}
