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
  /** Proves role, key and account; null until there is a key. */
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

/** Adds an operator; returns false when the name was ever used. */
export async function insertOperator(
  db: Queryable,
  operator: Pick<OperatorRow, 'name' | 'role' | 'publicKey' | 'userId' | 'createdAt' | 'mac'>,
): Promise<boolean> {
  const inserted = await countRows(
    db,
    tables
      .insertInto('operator')
      .values({
        name: operator.name,
        role: operator.role,
        public_key: operator.publicKey,
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

/** Ends an operator's access; returns false when there is no such operator now. */
export async function removeOperator(db: Queryable, name: string, at: number): Promise<boolean> {
  const removed = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ removed_at: at })
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .returning('name'),
  );
  return removed === 1;
}

/** Sets a new key, which ends a secret and a lock; returns false when there is no such operator now. */
export async function replaceOperatorKey(
  db: Queryable,
  { name, publicKey, mac }: Pick<OperatorRow, 'name' | 'mac'> & { readonly publicKey: string },
): Promise<boolean> {
  const replaced = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ public_key: publicKey, mac, secret_hash: null, failed_attempts: 0, locked_until: null })
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .returning('name'),
  );
  return replaced === 1;
}

/** Sets the sealed secret of an authenticator; returns false when there is a confirmed one. */
export async function replaceOperatorFactor(
  db: Queryable,
  name: string,
  totpSecret: Buffer,
): Promise<boolean> {
  const replaced = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ totp_secret: totpSecret })
      .where('name', '=', name)
      .where('totp_step', 'is', null)
      .returning('name'),
  );
  return replaced === 1;
}

/** Records the time step of a code; returns false when it, or a later one, was used before. */
export async function useOperatorCode(db: Queryable, name: string, step: number): Promise<boolean> {
  const used = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ totp_step: step })
      .where('name', '=', name)
      .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
      .returning('name'),
  );
  return used === 1;
}

/** Removes an operator's authenticator; returns false when there is none. */
export async function removeOperatorFactor(db: Queryable, name: string): Promise<boolean> {
  const removed = await countRows(
    db,
    tables
      .updateTable('operator')
      .set({ totp_secret: null, totp_step: null })
      .where('name', '=', name)
      .where('totp_secret', 'is not', null)
      .returning('name'),
  );
  return removed === 1;
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
