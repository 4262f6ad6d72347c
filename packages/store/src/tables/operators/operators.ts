/** Operators: their names, roles and public keys. */
import { sql } from 'kysely';
import type { UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';
import type { Tables } from '../generated/tables.ts';

export type OperatorRow = {
  readonly name: string;
  readonly role: Tables['operator']['role'];
  /** The canonical text of the public key; null for an operator of version 0.1 who has not registered one. */
  readonly publicKey: string | null;
  /** The number of changes of the row; 0 for a row of a version without it. */
  readonly version: number;
  /** Proves everything in the row but failures and locks. */
  readonly mac: Buffer | null;
  /** SHA-256 of a secret of version 0.1, with which its owner registers a key; null once there is one. */
  readonly secretHash: Buffer | null;
  /** The sealed secret of the authenticator; null when none was enrolled. */
  readonly totpSecret: Buffer | null;
  /** The time step of the last code; null until the first one confirms the authenticator. */
  readonly totpStep: number | null;
  /** The operator's own customer account; null when none is registered. */
  readonly userId: UserId | null;
  readonly failedAttempts: number;
  readonly lockedUntil: number | null;
  readonly createdAt: number;
  readonly removedAt: number | null;
};

const selectOperators = tables
  .selectFrom('operator')
  .select([
    'name',
    'role',
    'public_key as publicKey',
    'version',
    'mac',
    'secret_hash as secretHash',
    'totp_secret as totpSecret',
    'totp_step as totpStep',
    'user_id as userId',
    'failed_attempts as failedAttempts',
    'locked_until as lockedUntil',
    'created_at as createdAt',
    'removed_at as removedAt',
  ]);

/** Adds an operator; returns false when the name is used. */
export async function insertOperator(
  db: Queryable,
  operator: Pick<OperatorRow, 'name' | 'role' | 'publicKey' | 'userId' | 'createdAt' | 'version' | 'mac'>,
): Promise<boolean> {
  const inserted = await countRows(
    db,
    tables
      .insertInto('operator')
      .values({
        name: operator.name,
        role: operator.role,
        public_key: operator.publicKey,
        version: operator.version,
        mac: operator.mac,
        user_id: operator.userId,
        created_at: operator.createdAt,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name'),
  );
  return inserted === 1;
}

/** Returns an operator by name, removed or not. */
export async function findOperator(db: Queryable, name: string): Promise<OperatorRow | null> {
  return runFirst(db, selectOperators.where('name', '=', name));
}

/** Returns all operators, removed ones included, by name. */
export async function listOperators(db: Queryable): Promise<readonly OperatorRow[]> {
  return run(db, selectOperators.orderBy('name'));
}

/** Replaces an operator's row; returns false when it was changed meanwhile. */
export async function replaceOperator(
  db: Queryable,
  { row, formerVersion }: { readonly row: OperatorRow; readonly formerVersion: number },
): Promise<boolean> {
  const replaced = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({
        public_key: row.publicKey,
        version: row.version,
        mac: row.mac,
        secret_hash: row.secretHash,
        totp_secret: row.totpSecret,
        totp_step: row.totpStep,
        failed_attempts: row.failedAttempts,
        locked_until: row.lockedUntil,
        removed_at: row.removedAt,
      })
      .where('name', '=', row.name)
      .where('version', '=', formerVersion)
      .returning('name'),
  );
  return replaced === 1;
}

/** Records the time step of a later code; returns false when it, or a later one, was used before. */
export async function useOperatorCode(db: Queryable, name: string, step: number): Promise<boolean> {
  const used = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ totp_step: step })
      .where('name', '=', name)
      .where('totp_step', '<', step)
      .returning('name'),
  );
  return used === 1;
}

/**
 * Counts a wrong secret or code and locks the operator when it was the last allowed one.
 * @returns whether it locked now
 */
export async function countOperatorFailure(
  db: Queryable,
  name: string,
  lock: { readonly failuresMax: number; readonly until: number },
): Promise<boolean> {
  const row = await runFirst(
    db,
    tables
      .updateTable('operator')
      .set((eb) => {
        const failures = eb('failed_attempts', '+', 1);
        const isLast = eb(failures, '>=', lock.failuresMax);
        return {
          locked_until: eb
            .case()
            .when(isLast)
            .then(sql<number>`${lock.until}::bigint`)
            .end(),
          failed_attempts: eb
            .case()
            .when(isLast)
            .then(sql<number>`0`)
            .else(failures)
            .end(),
        };
      })
      .where('name', '=', name)
      .returning((eb) => eb('locked_until', 'is not', null).$castTo<boolean>().as('isLocked')),
  );
  return row?.isLocked ?? false;
}

export async function clearOperatorFailures(db: Queryable, name: string): Promise<void> {
  await run(
    db,
    tables
      .updateTable('operator')
      .set({ failed_attempts: 0, locked_until: null })
      .where('name', '=', name)
      .where('failed_attempts', '>', 0),
  );
}
