/** Codes sent by mail: only a keyed hash is stored, and only the newest of a purpose is valid. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type CodePurpose = 'verify_email' | 'reset_password' | 'unlock';

export async function insertCode(
  on: Queryable,
  code: {
    readonly userId: UserId;
    readonly purpose: CodePurpose;
    readonly codeHash: Buffer;
    readonly createdAt: Millis;
    readonly expiresAt: Millis;
  },
): Promise<void> {
  await run(
    on,
    tables.insertInto('email_code').values({
      user_id: code.userId,
      purpose: code.purpose,
      code_hash: code.codeHash,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    }),
  );
}

export type CodeRecord = {
  readonly codeId: number;
  readonly codeHash: Buffer;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly isUsed: boolean;
};

/** Returns the newest code of a user and purpose, locked until the transaction ends so that it is used once. */
export async function lockNewestCode(
  tx: Queryable,
  userId: UserId,
  purpose: CodePurpose,
): Promise<CodeRecord | null> {
  return runFirst(
    tx,
    tables
      .selectFrom('email_code')
      .select((eb) => [
        'code_id as codeId',
        'code_hash as codeHash',
        'created_at as createdAt',
        'expires_at as expiresAt',
        eb('used_at', 'is not', null).$castTo<boolean>().as('isUsed'),
      ])
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .orderBy('code_id', 'desc')
      .limit(1)
      .forUpdate(),
  );
}

export async function markCodeUsed(tx: Queryable, codeId: number, at: Millis): Promise<void> {
  await run(tx, tables.updateTable('email_code').set({ used_at: at }).where('code_id', '=', codeId));
}

/** Counts the codes of a purpose that a user was sent since a time. */
export async function countCodesSince(
  on: Queryable,
  userId: UserId,
  purpose: CodePurpose,
  since: Millis,
): Promise<number> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('email_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('created_at', '>=', since),
  );
  return row?.count ?? 0;
}
