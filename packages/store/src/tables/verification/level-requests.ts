/** Requests for verification levels 2 to 4. The caller seals the source-of-funds form. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';

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

type Row = {
  request_id: number;
  user_id: number;
  level: number;
  status: RequestStatus;
  funds: Buffer | null;
  comment: string | null;
  is_applied: boolean;
  created_at: number;
  submitted_at: number | null;
  decided_at: number | null;
  decided_by: string | null;
};
const columns = `request_id, user_id, level, status, funds, comment, is_applied, created_at, submitted_at, decided_at,
  decided_by`;

/**
 * Creates the customer's draft for a level if it is missing, and returns the request, locked until the transaction
 * ends.
 */
export async function openLevelRequest(
  tx: Queryable,
  { userId: user, level, at }: { readonly userId: UserId; readonly level: number; readonly at: Millis },
): Promise<LevelRequestRow> {
  await tx.query(
    `INSERT INTO level_request (user_id, level, status, created_at) VALUES ($1, $2, 'Draft', $3)
     ON CONFLICT (user_id, level) DO NOTHING`,
    [user, level, at],
  );
  const rows = await tx.query<Row>(
    `SELECT ${columns} FROM level_request WHERE user_id = $1 AND level = $2 FOR UPDATE`,
    [user, level],
  );
  const [row] = rows;
  if (!row) throw new Error('an inserted request was not returned');
  return toLevelRequest(row);
}

export async function findLevelRequest(
  on: Queryable,
  user: UserId,
  level: number,
): Promise<LevelRequestRow | null> {
  const rows = await on.query<Row>(`SELECT ${columns} FROM level_request WHERE user_id = $1 AND level = $2`, [
    user,
    level,
  ]);
  return rows[0] ? toLevelRequest(rows[0]) : null;
}

export async function findLevelRequestById(
  on: Queryable,
  requestId: number,
): Promise<LevelRequestRow | null> {
  const rows = await on.query<Row>(`SELECT ${columns} FROM level_request WHERE request_id = $1`, [requestId]);
  return rows[0] ? toLevelRequest(rows[0]) : null;
}

/** Returns all requests of one customer. */
export async function listLevelRequests(on: Queryable, user: UserId): Promise<readonly LevelRequestRow[]> {
  const rows = await on.query<Row>(`SELECT ${columns} FROM level_request WHERE user_id = $1`, [user]);
  return rows.map(toLevelRequest);
}

/** Returns requests of one status, the longest waiting first. */
export async function listLevelRequestsByStatus(
  on: Queryable,
  { status, limit }: { readonly status: RequestStatus; readonly limit: number },
): Promise<readonly LevelRequestRow[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM level_request WHERE status = $1 ORDER BY submitted_at NULLS LAST, request_id LIMIT $2`,
    [status, limit],
  );
  return rows.map(toLevelRequest);
}

/** Returns approved requests whose accounts may not have their level yet, oldest first. */
export async function listUnappliedLevelRequests(on: Queryable): Promise<readonly LevelRequestRow[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM level_request WHERE NOT is_applied ORDER BY request_id`,
  );
  return rows.map(toLevelRequest);
}

/** @param funds  sealed */
export async function writeLevelFunds(tx: Queryable, requestId: number, funds: Buffer): Promise<void> {
  await tx.query('UPDATE level_request SET funds = $2 WHERE request_id = $1', [requestId, funds]);
}

export async function submitLevelRequest(tx: Queryable, requestId: number, at: Millis): Promise<void> {
  await tx.query(
    `UPDATE level_request SET status = 'Submitted', submitted_at = $2, comment = NULL WHERE request_id = $1`,
    [requestId, at],
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
  const rows = await tx.query<Row>(
    `UPDATE level_request SET status = $3, comment = $4, decided_by = $5, decided_at = $6, is_applied = $7
     WHERE request_id = $1 AND status = ANY($2) RETURNING ${columns}`,
    [requestId, from, to, comment, by, at, to !== 'Approved'],
  );
  return rows[0] ? toLevelRequest(rows[0]) : null;
}

/** Records that the account has its level; returns false when that was recorded before. */
export async function markLevelApplied(tx: Queryable, requestId: number): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE level_request SET is_applied = true WHERE request_id = $1 AND NOT is_applied RETURNING 1',
    [requestId],
  );
  return rows.length === 1;
}

function toLevelRequest(row: Row): LevelRequestRow {
  return {
    requestId: row.request_id,
    userId: userId(row.user_id),
    level: row.level,
    status: row.status,
    funds: row.funds,
    comment: row.comment,
    isApplied: row.is_applied,
    createdAt: millis(row.created_at),
    submittedAt: row.submitted_at === null ? null : millis(row.submitted_at),
    decidedAt: row.decided_at === null ? null : millis(row.decided_at),
    decidedBy: row.decided_by,
  };
}
