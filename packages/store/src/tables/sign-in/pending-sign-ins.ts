/**
 * Sign-ins between a correct password and a session: the SHA-256 of each token, its user, and how many attempts are
 * left.
 */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

/** The missing part: a code, or the second factor itself. */
export type PendingKind = 'second_factor' | 'enrolment';

export type PendingSignIn = {
  readonly userId: UserId;
  readonly kind: PendingKind;
  readonly createdAt: Millis;
  /** The version of the password it began with. */
  readonly passwordVersion: number;
  readonly mac: Buffer;
};

/** Adds one, and removes expired ones. */
export async function insertPendingSignIn(
  on: Queryable,
  pending: {
    readonly tokenHash: Buffer;
    readonly userId: UserId;
    readonly kind: PendingKind;
    readonly passwordVersion: number;
    readonly at: Millis;
    readonly tries: number;
    /** Older ones have expired. */
    readonly since: Millis;
    readonly mac: Buffer;
  },
): Promise<void> {
  await run(on, tables.deleteFrom('pending_sign_in').where('created_at', '<=', pending.since));
  await run(
    on,
    tables.insertInto('pending_sign_in').values({
      token_hash: pending.tokenHash,
      user_id: pending.userId,
      kind: pending.kind,
      created_at: pending.at,
      tries_left: pending.tries,
      password_version: pending.passwordVersion,
      mac: pending.mac,
    }),
  );
}

/** Returns one that has not expired; it may have no attempts left. */
export async function findPendingSignIn(
  on: Queryable,
  tokenHash: Buffer,
  since: Millis,
): Promise<PendingSignIn | null> {
  return runFirst(
    on,
    tables
      .selectFrom('pending_sign_in')
      .select([
        'user_id as userId',
        'kind',
        'created_at as createdAt',
        'password_version as passwordVersion',
        'mac',
      ])
      .where('token_hash', '=', tokenHash)
      .where('created_at', '>', since),
  );
}

/** Uses one of its attempts, before the code is checked. Returns how many are left; null when there was none. */
export async function claimPendingTry(on: Queryable, tokenHash: Buffer): Promise<number | null> {
  const row = await runFirst(
    on,
    tables
      .updateTable('pending_sign_in')
      .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('tries_left', '>', 0)
      .returning('tries_left'),
  );
  return row?.tries_left ?? null;
}

/** Consumes it: returns true once. */
export async function takePendingSignIn(on: Queryable, tokenHash: Buffer): Promise<boolean> {
  const taken = await countRows(
    on,
    tables.deleteFrom('pending_sign_in').where('token_hash', '=', tokenHash).returning('kind'),
  );
  return taken === 1;
}
