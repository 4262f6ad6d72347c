/**
 * API keys as they are now, for the requests that come with one. The table is the truth; what was read of it is kept in
 * memory until the key changes, so that a change counts from the next request on (security rule G10).
 */
import { millis } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findApiKey, touchApiKey } from '@salar/store/tables/sign-in/api-keys';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { Log } from '../ports/log.ts';
import { createAddressCheck } from '@salar/protocol/address-list';

export type KnownKey = {
  readonly apiKey: string;
  readonly userId: UserId;
  readonly secret: string;
  readonly permissions: readonly string[];
  readonly isAllowedFrom: (address: string) => boolean;
  /** It takes no signature but that of one request. */
  readonly signedRequestsOnly: boolean;
  /** The stored time of last use, at most a minute behind. */
  usedAt: Millis | null;
};

const keyPattern = /^[0-9a-f]{32}$/;
/** Keys kept in memory; others are read again. */
const cacheSize = 20_000;
const touchEveryMs = 60_000;

/** True for a text that could be one of our keys; others are not worth a look-up. */
export function isApiKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Where a key's secret stands, as the associated data of its seal. */
export function buildSecretContext(apiKey: string): string {
  return `api_key/${apiKey}`;
}

export class ApiKeyStore {
  readonly #database: Database;
  readonly #box: SealedBox;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #cache = new Map<string, KnownKey>();
  /** Counts what was forgotten: a look-up that began before a change must not bring back what was. */
  #changes = 0;

  constructor(options: {
    readonly database: Database;
    readonly box: SealedBox;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#box = options.box;
    this.#now = options.now;
    this.#log = options.log;
  }

  /** The key, null when there is none. Without waiting when it was seen before. */
  find(apiKey: string): KnownKey | null | Promise<KnownKey | null> {
    if (!isApiKey(apiKey)) return null;
    return this.#cache.get(apiKey) ?? this.#load(apiKey);
  }

  /** Call it after every change of a key, once the change is committed. */
  forget(apiKey: string): void {
    this.#changes += 1;
    this.#cache.delete(apiKey);
  }

  /** Notes that a key was used. Not waited for: nothing depends on it. */
  touch(key: KnownKey): void {
    const at = millis(this.#now());
    if (key.usedAt !== null && at - key.usedAt < touchEveryMs) return;
    key.usedAt = at;
    touchApiKey(this.#database, key.apiKey, at).catch((error: unknown) => {
      this.#log.warn({ error: String(error) }, 'the time of last use of an API key was not stored');
    });
  }

  async #load(apiKey: string): Promise<KnownKey | null> {
    const changes = this.#changes;
    const row = await findApiKey(this.#database, apiKey);
    if (row === null) return null;
    const known = this.#knownOf(row);
    if (changes === this.#changes) this.#remember(known);
    return known;
  }

  #knownOf(row: ApiKeyRow): KnownKey {
    const { apiKey, userId, sealedSecret, permissions, addresses, signedRequestsOnly, lastUsedAt } = row;
    const secret = this.#box.open(sealedSecret, buildSecretContext(apiKey)).toString('utf8');
    return {
      apiKey,
      userId,
      secret,
      permissions,
      isAllowedFrom: createAddressCheck(addresses),
      signedRequestsOnly,
      usedAt: lastUsedAt,
    };
  }

  #remember(known: KnownKey): void {
    const oldest = this.#cache.size < cacheSize ? undefined : this.#cache.keys().next().value;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(known.apiKey, known);
  }
}
