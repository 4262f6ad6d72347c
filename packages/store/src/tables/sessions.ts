/** Sessions: the SHA-256 of each token, whose it is, and when it was last used. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../database.ts';

export type SessionRecord = {
  /** What it is listed and ended by; not a secret. */
  readonly sessionId: string;
  readonly userId: UserId;
  readonly createdAt: Millis;
  readonly usedAt: Millis;
  /** When its owner last proved who they are. */
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
 * Adds a session and ends the oldest ones beyond `sessionsMax`, of the same key or of the customer in person, so that neither
 * ends the other's. Gives the hashes that ended.
 */
export async function insertSession(
  on: Queryable,
  session: {
    readonly tokenHash: Buffer;
    readonly userId: UserId;
    readonly at: Millis;
    readonly requestIp: string | null;
    readonly agent: string | null;
    readonly deviceId: number | null;
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
  if (!row) throw new Error('a session that was just written is not there');
  const ended = await on.query<{ token_hash: Buffer }>(
    `DELETE FROM user_session WHERE token_hash IN (
       SELECT token_hash FROM user_session WHERE user_id = $1 AND api_key IS NOT DISTINCT FROM $3
       ORDER BY used_at DESC, created_at DESC OFFSET $2)
     RETURNING token_hash`,
    [session.userId, session.sessionsMax, session.apiKey],
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
  const row = rows[0];
  if (!row) return null;
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

export async function touchSession(on: Queryable, tokenHash: Buffer, at: Millis): Promise<void> {
  await on.query('UPDATE user_session SET used_at = $2 WHERE token_hash = $1 AND used_at < $2', [
    tokenHash,
    at,
  ]);
}

export async function deleteSession(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query('DELETE FROM user_session WHERE token_hash = $1', [tokenHash]);
}

export async function deleteSessionsOf(on: Queryable, id: UserId): Promise<void> {
  await on.query('DELETE FROM user_session WHERE user_id = $1', [id]);
}

/** Ends what an API key opened. */
export async function deleteSessionsOfKey(on: Queryable, apiKey: string): Promise<void> {
  await on.query('DELETE FROM user_session WHERE api_key = $1', [apiKey]);
}

/** Removes sessions that ended by themselves. */
export async function deleteStaleSessions(
  on: Queryable,
  before: { readonly createdAt: Millis; readonly usedAt: Millis },
): Promise<void> {
  await on.query('DELETE FROM user_session WHERE created_at < $1 OR used_at < $2', [
    before.createdAt,
    before.usedAt,
  ]);
}
