/**
 * Requests for verification levels 2 to 4. The caller seals the source-of-funds form, and computes and checks the MAC of each
 * row.
 */
import type { Millis, UserId } from '@salar/protocol';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

export type LevelRequestRow = {
  readonly requestId: number;
  readonly userId: UserId;
  readonly level: number;
  readonly status: RequestStatus;
  /** Sealed; null until something was filled in. */
  readonly funds: Buffer | null;
  readonly comment: string | null;
  /** False from the approval until the account has its level. */
  readonly isApplied: boolean;
  readonly createdAt: Millis;
  readonly submittedAt: Millis | null;
  readonly decidedAt: Millis | null;
  readonly decidedBy: string | null;
  /** Null in a row that was never proved. */
  readonly mac: Buffer | null;
};

/** A change of a row, which is written together with the MAC of the changed row. */
export type LevelRequestChange = Partial<
  Pick<LevelRequestRow, 'status' | 'comment' | 'isApplied' | 'submittedAt' | 'decidedAt' | 'decidedBy'>
>;

const columns = [
  'request_id as requestId',
  'user_id as userId',
  'level',
  'status',
  'funds',
  'comment',
  'is_applied as isApplied',
  'created_at as createdAt',
  'submitted_at as submittedAt',
  'decided_at as decidedAt',
  'decided_by as decidedBy',
  'mac',
] as const;
const selectRequests = tables.selectFrom('level_request').select(columns);

/**
 * Creates the customer's draft for a level if it is missing, and returns the request, locked until the transaction
 * ends.
 *
 * @param computeMac  computes the MAC of the added row
 */
export async function openLevelRequest(
  tx: Queryable,
  { userId, level, at }: { readonly userId: UserId; readonly level: number; readonly at: Millis },
  computeMac: (row: LevelRequestRow) => Buffer,
): Promise<LevelRequestRow> {
  const inserted = await runFirst(
    tx,
    tables
      .insertInto('level_request')
      .values({ user_id: userId, level, status: 'Draft', created_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'level']).doNothing())
      .returning(columns),
  );
  if (inserted !== null) {
    const mac = computeMac(inserted);
    await changeLevelRequest(tx, inserted.requestId, {}, mac);
    return { ...inserted, mac };
  }
  const row = await runFirst(
    tx,
    selectRequests.where('user_id', '=', userId).where('level', '=', level).forUpdate(),
  );
  if (row === null) throw new Error('an inserted request was not returned');
  return row;
}

/** Returns a request, locked until the transaction ends. */
export async function lockLevelRequest(tx: Queryable, requestId: number): Promise<LevelRequestRow | null> {
  return runFirst(tx, selectRequests.where('request_id', '=', requestId).forUpdate());
}

/** Changes a row. @param mac  the MAC of the row after the change */
export async function changeLevelRequest(
  tx: Queryable,
  requestId: number,
  change: LevelRequestChange,
  mac: Buffer,
): Promise<void> {
  const { status, comment, isApplied, submittedAt, decidedAt, decidedBy } = change;
  await run(
    tx,
    tables
      .updateTable('level_request')
      .set({
        mac,
        ...(status !== undefined && { status }),
        ...(comment !== undefined && { comment }),
        ...(isApplied !== undefined && { is_applied: isApplied }),
        ...(submittedAt !== undefined && { submitted_at: submittedAt }),
        ...(decidedAt !== undefined && { decided_at: decidedAt }),
        ...(decidedBy !== undefined && { decided_by: decidedBy }),
      })
      .where('request_id', '=', requestId),
  );
}

/** Returns true when a request has a MAC. */
export async function hasLevelRequestMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('level_request').select('request_id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns requests without a MAC. */
export async function listUnprovedLevelRequests(on: Queryable): Promise<readonly LevelRequestRow[]> {
  return run(on, selectRequests.where('mac', 'is', null).orderBy('request_id'));
}

export async function findLevelRequest(
  on: Queryable,
  user: UserId,
  level: number,
): Promise<LevelRequestRow | null> {
  return runFirst(on, selectRequests.where('user_id', '=', user).where('level', '=', level));
}

export async function findLevelRequestById(
  on: Queryable,
  requestId: number,
): Promise<LevelRequestRow | null> {
  return runFirst(on, selectRequests.where('request_id', '=', requestId));
}

/** Returns all requests of one customer. */
export async function listLevelRequests(on: Queryable, user: UserId): Promise<readonly LevelRequestRow[]> {
  return run(on, selectRequests.where('user_id', '=', user));
}

/** Returns requests of one status, the longest waiting first. */
export async function listLevelRequestsByStatus(
  on: Queryable,
  { status, limit }: { readonly status: RequestStatus; readonly limit: number },
): Promise<readonly LevelRequestRow[]> {
  return run(
    on,
    selectRequests
      .where('status', '=', status)
      .orderBy('submitted_at', (order) => order.asc().nullsLast())
      .orderBy('request_id')
      .limit(limit),
  );
}

/** Returns approved requests whose accounts may not have their level yet, oldest first. */
export async function listUnappliedLevelRequests(on: Queryable): Promise<readonly LevelRequestRow[]> {
  return run(on, selectRequests.where('is_applied', '=', false).orderBy('request_id'));
}

/** @param funds  sealed */
export async function writeLevelFunds(tx: Queryable, requestId: number, funds: Buffer): Promise<void> {
  await run(tx, tables.updateTable('level_request').set({ funds }).where('request_id', '=', requestId));
}

/** Records that the account has its level; returns false when that was recorded before. */
export async function markLevelApplied(tx: Queryable, requestId: number): Promise<boolean> {
  const applied = await countRows(
    tx,
    tables
      .updateTable('level_request')
      .set({ is_applied: true })
      .where('request_id', '=', requestId)
      .where('is_applied', '=', false)
      .returning('request_id'),
  );
  return applied === 1;
}
