/** Codes sent by mail: only a keyed hash is stored. */
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
  readonly codeHash: Buffer;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly isUsed: boolean;
};

/** Returns the newest codes of a user and purpose, locked until the transaction ends so that one is used once. */
export async function lockNewestCodes(
  tx: Queryable,
  userId: UserId,
  purpose: CodePurpose,
  limit: number,
): Promise<readonly CodeRecord[]> {
  return run(
    tx,
    tables
      .selectFrom('email_code')
      .select((eb) => [
        'code_hash as codeHash',
        'created_at as createdAt',
        'expires_at as expiresAt',
        eb('used_at', 'is not', null).$castTo<boolean>().as('isUsed'),
      ])
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .orderBy('code_id', 'desc')
      .limit(limit)
      .forUpdate(),
  );
}

/** Marks all codes of a user and purpose as used. */
export async function markCodesUsed(
  tx: Queryable,
  userId: UserId,
  purpose: CodePurpose,
  at: Millis,
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('email_code')
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null),
  );
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
