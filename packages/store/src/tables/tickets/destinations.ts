/**
 * Saved destinations of withdrawals. Only its confirmation changes a row, and its name and code before that. Each row has a MAC,
 * which the caller computes and checks. Name and account of a bank are sealed.
 */
import type { AccountId, Millis, ProductId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import type { SealedQueryable } from '../../column-seals.ts';
import { countRows, lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { hasReceiver, openReceiver, sealReceiver } from './receiver-columns.ts';
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

export type StoredDestination = Omit<DestinationRow, 'name' | 'identifier'> & {
  readonly name: string | null;
  readonly identifier: string | null;
  readonly sealedReceiver: Buffer | null;
  readonly receiverKey: Buffer | null;
};

const table = 'destination';

const columns = [
  'id',
  'user_id as userId',
  'account_id as accountId',
  'product_id as productId',
  'template_type as templateType',
  'name',
  'identifier',
  'sealed_receiver as sealedReceiver',
  'receiver_key as receiverKey',
  'code_hash as codeHash',
  'code_expires_at as codeExpiresAt',
  'verified_at as verifiedAt',
  'created_at as createdAt',
  'mac',
] as const;
export const selectDestinations = tables.selectFrom(table).select(columns);

/** Opens what is sealed in a row. */
export function openDestination(
  { seals }: SealedQueryable,
  { sealedReceiver: sealed, receiverKey: key, ...row }: StoredDestination,
): DestinationRow {
  const stored = { texts: [row.identifier, row.name], sealed, key } as const;
  const [identifier, name] = openReceiver(seals, { ...row, table }, stored);
  return { ...row, identifier, name };
}

function openFirst(on: SealedQueryable, row: StoredDestination | null): DestinationRow | null {
  return row && openDestination(on, row);
}

function openAll(on: SealedQueryable, rows: readonly StoredDestination[]): readonly DestinationRow[] {
  return rows.map((row) => openDestination(on, row));
}

/** Returns the columns with the name and the receiver of a row. */
function toReceiverColumns({ seals }: SealedQueryable, row: DestinationRow) {
  const { texts, columns: sealed } = sealReceiver(seals, { ...row, table }, [row.identifier, row.name]);
  const [identifier, name] = texts;
  return { identifier, name, ...sealed };
}

/** Serialises changes to one account's destinations until the transaction ends. */
export async function lockDestinations(tx: Queryable, accountId: AccountId): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.destinations, accountId);
}

export async function countDestinations(db: Queryable, accountId: AccountId): Promise<number> {
  const row = await runFirst(
    db,
    tables
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId),
  );
  return row?.count ?? 0;
}

/** Adds a destination; returns false when the account has it already. The account's destinations are locked. */
export async function insertDestination(tx: SealedQueryable, row: ProvedDestinationRow): Promise<boolean> {
  // A former key has other hashes, which the constraint does not compare.
  if ((await findSameDestination(tx, row)) !== null) return false;
  const inserted = await countRows(
    tx,
    tables
      .insertInto(table)
      .values({
        id: row.id,
        user_id: row.userId,
        account_id: row.accountId,
        product_id: row.productId,
        template_type: row.templateType,
        ...toReceiverColumns(tx, row),
        code_hash: row.codeHash,
        code_expires_at: row.codeExpiresAt,
        verified_at: row.verifiedAt,
        created_at: row.createdAt,
        mac: row.mac,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return inserted === 1;
}

/** Writes the name, the code, the confirmation and the MAC of a row; returns false when it was deleted. */
export async function updateDestination(tx: SealedQueryable, row: ProvedDestinationRow): Promise<boolean> {
  const updated = await countRows(
    tx,
    tables
      .updateTable(table)
      .set({
        ...toReceiverColumns(tx, row),
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

/** Seals name and receiver of a row, whose MAC stays as it is; returns false when it was deleted. */
export async function sealDestination(tx: SealedQueryable, row: DestinationRow): Promise<boolean> {
  const sealed = tables.updateTable(table).set(toReceiverColumns(tx, row)).where('id', '=', row.id);
  return (await countRows(tx, sealed.returning('id'))) === 1;
}

/** Returns the destination of an account with the same receiver. */
export async function findSameDestination(
  tx: SealedQueryable,
  same: Pick<DestinationRow, 'userId' | 'accountId' | 'productId' | 'templateType' | 'identifier'>,
): Promise<DestinationRow | null> {
  const query = selectDestinations
    .where('account_id', '=', same.accountId)
    .where('product_id', '=', same.productId)
    .where('template_type', '=', same.templateType)
    .where(hasReceiver(tx.seals, 'identifier', { userId: same.userId, receiver: same.identifier }));
  return openFirst(tx, await runFirst(tx, query));
}

/** Returns a customer's confirmed destinations with a receiver. */
export async function listConfirmedDestinations(
  on: SealedQueryable,
  { userId, identifier }: Pick<DestinationRow, 'userId' | 'identifier'>,
): Promise<readonly DestinationRow[]> {
  const query = selectDestinations
    .where('user_id', '=', userId)
    .where(hasReceiver(on.seals, 'identifier', { userId, receiver: identifier }))
    .where('verified_at', 'is not', null);
  return openAll(on, await run(on, query));
}

/** Returns an account's destinations, oldest first. */
export async function listDestinations(
  db: SealedQueryable,
  accountId: AccountId,
): Promise<readonly DestinationRow[]> {
  const query = selectDestinations.where('account_id', '=', accountId);
  return openAll(db, await run(db, query.orderBy('created_at').orderBy('id')));
}

/** @param id  a GUID: the database accepts no other text */
export async function findDestination(
  db: SealedQueryable,
  accountId: AccountId,
  id: string,
): Promise<DestinationRow | null> {
  const query = selectDestinations.where('account_id', '=', accountId).where('id', '=', id);
  return openFirst(db, await runFirst(db, query));
}

export async function findDestinationByCode(
  db: SealedQueryable,
  codeHash: Buffer,
): Promise<DestinationRow | null> {
  return openFirst(db, await runFirst(db, selectDestinations.where('code_hash', '=', codeHash)));
}

/** Returns a destination, locked until the transaction ends. @param id  a GUID */
export async function lockDestination(tx: SealedQueryable, id: string): Promise<DestinationRow | null> {
  return openFirst(tx, await runFirst(tx, selectDestinations.where('id', '=', id).forUpdate()));
}

/** Returns true when a destination has a MAC. */
export async function hasDestinationMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom(table).select('id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns destinations without a MAC. */
export async function listUnprovedDestinations(on: SealedQueryable): Promise<readonly DestinationRow[]> {
  return openAll(on, await run(on, selectDestinations.where('mac', 'is', null).orderBy('id')));
}

/**
 * Deletes a destination and returns its account and name; null when the account has no such destination.
 * @param id  a GUID: the database accepts no other text
 */
export async function deleteDestination(
  db: SealedQueryable,
  accountId: AccountId,
  id: string,
): Promise<{ readonly userId: UserId; readonly name: string } | null> {
  const query = tables.deleteFrom(table).where('account_id', '=', accountId).where('id', '=', id);
  return openFirst(db, await runFirst(db, query.returning(columns)));
}
