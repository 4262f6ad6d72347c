/**
 * Sessions: resolves a token to its customer.
 *
 * A token that was seen before is resolved from memory without waiting; the table is the source of truth, read once for each
 * token and written when a session begins, ends, or was used for a minute.
 */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { millis } from '@salar/protocol';
import type { Millis, Minor, UserId } from '@salar/protocol';
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
  lockSession,
  renewSession,
  touchSession,
} from '@salar/store/tables/sign-in/sessions';
import type { SessionRecord } from '@salar/store/tables/sign-in/sessions';
import type { User } from '@salar/store/tables/customers/users';
import { isClosed } from '../accounts/closed-accounts.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { isSessionToken, createSessionToken, hashSecret, toSecretKey } from '../crypto/tokens.ts';
import { toProvableSession } from './session-proof.ts';
import { SessionWatches } from './session-watches.ts';

const sessionIdleMs = 60 * 60_000;
const sessionLifeMs = 12 * 60 * 60_000;
const sessionsMax = 10; // for each user; the oldest ends
/** How stale the stored time of last use may be. */
const touchEveryMs = 60_000;
/** Sessions kept in memory, those used last; others are read from the table. */
const cacheSize = 50_000;

/** The current permissions of an API key. */
export type KeyGrant = {
  readonly apiKey: string;
  readonly permissions: readonly string[];
  /** False when the key is accepted from any address. */
  readonly hasAddresses: boolean;
  /** The most that it trades in a day, in minor units of the notional product; null for no limit. */
  readonly dailyNotional: Minor | null;
};

/** Finds grants of API keys: a session opened by a key has the key's current permissions, and ends with it. */
export interface KeyGrants {
  /** Returns null when the key is gone, has another owner, or does not allow the address. */
  findGrant(request: {
    readonly apiKey: string;
    readonly owner: UserId;
    readonly address: string;
  }): KeyGrant | null | Promise<KeyGrant | null>;
}

export type Session = {
  /** The id by which it is listed and ended; not a secret. */
  readonly sessionId: string;
  readonly user: User;
  readonly createdAt: Millis;
  /** When the customer last authenticated, by signing in or by re-authentication. */
  readonly authenticatedAt: Millis;
  /** The address where its customer opened it or last re-authenticated; null for one signed request. */
  readonly requestIp: string | null;
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
  /** The address that opened it: an API key's session is valid only from there (security rule S2). */
  readonly requestIp: string | null;
  /** Once it was used; null before. */
  token: string | null;
  usedAt: Millis;
  savedAt: Millis;
};

/** An open session that was found, with its cache entry. */
type Found = { readonly cached: Cached; readonly session: Session } | null;

/** A session as its owner sees it. */
export type OpenSession = {
  readonly sessionId: string;
  readonly createdAt: Millis;
  readonly usedAt: Millis;
  readonly agent: string | null;
  readonly requestIp: string | null;
  readonly apiKey: string | null;
};

/** Account changes require a re-authentication younger than this (security rule S6). */
const reauthMaxAgeMs = 15 * 60_000;

/** The authentication time of programs, which are never the customer in person. */
export const neverAuthenticated = millis(0);

export function isRecentlyAuthenticated(session: Pick<Session, 'authenticatedAt'>, at: number): boolean {
  return at - session.authenticatedAt < reauthMaxAgeMs;
}

/** Computes how long a session that is used now lasts without further use. */
export function computeSessionLeftMs({ createdAt }: Pick<Session, 'createdAt'>, at: number): number {
  return Math.max(0, Math.min(sessionIdleMs, createdAt + sessionLifeMs - at));
}

type SessionServiceOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly keys: KeyGrants;
  readonly macs: RowMacs;
  readonly now: () => number;
  readonly log: Log;
};

export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #cache = new LRUCache<string, Cached>({
    max: cacheSize,
    dispose: ({ token }) => {
      if (token !== null) this.#keys.delete(token);
    },
  });
  /**
   * Keys of the tokens of cached sessions: hashing a token costs more than everything else about finding its session. A
   * token leaves with its session.
   */
  readonly #keys = new Map<string, string>();
  readonly #watches: SessionWatches;
  /** Counts invalidations: a look-up that began before a change must not put the old row back. */
  #changes = 0;
  /** The sessions that are being loaded, by key and address, each with the number of changes when that began. */
  readonly #loads = new Map<string, { readonly changes: number; readonly found: Promise<Found> }>();

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#watches = new SessionWatches({
      findSession: async ({ token, address }) => (await this.#find(token, address))?.session ?? null,
      log: options.log,
    });
  }

  /**
   * Begins a customer's session, in the transaction of its grant. Always with a new token; with more than ten sessions the
   * oldest one ends.
   *
   * @returns the token, and a function to call once the transaction is committed
   */
  async begin(
    tx: Queryable,
    user: User,
    { origin, deviceId }: { readonly origin: Origin; readonly deviceId: string | null },
  ): Promise<{ readonly token: string; readonly settle: () => void }> {
    return this.#insert(tx, user, { origin, deviceId, apiKey: null });
  }

  /** Begins the session of a program that signed in with a key of the user. At most ten per key, valid only from this address. */
  async beginForKey(user: User, apiKey: string, origin: Origin): Promise<string> {
    const { token, settle } = await this.#options.database.transaction((tx) =>
      this.#insert(tx, user, { origin, deviceId: null, apiKey }),
    );
    settle();
    return token;
  }

  async #insert(
    tx: Queryable,
    { userId, passwordVersion }: User,
    {
      origin,
      deviceId,
      apiKey,
    }: { readonly origin: Origin; readonly deviceId: string | null; readonly apiKey: string | null },
  ): Promise<{ readonly token: string; readonly settle: () => void }> {
    const token = createSessionToken();
    const tokenHash = hashSecret(token);
    const at = millis(this.#options.now());
    const { ip: requestIp, agent } = origin;
    const row = { sessionId: randomUUID(), userId, createdAt: at, provedAt: at, apiKey, requestIp };
    const mac = this.#options.macs.compute(toProvableSession(row, tokenHash, passwordVersion));
    const ended = await insertSession(tx, { ...row, tokenHash, agent, deviceId, mac, sessionsMax });
    return { token, settle: () => this.#forgetHashes(ended.map(toKey)) };
  }

  /**
   * Resolves a token; null when there is no session, it expired, its user is locked, or it belongs to an API key that no
   * longer allows the address.
   */
  resolve(token: string, address: string): Session | null | Promise<Session | null> {
    const found = this.#find(token, address);
    return found instanceof Promise ? found.then((one) => this.#use(one)) : this.#use(found);
  }

  /** Returns true when a token is resolved without the database. */
  isInMemory(token: string): boolean {
    return this.#keys.has(token) || !isSessionToken(token) || this.#cache.has(toSecretKey(token));
  }

  /** Lists the sessions of a user, the last used one first. */
  async list(userId: UserId): Promise<readonly OpenSession[]> {
    const at = this.#options.now();
    const rows = await listSessions(this.#options.database, userId, {
      createdAt: millis(at - sessionLifeMs),
      usedAt: millis(at - sessionIdleMs - touchEveryMs),
    });
    return rows
      .map(({ tokenHash, ...row }) => ({
        ...row,
        usedAt: this.#cache.peek(toKey(tokenHash))?.usedAt ?? row.usedAt,
      }))
      .filter(({ usedAt }) => at - usedAt < sessionIdleMs)
      .toSorted((a, b) => b.usedAt - a.usedAt);
  }

  /**
   * Calls the listener once when the session of a token ends: by sign-out, a lock, a new password, a removed key, or expiry; at
   * once when it is over already. Listening is not use: it keeps no session alive.
   *
   * @param isEnough  checks that the session still has the needed permission; any open session is enough by default
   * @returns a function that unsubscribes
   */
  onEnded(
    token: string,
    address: string,
    listener: () => void,
    isEnough: (session: Session) => boolean = () => true,
  ): () => void {
    return this.#watches.add({ token, address }, listener, isEnough);
  }

  /**
   * Replaces the token of a session after a re-authentication; the old token is invalid at once (security rule S3).
   *
   * @param how  where the customer re-authenticated: the session belongs there from then on; or the version of a new password:
   *   the session continues with it, and it does not count as a re-authentication
   */
  async renew(
    tx: Queryable,
    user: User,
    token: string,
    how: { readonly requestIp: string } | { readonly passwordVersion: number },
  ): Promise<{ readonly token: string; readonly settle: () => void } | null> {
    const newToken = createSessionToken();
    const tokenHash = hashSecret(token);
    const record = await lockSession(tx, tokenHash);
    if (record?.userId !== user.userId || !this.#isProved(record, tokenHash, user)) return null;
    const at = millis(this.#options.now());
    const newTokenHash = hashSecret(newToken);
    const { provedAt, requestIp, passwordVersion } =
      'requestIp' in how
        ? { ...how, provedAt: at, passwordVersion: user.passwordVersion }
        : { ...how, provedAt: record.provedAt, requestIp: record.requestIp };
    const renewed = toProvableSession({ ...record, provedAt, requestIp }, newTokenHash, passwordVersion);
    const mac = this.#options.macs.compute(renewed);
    await renewSession(tx, { tokenHash, newTokenHash, at: provedAt, requestIp, mac });
    return { token: newToken, settle: () => this.#forgetHashes([toKey(tokenHash)]) };
  }

  async end(token: string): Promise<void> {
    if (!isSessionToken(token)) return;
    const hash = hashSecret(token);
    await deleteSession(this.#options.database, hash).finally(() => this.#forgetHashes([toKey(hash)]));
  }

  /** Ends one session of a user; null when the user has no such session. Call `forget` after the commit. */
  async endOne(
    tx: Queryable,
    userId: UserId,
    sessionId: string,
  ): Promise<{ readonly agent: string | null; readonly apiKey: string | null } | null> {
    return deleteListedSession(tx, userId, sessionId);
  }

  /** Ends every session of a user: after a lock or a new password. Call `forget` after the commit. */
  async endAll(tx: Queryable, userId: UserId): Promise<void> {
    await deleteUserSessions(tx, userId);
  }

  /** Ends a user's sessions except one, or all of them. Call `forget` after the commit. */
  async endOthers(on: Queryable, userId: UserId, keptSessionId: string | null): Promise<void> {
    await deleteOtherSessions(on, userId, keptSessionId);
  }

  /** Ends the sessions that an API key opened. Call `forgetKey` after the commit. */
  async endAllForKey(on: Queryable, apiKey: string): Promise<void> {
    await deleteSessionsOfKey(on, apiKey);
  }

  /** Drops a key's sessions from memory, so that the table is read again. */
  forgetKey(apiKey: string): void {
    this.#forgetMatching((one) => one.apiKey === apiKey);
  }

  /** Drops a user's sessions from memory, so that the table is read again. */
  forget(userId: UserId): void {
    this.#forgetMatching((one) => one.userId === userId);
  }

  #forgetMatching(
    isConcerned: (one: { readonly userId: UserId; readonly apiKey: string | null }) => boolean,
  ): void {
    this.#changes += 1;
    const concerned = [...this.#cache.entries()].filter(([, cached]) => isConcerned(cached));
    for (const [key] of concerned) this.#cache.delete(key);
    this.#watches.recheck(isConcerned);
  }

  #forgetHashes(keys: readonly string[]): void {
    if (keys.length === 0) return;
    this.#changes += 1;
    for (const key of keys) this.#cache.delete(key);
    this.#watches.recheck(({ key }) => keys.includes(key));
  }

  /** Deletes expired sessions from the table. */
  async sweep(): Promise<void> {
    const at = this.#options.now();
    await deleteStaleSessions(this.#options.database, {
      createdAt: millis(at - sessionLifeMs),
      usedAt: millis(at - sessionIdleMs - touchEveryMs),
    });
  }

  #find(token: string, address: string): Found | Promise<Found> {
    const known = this.#keys.get(token);
    if (known === undefined && !isSessionToken(token)) return null;
    const key = known ?? toSecretKey(token);
    const cached = this.#cache.get(key);
    if (cached && known === undefined) this.#rememberKey(token, key, cached);
    const user = cached && this.#options.users.cached(cached.userId);
    if (!cached || !user) return this.#loadOnce(token, key, address);
    return this.#toSession(cached, user, address);
  }

  /**
   * Loads a session once for all requests that wait for it, so that they go on in their order. A request that comes after a session
   * has changed does not wait for what was read before.
   */
  #loadOnce(token: string, key: string, address: string): Promise<Found> {
    const name = `${key} ${address}`;
    const running = this.#loads.get(name);
    if (running?.changes === this.#changes) return running.found;
    const found = this.#load(hashSecret(token), address).finally(() => {
      if (this.#loads.get(name)?.found === found) this.#loads.delete(name);
    });
    this.#loads.set(name, { changes: this.#changes, found });
    return found;
  }

  #rememberKey(token: string, key: string, cached: Cached): void {
    // A copy: a part of a text would keep the whole request in memory.
    cached.token = Buffer.from(token).toString('latin1');
    this.#keys.set(cached.token, key);
  }

  async #load(hash: Buffer, address: string): Promise<Found> {
    const changes = this.#changes;
    const record = await findSession(this.#options.database, hash);
    if (!record) return null;
    const user = await this.#options.users.get(record.userId);
    if (!user || !this.#isProved(record, hash, user)) return null;
    const key = toKey(hash);
    const cached = this.#cache.get(key) ?? { hash, ...record, token: null, savedAt: record.usedAt };
    const found = await this.#toSession(cached, user, address);
    if (found && changes === this.#changes) this.#cache.set(key, cached);
    return found;
  }

  #isProved(record: SessionRecord, tokenHash: Buffer, { passwordVersion }: User): boolean {
    return this.#options.macs.isProved(toProvableSession(record, tokenHash, passwordVersion), record.mac);
  }

  #toSession(cached: Cached, user: User, address: string): Found | Promise<Found> {
    const { apiKey } = cached;
    if (apiKey === null) return this.#openSession(cached, user, null);
    if (cached.requestIp !== address) return null;
    const grant = this.#options.keys.findGrant({ apiKey, owner: user.userId, address });
    return grant instanceof Promise
      ? grant.then((granted) => granted && this.#openSession(cached, user, granted))
      : grant && this.#openSession(cached, user, grant);
  }

  #openSession(cached: Cached, user: User, grant: KeyGrant | null): Found {
    const at = millis(this.#options.now());
    if (at - cached.createdAt >= sessionLifeMs || at - cached.usedAt >= sessionIdleMs || isClosed(user)) {
      this.#cache.delete(toKey(cached.hash));
      return null;
    }
    const { sessionId, createdAt, provedAt, requestIp } = cached;
    // A key does not prove who holds it.
    const session = {
      sessionId,
      user,
      createdAt,
      authenticatedAt: grant ? neverAuthenticated : provedAt,
      requestIp,
      key: grant,
    };
    return { cached, session };
  }

  #use(found: Found): Session | null {
    if (found === null) return null;
    const { cached, session } = found;
    const at = millis(this.#options.now());
    cached.usedAt = at;
    if (at - cached.savedAt >= touchEveryMs) this.#save(cached, at);
    return session;
  }

  /** Stores the time of last use. Not awaited: losing it only makes the session end a minute earlier after a restart. */
  #save(cached: Cached, at: Millis): void {
    cached.savedAt = at;
    touchSession(this.#options.database, cached.hash, at).catch((error: unknown) => {
      this.#options.log.warn({ error: String(error) }, 'failed to store the time of last use of a session');
    });
  }
}

function toKey(hash: Buffer): string {
  return hash.toString('base64');
}
