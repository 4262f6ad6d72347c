/** Requests for verification levels 2 to 4. The caller seals the source-of-funds form. */
import type { Millis, UserId } from '@salar/protocol';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';
import { matchAny, countRows, run, runFirst, tables } from '../query.ts';

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
};

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
] as const;
const selectRequests = tables.selectFrom('level_request').select(columns);

/**
 * Creates the customer's draft for a level if it is missing, and returns the request, locked until the transaction
 * ends.
 */
export async function openLevelRequest(
  tx: Queryable,
  { userId, level, at }: { readonly userId: UserId; readonly level: number; readonly at: Millis },
): Promise<LevelRequestRow> {
  await run(
    tx,
    tables
      .insertInto('level_request')
      .values({ user_id: userId, level, status: 'Draft', created_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'level']).doNothing()),
  );
  const row = await runFirst(
    tx,
    selectRequests.where('user_id', '=', userId).where('level', '=', level).forUpdate(),
  );
  if (row === null) throw new Error('an inserted request was not returned');
  return row;
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

export async function submitLevelRequest(tx: Queryable, requestId: number, at: Millis): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('level_request')
      .set({ status: 'Submitted', submitted_at: at, comment: null })
      .where('request_id', '=', requestId),
  );
}

/** Decides a request whose status is one of `from`; returns null when it is not. An approval is not applied yet. */
export async function decideLevelRequest(
  tx: Queryable,
  decision: {
    readonly requestId: number;
    readonly from: readonly RequestStatus[];
    readonly to: RequestStatus;
    readonly comment: string | null;
    readonly by: string;
    readonly at: Millis;
  },
): Promise<LevelRequestRow | null> {
  const { requestId, from, to, comment, by, at } = decision;
  return runFirst(
    tx,
    tables
      .updateTable('level_request')
      .set({
        status: to,
        comment,
        decided_by: by,
        decided_at: at,
        is_applied: to !== 'Approved',
      })
      .where('request_id', '=', requestId)
      .where('status', '=', matchAny(from))
      .returning(columns),
  );
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
