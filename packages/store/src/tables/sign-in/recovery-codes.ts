/** Recovery codes: only a keyed hash of each is stored; a used one is kept and flagged. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, matchAny, run, runFirst, tables } from '../query.ts';

/** Replaces all former codes with new ones. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  userId: UserId,
  macs: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  if (macs.length === 0) return;
  await run(
    tx,
    tables.insertInto('recovery_code').values(macs.map((mac) => ({ user_id: userId, code_mac: mac }))),
  );
}

export async function deleteRecoveryCodes(tx: Queryable, userId: UserId): Promise<void> {
  await run(tx, tables.deleteFrom('recovery_code').where('user_id', '=', userId));
}

/** Consumes a code; returns false when there is no such unused code. */
export async function useRecoveryCode(
  on: Queryable,
  { userId, macs, at }: { readonly userId: UserId; readonly macs: readonly Buffer[]; readonly at: Millis },
): Promise<boolean> {
  const used = await countRows(
    on,
    tables
      .updateTable('recovery_code')
      .set({ used_at: at })
      .where('user_id', '=', userId)
      .where('code_mac', '=', matchAny(macs))
      .where('used_at', 'is', null)
      .returning('user_id'),
  );
  return used === 1;
}

export async function countRecoveryCodesLeft(on: Queryable, userId: UserId): Promise<number> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null),
  );
  return row?.count ?? 0;
}
