/** Saved destinations of withdrawals. Only its confirmation changes a row, and its name and code before that. */
import type { AccountId, Millis, ProductId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, lockUntilCommit, run, runFirst, tables } from '../query.ts';

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

const columns = [
  'id',
  'user_id as userId',
  'account_id as accountId',
  'product_id as productId',
  'template_type as templateType',
  'name',
  'identifier',
  'code_expires_at as codeExpiresAt',
  'verified_at as verifiedAt',
  'created_at as createdAt',
] as const;
const selectDestinations = tables.selectFrom('destination').select(columns);

/** Serialises changes to one account's destinations until the transaction ends. */
export async function lockDestinations(tx: Queryable, accountId: AccountId): Promise<void> {
  await lockUntilCommit(tx, 7236220, accountId);
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
export async function insertDestination(tx: Queryable, row: NewDestination): Promise<boolean> {
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
        created_at: row.createdAt,
      })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'product_id', 'template_type', 'identifier']).doNothing(),
      )
      .returning('id'),
  );
  return inserted === 1;
}

/**
 * Gives an unconfirmed destination a new name and code, which invalidates the former link. Returns null when there is
 * none.
 */
export async function renewDestination(tx: Queryable, row: NewDestination): Promise<DestinationRow | null> {
  return runFirst(
    tx,
    tables
      .updateTable('destination')
      .set({ name: row.name, code_hash: row.codeHash, code_expires_at: row.codeExpiresAt })
      .where('account_id', '=', row.accountId)
      .where('product_id', '=', row.productId)
      .where('template_type', '=', row.templateType)
      .where('identifier', '=', row.identifier)
      .where('verified_at', 'is', null)
      .returning(columns),
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

/** Records the first confirmation; returns false when it was confirmed before, or was deleted. */
export async function markDestinationVerified(db: Queryable, id: string, at: Millis): Promise<boolean> {
  const verified = await countRows(
    db,
    tables
      .updateTable('destination')
      .set({ verified_at: at })
      .where('id', '=', id)
      .where('verified_at', 'is', null)
      .returning('id'),
  );
  return verified === 1;
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
