/**
 * Current API keys, for the requests that carry one. The table is the source of truth; what was read from it stays in memory
 * until the key changes, so that a change applies from the next request on (security rule G10).
 */
import { LRUCache } from 'lru-cache';
import { millis } from '@salar/protocol';
import type { Millis, Minor, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findApiKey, touchApiKey } from '@salar/store/tables/sign-in/api-keys';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Log } from '../ports/log.ts';
import { createAddressCheck } from '@salar/protocol/address-list';
import { toProvableKey } from './api-key-proof.ts';

export type KnownKey = {
  readonly apiKey: string;
  readonly userId: UserId;
  readonly secret: string;
  /** The permissions in effect: a key that accepts the family's signature never has Withdraw, nor does one from before that rule. */
  readonly permissions: readonly string[];
  readonly isAllowedFrom: (address: string) => boolean;
  /** True when it has a list of addresses. */
  readonly hasAddresses: boolean;
  /** True when the key accepts no signature but that of a single request. */
  readonly signedRequestsOnly: boolean;
  /** The limit in effect; null for none. */
  readonly dailyNotional: Minor | null;
  /** The stored time of the last use, at most a minute behind. */
  usedAt: Millis | null;
};

const keyPattern = /^[0-9a-f]{32}$/;
/** Keys kept in memory, those used last; others are read from the table. */
const cacheSize = 20_000;
const touchEveryMs = 60_000;

/** Returns true for a text that could be one of our keys; other texts need no look-up. */
function isApiKey(text: string): boolean {
  return keyPattern.test(text);
}

/** Builds the associated data under which a key's secret is sealed. */
export function buildSecretContext(apiKey: string): string {
  return `api_key/${apiKey}`;
}

type ApiKeyStoreOptions = {
  readonly database: Database;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  /** The limit of keys whose owners chose none. */
  readonly keyDailyNotional: Minor | null;
  readonly now: () => number;
  readonly log: Log;
};

export class ApiKeyStore {
  readonly #options: ApiKeyStoreOptions;
  readonly #cache = new LRUCache<string, KnownKey>({ max: cacheSize });
  /** Counts invalidations: a look-up that began before a change must not put the old row back. */
  #changes = 0;

  constructor(options: ApiKeyStoreOptions) {
    this.#options = options;
  }

  /** Returns the key, or null when it does not exist; without waiting when it is in memory. */
  find(apiKey: string): KnownKey | null | Promise<KnownKey | null> {
    if (!isApiKey(apiKey)) return null;
    return this.#cache.get(apiKey) ?? this.#load(apiKey);
  }

  /** Returns true when a key is found without the database. */
  isInMemory(apiKey: string): boolean {
    return !isApiKey(apiKey) || this.#cache.has(apiKey);
  }

  /** Drops a key from memory; call it after every committed change of the key. */
  forget(apiKey: string): void {
    this.#changes += 1;
    this.#cache.delete(apiKey);
  }

  /** Stores the time of last use. Not awaited: nothing depends on it. */
  touch(key: KnownKey): void {
    const at = millis(this.#options.now());
    if (key.usedAt !== null && at - key.usedAt < touchEveryMs) return;
    key.usedAt = at;
    touchApiKey(this.#options.database, key.apiKey, at).catch((error: unknown) => {
      this.#options.log.warn({ error: String(error) }, 'failed to store the time of last use of an API key');
    });
  }

  async #load(apiKey: string): Promise<KnownKey | null> {
    const changes = this.#changes;
    const row = await findApiKey(this.#options.database, apiKey);
    if (row === null || !this.#options.macs.isProved(toProvableKey(row), row.mac)) return null;
    const known = this.#toKnownKey(row);
    if (changes === this.#changes) this.#cache.set(apiKey, known);
    return known;
  }

  #toKnownKey(row: ApiKeyRow): KnownKey {
    const { apiKey, userId, sealedSecret, permissions, addresses, signedRequestsOnly, lastUsedAt } = row;
    const secret = this.#options.box.open(sealedSecret, buildSecretContext(apiKey)).toString('utf8');
    return {
      apiKey,
      userId,
      secret,
      permissions: signedRequestsOnly ? permissions : permissions.filter((one) => one !== 'Withdraw'),
      isAllowedFrom: createAddressCheck(addresses),
      hasAddresses: addresses.length > 0,
      signedRequestsOnly,
      dailyNotional: row.dailyNotional ?? this.#options.keyDailyNotional,
      usedAt: lastUsedAt,
    };
  }
}
