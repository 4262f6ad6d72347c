/** Sessions: the SHA-256 of each token, its user, and when it was last used. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { prepare, run, runFirst, tables } from '../query.ts';

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
  /** Where it was opened, or its owner last re-authenticated. */
  readonly requestIp: string | null;
  readonly mac: Buffer;
};

const columns = [
  'session_id as sessionId',
  'user_id as userId',
  'created_at as createdAt',
  'used_at as usedAt',
  'proved_at as provedAt',
  'api_key as apiKey',
  'request_ip as requestIp',
  'mac',
] as const;

/**
 * Adds a session and ends the oldest ones beyond `sessionsMax`, counted separately for each key and for the customer
 * in person, so that neither ends the other's. Returns the hashes that ended.
 */
export async function insertSession(
  on: Queryable,
  session: Omit<SessionRecord, 'usedAt'> & {
    readonly tokenHash: Buffer;
    readonly agent: string | null;
    readonly deviceId: string | null;
    readonly sessionsMax: number;
  },
): Promise<readonly Buffer[]> {
  await run(
    on,
    tables.insertInto('user_session').values({
      session_id: session.sessionId,
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.createdAt,
      used_at: session.createdAt,
      proved_at: session.provedAt,
      request_ip: session.requestIp,
      agent: session.agent,
      device_id: session.deviceId,
      api_key: session.apiKey,
      mac: session.mac,
    }),
  );
  const ended = await run(
    on,
    tables
      .deleteFrom('user_session')
      .where('token_hash', 'in', (query) =>
        query
          .selectFrom('user_session')
          .select('token_hash')
          .where('user_id', '=', session.userId)
          .where('api_key', 'is not distinct from', session.apiKey)
          .orderBy((eb) => eb('token_hash', '=', session.tokenHash), 'desc')
          .orderBy('used_at', 'desc')
          .orderBy('created_at', 'desc')
          .offset(session.sessionsMax),
      )
      .returning('token_hash as tokenHash'),
  );
  return ended.map((one) => one.tokenHash);
}

const sessionByHash = prepare('session_by_hash', ({ tokenHash }: { readonly tokenHash: Buffer }) =>
  tables.selectFrom('user_session').select(columns).where('token_hash', '=', tokenHash),
);

export async function findSession(on: Queryable, tokenHash: Buffer): Promise<SessionRecord | null> {
  const [row] = await sessionByHash(on, { tokenHash });
  return row ?? null;
}

/** Returns a session, locked until the transaction ends. */
export async function lockSession(tx: Queryable, tokenHash: Buffer): Promise<SessionRecord | null> {
  return runFirst(
    tx,
    tables.selectFrom('user_session').select(columns).where('token_hash', '=', tokenHash).forUpdate(),
  );
}

export async function touchSession(on: Queryable, tokenHash: Buffer, at: Millis): Promise<void> {
  await run(
    on,
    tables
      .updateTable('user_session')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('used_at', '<', at),
  );
}

/** Gives a locked session a new token, and records when and where the re-authentication was. */
export async function renewSession(
  tx: Queryable,
  session: {
    readonly tokenHash: Buffer;
    readonly newTokenHash: Buffer;
    readonly at: Millis;
    readonly requestIp: string | null;
    readonly mac: Buffer;
  },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('user_session')
      .set((eb) => ({
        token_hash: session.newTokenHash,
        proved_at: session.at,
        request_ip: session.requestIp,
        used_at: eb.fn<Millis>('greatest', [eb.ref('used_at'), eb.val(session.at)]),
        mac: session.mac,
      }))
      .where('token_hash', '=', session.tokenHash),
  );
}

/** A session as it is listed for its owner. */
export type ListedSession = Omit<SessionRecord, 'provedAt' | 'mac'> & {
  readonly tokenHash: Buffer;
  readonly agent: string | null;
};

/** Returns sessions of a user that have not expired, the most recently used first. */
export async function listSessions(
  on: Queryable,
  id: UserId,
  since: { readonly createdAt: Millis; readonly usedAt: Millis },
): Promise<readonly ListedSession[]> {
  return run(
    on,
    tables
      .selectFrom('user_session')
      .select([
        'session_id as sessionId',
        'user_id as userId',
        'created_at as createdAt',
        'used_at as usedAt',
        'api_key as apiKey',
        'request_ip as requestIp',
        'token_hash as tokenHash',
        'agent',
      ])
      .where('user_id', '=', id)
      .where('created_at', '>', since.createdAt)
      .where('used_at', '>', since.usedAt)
      .orderBy('used_at', 'desc')
      .orderBy('created_at', 'desc'),
  );
}

/** Ends one session of a user; returns null when they have no such session. */
export async function deleteListedSession(
  on: Queryable,
  id: UserId,
  sessionId: string,
): Promise<{ readonly agent: string | null; readonly apiKey: string | null } | null> {
  return runFirst(
    on,
    tables
      .deleteFrom('user_session')
      .where('user_id', '=', id)
      .where('session_id', '=', sessionId)
      .returning(['agent', 'api_key as apiKey']),
  );
}

export async function deleteSession(on: Queryable, tokenHash: Buffer): Promise<void> {
  await run(on, tables.deleteFrom('user_session').where('token_hash', '=', tokenHash));
}

/** Ends all sessions of a user but one, or all of them. */
export async function deleteOtherSessions(
  on: Queryable,
  id: UserId,
  keptSessionId: string | null,
): Promise<void> {
  await run(
    on,
    tables
      .deleteFrom('user_session')
      .where('user_id', '=', id)
      .where('session_id', 'is distinct from', keptSessionId),
  );
}

export async function deleteUserSessions(on: Queryable, id: UserId): Promise<void> {
  await run(on, tables.deleteFrom('user_session').where('user_id', '=', id));
}

/** Ends the sessions that an API key opened. */
export async function deleteSessionsOfKey(on: Queryable, apiKey: string): Promise<void> {
  await run(on, tables.deleteFrom('user_session').where('api_key', '=', apiKey));
}

/** Deletes expired sessions. */
export async function deleteStaleSessions(
  on: Queryable,
  before: { readonly createdAt: Millis; readonly usedAt: Millis },
): Promise<void> {
  await run(
    on,
    tables
      .deleteFrom('user_session')
      .where((eb) => eb.or([eb('created_at', '<', before.createdAt), eb('used_at', '<', before.usedAt)])),
  );
}
