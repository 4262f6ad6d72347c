/**
 * Sessions: who a token stands for, right now.
 *
 * A token that was seen before is answered from memory without waiting; the table is the truth, read once for each
 * token and written when a session begins, ends, or was used for a minute.
 */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  deleteSession,
  deleteSessionsOf,
  deleteStaleSessions,
  findSession,
  insertSession,
  touchSession,
} from '@salar/store/tables/sessions';
import type { User } from '@salar/store/tables/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Log } from '../ports/log.ts';
import type { Origin } from './origin.ts';
import { isSessionToken, newSessionToken, secretHash, secretKey } from './session-tokens.ts';

export const sessionIdleMs = 60 * 60_000;
export const sessionLifeMs = 12 * 60 * 60_000;
export const sessionsMax = 10; // for each user; the oldest ends
/** How stale the stored time of last use may be. */
const touchEveryMs = 60_000;
/** Sessions kept in memory; others are read again when they come back. */
const cacheSize = 50_000;

/** What an API key may do here and now. */
export type KeyGrant = { readonly apiKey: string; readonly permissions: readonly string[] };

export type Session = {
  /** What it is listed and ended by; not a secret. */
  readonly sessionId: string;
  readonly user: User;
  readonly createdAt: Millis;
  /** When the customer last proved who they are: by signing in, or again since. */
  readonly provedAt: Millis;
  /** The API key that opened it, or that signed this one request; null for the customer in person. */
  readonly key: KeyGrant | null;
};
type Cached = {
  readonly hash: Buffer;
  readonly sessionId: string;
  readonly userId: UserId;
  readonly createdAt: Millis;
  readonly provedAt: Millis;
  readonly apiKey: string | null;
  usedAt: Millis;
  savedAt: Millis;
};

/** What concerns the account itself needs a proof younger than this (security rule S6). */
export const proofLifeMs = 15 * 60_000;

export function isProved(session: Pick<Session, 'provedAt'>, at: number): boolean {
  return at - session.provedAt < proofLifeMs;
}

export class SessionService {
  readonly #database: Database;
  readonly #users: UserDirectory;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #cache = new Map<string, Cached>();

  constructor(options: {
    readonly database: Database;
    readonly users: UserDirectory;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#users = options.users;
    this.#now = options.now;
    this.#log = options.log;
  }

  /** Begins a session. Always a new token; the user's oldest session ends when there would be more than ten. */
  async begin(user: User, origin: Origin): Promise<string> {
    const token = newSessionToken();
    const hash = secretHash(token);
    const at = millis(this.#now());
    const { sessionId, ended } = await this.#database.transaction((tx) =>
      insertSession(tx, {
        tokenHash: hash,
        userId: user.userId,
        at,
        requestIp: origin.ip,
        agent: origin.agent,
        deviceId: null,
        apiKey: null,
        sessionsMax,
      }),
    );
    for (const one of ended) this.#cache.delete(one.toString('base64'));
    const { userId } = user;
    this.#remember({
      hash,
      sessionId,
      userId,
      createdAt: at,
      provedAt: at,
      apiKey: null,
      usedAt: at,
      savedAt: at,
    });
    return token;
  }

  /** The session of a token; null when there is none, it expired, or its user is locked. */
  resolve(token: string): Session | null | Promise<Session | null> {
    if (!isSessionToken(token)) return null;
    const cached = this.#cache.get(secretKey(token));
    const user = cached && this.#users.cached(cached.userId);
    if (!cached || !user) return this.#load(secretHash(token));
    return this.#use(cached, user);
  }

  async end(token: string): Promise<void> {
    if (!isSessionToken(token)) return;
    const hash = secretHash(token);
    this.#cache.delete(hash.toString('base64'));
    await deleteSession(this.#database, hash);
  }

  /** Ends every session of a user, at once: after a lock or a password reset. */
  async endAllOf(on: Queryable, userId: UserId): Promise<void> {
    await deleteSessionsOf(on, userId);
    this.forget(userId);
  }

  /** Drops a user's sessions from memory, so that the table is asked again. */
  forget(userId: UserId): void {
    for (const [key, cached] of this.#cache) if (cached.userId === userId) this.#cache.delete(key);
  }

  /** Removes sessions that ended by themselves from the table. */
  async sweep(): Promise<void> {
    const at = this.#now();
    await deleteStaleSessions(this.#database, {
      createdAt: millis(at - sessionLifeMs),
      usedAt: millis(at - sessionIdleMs - touchEveryMs),
    });
  }

  async #load(hash: Buffer): Promise<Session | null> {
    const record = await findSession(this.#database, hash);
    if (!record) return null;
    const user = await this.#users.get(record.userId);
    if (!user) return null;
    const key = hash.toString('base64');
    const cached = this.#cache.get(key) ?? { hash, ...record, savedAt: record.usedAt };
    const session = this.#use(cached, user);
    if (session) this.#remember(cached);
    return session;
  }

  #use(cached: Cached, user: User): Session | null {
    const at = millis(this.#now());
    if (
      at - cached.createdAt >= sessionLifeMs ||
      at - cached.usedAt >= sessionIdleMs ||
      user.lockedAt !== null
    ) {
      this.#cache.delete(cached.hash.toString('base64'));
      return null;
    }
    cached.usedAt = at;
    if (at - cached.savedAt >= touchEveryMs) this.#save(cached, at);
    const { sessionId, createdAt, provedAt } = cached;
    return { sessionId, user, createdAt, provedAt, key: null };
  }

  /** Not waited for: a lost minute only makes the session end a minute earlier after a restart. */
  #save(cached: Cached, at: Millis): void {
    cached.savedAt = at;
    touchSession(this.#database, cached.hash, at).catch((error: unknown) => {
      this.#log.warn({ error: String(error) }, 'the time of last use of a session was not stored');
    });
  }

  #remember(cached: Cached): void {
    if (this.#cache.size >= cacheSize) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(cached.hash.toString('base64'), cached);
  }
}
