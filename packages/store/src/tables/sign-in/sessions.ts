/** Sessions: the SHA-256 of each token, its user, and when it was last used. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type SessionRecord = {
  /** Identifies it in lists and when ending it; not a secret. */
  readonly sessionId: string;
  readonly userId: UserId;
  readonly createdAt: Millis;
  readonly usedAt: Millis;
  /** When its owner last authenticated. */
  readonly provedAt: Millis;
  /** The API key that opened it; null for a session of the customer's own. */
  readonly apiKey: string | null;
  /** Where it was opened. */
  readonly requestIp: string | null;
};

type SessionRow = {
  session_id: string;
  user_id: number;
  created_at: number;
  used_at: number;
  proved_at: number;
  api_key: string | null;
  request_ip: string | null;
};

/**
 * Adds a session and ends the oldest ones beyond `sessionsMax`, counted separately for each key and for the customer
 * in person, so that neither ends the other's. Returns the hashes that ended.
 */
export async function insertSession(
  on: Queryable,
  session: {
    readonly tokenHash: Buffer;
    readonly userId: UserId;
    readonly at: Millis;
    readonly requestIp: string | null;
    readonly agent: string | null;
    readonly deviceId: string | null;
    readonly apiKey: string | null;
    readonly sessionsMax: number;
  },
): Promise<{ readonly sessionId: string; readonly ended: readonly Buffer[] }> {
  const inserted = await on.query<{ session_id: string }>(
    `INSERT INTO user_session (token_hash, user_id, created_at, used_at, proved_at, request_ip, agent, device_id, api_key)
     VALUES ($1, $2, $3, $3, $3, $4, $5, $6, $7) RETURNING session_id`,
    [
      session.tokenHash,
      session.userId,
      session.at,
      session.requestIp,
      session.agent,
      session.deviceId,
      session.apiKey,
    ],
  );
  const [row] = inserted;
  if (!row) throw new Error('an inserted session was not returned');
  const ended = await on.query<{ token_hash: Buffer }>(
    `DELETE FROM user_session WHERE token_hash IN (
       SELECT token_hash FROM user_session WHERE user_id = $1 AND api_key IS NOT DISTINCT FROM $3
       ORDER BY token_hash = $4 DESC, used_at DESC, created_at DESC OFFSET $2)
     RETURNING token_hash`,
    [session.userId, session.sessionsMax, session.apiKey, session.tokenHash],
  );
  return { sessionId: row.session_id, ended: ended.map((one) => one.token_hash) };
}

export async function findSession(on: Queryable, tokenHash: Buffer): Promise<SessionRecord | null> {
  const rows = await on.query<SessionRow>(
    `SELECT session_id, user_id, created_at, used_at, proved_at, api_key, request_ip
     FROM user_session WHERE token_hash = $1`,
    [tokenHash],
    'session_by_hash',
  );
  return rows[0] ? toSessionRecord(rows[0]) : null;
}

export async function touchSession(on: Queryable, tokenHash: Buffer, at: Millis): Promise<void> {
  await on.query('UPDATE user_session SET used_at = $2 WHERE token_hash = $1 AND used_at < $2', [
    tokenHash,
    at,
  ]);
}

/** Gives a session a new token, and records the re-authentication for it. Returns false when the session has ended. */
export async function renewSession(
  on: Queryable,
  session: { readonly tokenHash: Buffer; readonly newTokenHash: Buffer; readonly at: Millis },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE user_session SET token_hash = $2, proved_at = $3, used_at = GREATEST(used_at, $3)
     WHERE token_hash = $1 RETURNING session_id`,
    [session.tokenHash, session.newTokenHash, session.at],
  );
  return rows.length === 1;
}

/** A session as it is listed for its owner. */
export type ListedSession = Omit<SessionRecord, 'provedAt'> & {
  readonly tokenHash: Buffer;
  readonly agent: string | null;
};

/** Returns sessions of a user that have not expired, the most recently used first. */
export async function listSessions(
  on: Queryable,
  id: UserId,
  since: { readonly createdAt: Millis; readonly usedAt: Millis },
): Promise<readonly ListedSession[]> {
  const rows = await on.query<SessionRow & { token_hash: Buffer; agent: string | null }>(
    `SELECT token_hash, session_id, user_id, created_at, used_at, proved_at, api_key, request_ip, agent
     FROM user_session WHERE user_id = $1 AND created_at > $2 AND used_at > $3
     ORDER BY used_at DESC, created_at DESC`,
    [id, since.createdAt, since.usedAt],
  );
  return rows.map((row) => ({ ...toSessionRecord(row), tokenHash: row.token_hash, agent: row.agent }));
}

/** Ends one session of a user; returns null when they have no such session. */
export async function deleteListedSession(
  on: Queryable,
  id: UserId,
  sessionId: string,
): Promise<{ readonly agent: string | null; readonly apiKey: string | null } | null> {
  const rows = await on.query<{ agent: string | null; api_key: string | null }>(
    'DELETE FROM user_session WHERE user_id = $1 AND session_id = $2 RETURNING agent, api_key',
    [id, sessionId],
  );
  const row = rows[0];
  return row ? { agent: row.agent, apiKey: row.api_key } : null;
}

export async function deleteSession(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query('DELETE FROM user_session WHERE token_hash = $1', [tokenHash]);
}

/** Ends all sessions of a user but one, or all of them. */
export async function deleteOtherSessions(
  on: Queryable,
  id: UserId,
  keptSessionId: string | null,
): Promise<void> {
  await on.query('DELETE FROM user_session WHERE user_id = $1 AND session_id IS DISTINCT FROM $2::uuid', [
    id,
    keptSessionId,
  ]);
}

export async function deleteUserSessions(on: Queryable, id: UserId): Promise<void> {
  await on.query('DELETE FROM user_session WHERE user_id = $1', [id]);
}

/** Ends the sessions that an API key opened. */
export async function deleteSessionsOfKey(on: Queryable, apiKey: string): Promise<void> {
  await on.query('DELETE FROM user_session WHERE api_key = $1', [apiKey]);
}

/** Deletes expired sessions. */
export async function deleteStaleSessions(
  on: Queryable,
  before: { readonly createdAt: Millis; readonly usedAt: Millis },
): Promise<void> {
  await on.query('DELETE FROM user_session WHERE created_at < $1 OR used_at < $2', [
    before.createdAt,
    before.usedAt,
  ]);
}

function toSessionRecord(row: SessionRow): SessionRecord {
  return {
    sessionId: row.session_id,
    userId: userId(row.user_id),
    createdAt: millis(row.created_at),
    usedAt: millis(row.used_at),
    provedAt: millis(row.proved_at),
    apiKey: row.api_key,
    requestIp: row.request_ip,
  };
}
