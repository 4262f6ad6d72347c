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
  deleteOtherSessions,
  deleteSession,
  deleteListedSession,
  deleteUserSessions,
  deleteSessionsOfKey,
  deleteStaleSessions,
  findSession,
  insertSession,
  listSessions,
  renewSession,
  touchSession,
} from '@salar/store/tables/sign-in/sessions';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { isSessionToken, createSessionToken, hashSecret, toSecretKey } from '../crypto/tokens.ts';
import { SessionWatches } from './session-watches.ts';

export const sessionIdleMs = 60 * 60_000;
export const sessionLifeMs = 12 * 60 * 60_000;
export const sessionsMax = 10; // for each user; the oldest ends
/** How stale the stored time of last use may be. */
const touchEveryMs = 60_000;
/** Sessions kept in memory; others are read again when they come back. */
const cacheSize = 50_000;

/** What an API key may do here and now. */
export type KeyGrant = { readonly apiKey: string; readonly permissions: readonly string[] };

/** What is known of API keys: a session that one opened can do what the key can do now, and ends with it. */
export interface KeyGrants {
  /** Null when the key is gone, is not its owner's, or does not let the address in. */
  findGrant(request: {
    readonly apiKey: string;
    readonly owner: UserId;
    readonly address: string;
  }): KeyGrant | null | Promise<KeyGrant | null>;
}

export type Session = {
  /** What it is listed and ended by; not a secret. */
  readonly sessionId: string;
  readonly user: User;
  readonly createdAt: Millis;
  /** When the customer last proved who they are: by signing in, or again since. */
  readonly authenticatedAt: Millis;
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
  /** Where it was opened: an API key's session is good from there only (security rule S2). */
  readonly requestIp: string | null;
  usedAt: Millis;
  savedAt: Millis;
};

/** An open session that was looked up, and what is remembered of it. */
type Found = { readonly cached: Cached; readonly session: Session } | null;

/** A session as its owner reads it. */
export type OpenSession = {
  readonly sessionId: string;
  readonly createdAt: Millis;
  readonly usedAt: Millis;
  readonly agent: string | null;
  readonly requestIp: string | null;
  readonly apiKey: string | null;
};

/** What concerns the account itself needs a proof younger than this (security rule S6). */
export const reauthMaxAgeMs = 15 * 60_000;

/** When a program proved that it is the customer in person. */
export const neverAuthenticated = millis(0);

export function isRecentlyAuthenticated(session: Pick<Session, 'authenticatedAt'>, at: number): boolean {
  return at - session.authenticatedAt < reauthMaxAgeMs;
}

/** How long a session that is used at this moment goes on when it is left alone from then on. */
export function computeSessionLeftMs({ createdAt }: Pick<Session, 'createdAt'>, at: number): number {
  return Math.max(0, Math.min(sessionIdleMs, createdAt + sessionLifeMs - at));
}

export class SessionService {
  readonly #database: Database;
  readonly #users: UserDirectory;
  readonly #keys: KeyGrants;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #cache = new Map<string, Cached>();
  readonly #watches: SessionWatches;
  /** Counts what was forgotten: a look-up that began before a change must not bring back what was. */
  #changes = 0;

  constructor(options: {
    readonly database: Database;
    readonly users: UserDirectory;
    readonly keys: KeyGrants;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#users = options.users;
    this.#keys = options.keys;
    this.#now = options.now;
    this.#log = options.log;
    this.#watches = new SessionWatches({
      sessionOf: async ({ token, address }) => (await this.#find(token, address))?.session ?? null,
      log: options.log,
    });
  }

  /**
   * Begins a customer's session, in the transaction of what granted it. Always a new token; the oldest session ends when there
   * would be more than ten.
   *
   * @returns the token, and what to call once that is committed
   */
  async begin(
    tx: Queryable,
    user: User,
    { origin, deviceId }: { readonly origin: Origin; readonly deviceId: string },
  ): Promise<{ readonly token: string; readonly settle: () => void }> {
    return this.#insert(tx, user, { origin, deviceId, apiKey: null });
  }

  /** Begins the session of a program that signed in with a key of the user's. Ten of one key, and only from this address. */
  async beginForKey(user: User, apiKey: string, origin: Origin): Promise<string> {
    const { token, settle } = await this.#database.transaction((tx) =>
      this.#insert(tx, user, { origin, deviceId: null, apiKey }),
    );
    settle();
    return token;
  }

  async #insert(
    tx: Queryable,
    { userId }: User,
    {
      origin,
      deviceId,
      apiKey,
    }: { readonly origin: Origin; readonly deviceId: string | null; readonly apiKey: string | null },
  ): Promise<{ readonly token: string; readonly settle: () => void }> {
    const token = createSessionToken();
    const { ended } = await insertSession(tx, {
      tokenHash: hashSecret(token),
      userId,
      at: millis(this.#now()),
      requestIp: origin.ip,
      agent: origin.agent,
      deviceId,
      apiKey,
      sessionsMax,
    });
    return { token, settle: () => this.#forgetHashes(ended.map(toKey)) };
  }

  /**
   * The session of a token; null when there is none, it expired, its user is locked, or it is an API key's and the key does
   * not let the address in any more.
   */
  resolve(token: string, address: string): Session | null | Promise<Session | null> {
    const found = this.#find(token, address);
    return found instanceof Promise ? found.then((one) => this.#use(one)) : this.#use(found);
  }

  /** Sessions of a user, the one that was used last first. */
  async list(userId: UserId): Promise<readonly OpenSession[]> {
    const at = this.#now();
    const rows = await listSessions(this.#database, userId, {
      createdAt: millis(at - sessionLifeMs),
      usedAt: millis(at - sessionIdleMs - touchEveryMs),
    });
    return rows
      .map(({ tokenHash, ...row }) => ({
        ...row,
        usedAt: this.#cache.get(toKey(tokenHash))?.usedAt ?? row.usedAt,
      }))
      .filter(({ usedAt }) => at - usedAt < sessionIdleMs)
      .toSorted((a, b) => b.usedAt - a.usedAt);
  }

  /**
   * Calls back once when the session of a token ends: by signing out, a lock, a new password, an ended key, or by itself. At
   * once when it is over already. To listen is not to use: it keeps no session alive.
   *
   * @param isEnough  whether the session may still do what it is needed for; any open one may without it
   * @returns stops that
   */
  onEnded(
    token: string,
    address: string,
    heard: () => void,
    isEnough: (session: Session) => boolean = () => true,
  ): () => void {
    return this.#watches.add({ token, address }, heard, isEnough);
  }

  /** Gives a session another token after its owner proved who they are; the old one is dead at once (security rule S3). */
  async renew(
    tx: Queryable,
    token: string,
  ): Promise<{ readonly token: string; readonly settle: () => void } | null> {
    const newToken = createSessionToken();
    const tokenHash = hashSecret(token);
    const isRenewed = await renewSession(tx, {
      tokenHash,
      newTokenHash: hashSecret(newToken),
      at: millis(this.#now()),
    });
    return isRenewed ? { token: newToken, settle: () => this.#forgetHashes([toKey(tokenHash)]) } : null;
  }

  async end(token: string): Promise<void> {
    if (!isSessionToken(token)) return;
    const hash = hashSecret(token);
    await deleteSession(this.#database, hash).finally(() => this.#forgetHashes([toKey(hash)]));
  }

  /** Ends one session of a user; null when there is none of theirs. Call `forget` once that is committed. */
  async endOne(
    tx: Queryable,
    userId: UserId,
    sessionId: string,
  ): Promise<{ readonly agent: string | null; readonly apiKey: string | null } | null> {
    return deleteListedSession(tx, userId, sessionId);
  }

  /** Ends every session of a user: after a lock or a new password. Call `forget` once that is committed. */
  async endAll(tx: Queryable, userId: UserId): Promise<void> {
    await deleteUserSessions(tx, userId);
  }

  /** Ends a user's sessions but one, or all of them. Call `forget` once that is committed. */
  async endOthers(on: Queryable, userId: UserId, keptSessionId: string | null): Promise<void> {
    await deleteOtherSessions(on, userId, keptSessionId);
  }

  /** Ends what an API key opened. Call `forgetKey` once that is committed. */
  async endAllForKey(on: Queryable, apiKey: string): Promise<void> {
    await deleteSessionsOfKey(on, apiKey);
  }

  /** Drops a key's sessions from memory, so that the table is asked again. */
  forgetKey(apiKey: string): void {
    this.#forgetThose((one) => one.apiKey === apiKey);
  }

  /** Drops a user's sessions from memory, so that the table is asked again. */
  forget(userId: UserId): void {
    this.#forgetThose((one) => one.userId === userId);
  }

  #forgetThose(
    isConcerned: (one: { readonly userId: UserId; readonly apiKey: string | null }) => boolean,
  ): void {
    this.#changes += 1;
    for (const [key, cached] of this.#cache) if (isConcerned(cached)) this.#cache.delete(key);
    this.#watches.recheck(isConcerned);
  }

  #forgetHashes(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#changes += 1;
    for (const key of keys) this.#cache.delete(key);
    this.#watches.recheck(({ key }) => keys.includes(key));
  }

  /** Removes sessions that ended by themselves from the table. */
  async sweep(): Promise<void> {
    const at = this.#now();
    await deleteStaleSessions(this.#database, {
      createdAt: millis(at - sessionLifeMs),
      usedAt: millis(at - sessionIdleMs - touchEveryMs),
    });
  }

  #find(token: string, address: string): Found | Promise<Found> {
    if (!isSessionToken(token)) return null;
    const cached = this.#cache.get(toSecretKey(token));
    const user = cached && this.#users.cached(cached.userId);
    if (!cached || !user) return this.#load(hashSecret(token), address);
    return this.#sessionOf(cached, user, address);
  }

  async #load(hash: Buffer, address: string): Promise<Found> {
    const changes = this.#changes;
    const record = await findSession(this.#database, hash);
    if (!record) return null;
    const user = await this.#users.get(record.userId);
    if (!user) return null;
    const key = toKey(hash);
    const cached = this.#cache.get(key) ?? { hash, ...record, savedAt: record.usedAt };
    const found = await this.#sessionOf(cached, user, address);
    if (found && changes === this.#changes) this.#remember(cached);
    return found;
  }

  #sessionOf(cached: Cached, user: User, address: string): Found | Promise<Found> {
    const { apiKey } = cached;
    if (apiKey === null) return this.#openSession(cached, user, null);
    if (cached.requestIp !== address) return null;
    const grant = this.#keys.findGrant({ apiKey, owner: user.userId, address });
    return grant instanceof Promise
      ? grant.then((granted) => granted && this.#openSession(cached, user, granted))
      : grant && this.#openSession(cached, user, grant);
  }

  #openSession(cached: Cached, user: User, grant: KeyGrant | null): Found {
    const at = millis(this.#now());
    if (
      at - cached.createdAt >= sessionLifeMs ||
      at - cached.usedAt >= sessionIdleMs ||
      user.lockedAt !== null
    ) {
      this.#cache.delete(toKey(cached.hash));
      return null;
    }
    const { sessionId, createdAt, provedAt } = cached;
    // A key is no proof of who holds it.
    const session = {
      sessionId,
      user,
      createdAt,
      authenticatedAt: grant ? neverAuthenticated : provedAt,
      key: grant,
    };
    return { cached, session };
  }

  #use(found: Found): Session | null {
    if (found === null) return null;
    const { cached, session } = found;
    const at = millis(this.#now());
    cached.usedAt = at;
    if (at - cached.savedAt >= touchEveryMs) this.#save(cached, at);
    return session;
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
    this.#cache.set(toKey(cached.hash), cached);
  }
}

function toKey(hash: Buffer): string {
  return hash.toString('base64');
}
