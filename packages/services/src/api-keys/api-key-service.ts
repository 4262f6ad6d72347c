/**
 * A customer's API keys: created, listed, changed and deleted by the customer in person (security rule K3). Every change
 * applies from the next request of the key on and is written to the security log.
 */
import { randomBytes } from 'node:crypto';
import type { Product } from '@salar/engine';
import { accept, millis, refuse } from '@salar/protocol';
import type { Minor, Result, SecurityAction } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  countApiKeys,
  deleteApiKey,
  insertApiKey,
  listApiKeys,
  lockOwnApiKey,
  replaceApiKeyTerms,
} from '@salar/store/tables/sign-in/api-keys';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';
import type { User } from '@salar/store/tables/customers/users';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { isWiderList, readAddressList } from '@salar/protocol/address-list';
import type { ReadAddressList } from '@salar/protocol/address-list';
import { toProvableKey } from './api-key-proof.ts';
import { buildSecretContext } from './api-key-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { KeyPermission } from './key-permissions.ts';
import { formatTerms, isHigherLimit, orderPermissions } from './key-terms.ts';
import type { KeyTerms } from './key-terms.ts';

/** The most keys of one customer. */
const apiKeysMax = 20;
const secretBytes = 32;
/** Clients of the family expect secrets of this length (wire-protocol 1.3). */
const familySecretBytes = 16;

/** `dailyNotional` is the limit in effect: what its owner chose, or the exchange's default. */
export type ApiKey = Pick<ApiKeyRow, 'apiKey' | 'signedRequestsOnly' | keyof KeyTerms>;
/**
 * A key with its secret, which is shown once.
 *
 * `nonce`: a whole number to sign the first request with; the time of creation in milliseconds.
 */
export type NewApiKey = ApiKey & { readonly secret: string; readonly nonce: number };
export type AddressesRefused = Extract<ReadAddressList, { ok: false }>;

/** The customer who makes a change, and where the request comes from. */
type By = { readonly user: User; readonly origin: Origin };
type ByAndKey = By & { readonly apiKey: string };

type ApiKeyServiceOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  readonly store: ApiKeyStore;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
  /** The limit of keys whose owners chose none; null for no limit. */
  readonly keyDailyNotional: Minor | null;
  /** Finds the product of the limits; null before it is defined. */
  readonly notionalProduct: () => Product | null;
  readonly now: () => number;
};

export class ApiKeyService {
  readonly #options: ApiKeyServiceOptions;

  constructor(options: ApiKeyServiceOptions) {
    this.#options = options;
  }

  /** Lists keys, oldest first. */
  async list(user: User): Promise<readonly ApiKey[]> {
    const rows = await listApiKeys(this.#options.database, user.userId);
    return rows.map((row) => this.#toApiKey(row));
  }

  /** @param request.addresses  as the customer typed them; an empty list allows any address */
  async add(
    request: By & {
      readonly permissions: readonly KeyPermission[];
      readonly addresses: readonly string[];
      /** True when the key accepts signed requests only, not the family's signature, with which no key withdraws. */
      readonly signedRequestsOnly: boolean;
      /** The most that it trades in a day, in minor units of the notional product; null for the exchange's default. */
      readonly dailyNotional: Minor | null;
      /** Called with the new key within its transaction. */
      readonly onAdded?: (tx: Queryable, key: NewApiKey) => Promise<void>;
    },
  ): Promise<{ readonly ok: true; readonly value: NewApiKey } | AddressesRefused | KeyNotAdded> {
    const { user, origin, signedRequestsOnly, dailyNotional, onAdded } = request;
    const addresses = readAddressList(request.addresses);
    if (!addresses.ok) return addresses;
    if (!signedRequestsOnly && request.permissions.includes('Withdraw'))
      return refuse('withdraw_needs_signed_requests');
    const apiKey = randomBytes(16).toString('hex');
    const secret = randomBytes(signedRequestsOnly ? secretBytes : familySecretBytes).toString('hex');
    const permissions = orderPermissions(request.permissions);
    const key = { apiKey, permissions, addresses: addresses.value, signedRequestsOnly, dailyNotional };
    const createdAt = millis(this.#options.now());
    const created = { ...this.#toApiKey(key), secret, nonce: Number(createdAt) };
    return this.#options.database.transaction(async (tx) => {
      if (!(await this.#options.records.lockUnchanged(tx, user))) return refuse('customer_changed');
      if ((await countApiKeys(tx, user.userId)) >= apiKeysMax) return refuse('too_many_keys');
      const { box, macs } = this.#options;
      const sealedSecret = box.seal(Buffer.from(secret), buildSecretContext(apiKey));
      const row = { ...key, userId: user.userId, sealedSecret, createdAt };
      await insertApiKey(tx, { ...row, mac: macs.compute(toProvableKey(row)) });
      await this.#record(tx, 'api_key_added', { user, origin, apiKey }, this.#format(key));
      await onAdded?.(tx, created);
      return accept(created);
    });
  }

  /**
   * @param request.addresses  as the customer typed them; an empty list allows any address
   * @param request.isProved  whether the customer has re-authenticated recently, which a wider list requires
   */
  async replaceAddresses(
    request: ByAndKey & { readonly addresses: readonly string[]; readonly isProved: boolean },
  ): Promise<Result<ApiKey, 'key_unknown'> | Result<ApiKey, 'proof_needed'> | AddressesRefused> {
    const addresses = readAddressList(request.addresses);
    if (!addresses.ok) return addresses;
    return this.#change(request, (before) =>
      isWiderList(addresses.value, before.addresses) && !request.isProved
        ? refuse('proof_needed')
        : accept({ ...before, addresses: addresses.value }),
    );
  }

  /**
   * Changes the most that a key trades in a day.
   *
   * @param request.dailyNotional  in minor units of the notional product; null for the exchange's default
   * @param request.isProved  whether the customer has re-authenticated recently, which a higher limit requires
   */
  async changeDailyNotional(
    request: ByAndKey & { readonly dailyNotional: Minor | null; readonly isProved: boolean },
  ): Promise<Result<ApiKey, 'key_unknown' | 'proof_needed'>> {
    const { dailyNotional, isProved } = request;
    const { keyDailyNotional } = this.#options;
    return this.#change(request, (before) =>
      isHigherLimit(dailyNotional ?? keyDailyNotional, before.dailyNotional ?? keyDailyNotional) && !isProved
        ? refuse('proof_needed')
        : accept({ ...before, dailyNotional }),
    );
  }

  /** Adding a permission that the key already has is accepted. */
  async addPermission(
    request: ByAndKey & { readonly permission: KeyPermission },
  ): Promise<Result<ApiKey, 'key_unknown' | 'withdraw_needs_signed_requests'>> {
    return this.#change(request, (before) =>
      request.permission === 'Withdraw' && !before.signedRequestsOnly
        ? refuse('withdraw_needs_signed_requests')
        : accept({ ...before, permissions: orderPermissions([...before.permissions, request.permission]) }),
    );
  }

  /** Removing a permission that the key does not have is accepted. A key without permissions can do nothing. */
  async removePermission(
    request: ByAndKey & { readonly permission: KeyPermission },
  ): Promise<Result<ApiKey, 'key_unknown'>> {
    return this.#change(request, (before) =>
      accept({ ...before, permissions: before.permissions.filter((one) => one !== request.permission) }),
    );
  }

  /** Deletes a key and ends the sessions that it opened. */
  async remove(request: ByAndKey): Promise<Result<null, 'key_unknown'>> {
    const { user, apiKey } = request;
    const work = this.#options.database.transaction(async (tx) => {
      if (!(await deleteApiKey(tx, { userId: user.userId, apiKey }))) return false;
      await this.#options.sessions.endAllForKey(tx, apiKey);
      await this.#record(tx, 'api_key_removed', request);
      return true;
    });
    const isRemoved = await work.finally(() => this.#forget(apiKey));
    return isRemoved ? accept(null) : refuse('key_unknown');
  }

  /**
   * Deletes keys of a customer in the transaction of a new password: an attacker who had the account may have created them. They
   * get no mails of their own.
   *
   * @param isEnded  decides for each key
   * @returns the keys, and a function to call once the transaction ended
   */
  async removeMatching(
    tx: Queryable,
    { user, origin }: By,
    isEnded: (key: ApiKeyRow) => boolean,
  ): Promise<{
    readonly removed: readonly string[];
    readonly kept: readonly string[];
    readonly settle: () => void;
  }> {
    const keys = await listApiKeys(tx, user.userId);
    const removed = keys.filter(isEnded).map(({ apiKey }) => apiKey);
    const kept = keys.map(({ apiKey }) => apiKey).filter((apiKey) => !removed.includes(apiKey));
    for (const apiKey of removed) {
      await deleteApiKey(tx, { userId: user.userId, apiKey });
      await this.#options.sessions.endAllForKey(tx, apiKey);
      const object = shownKey(apiKey);
      const entry = { user, action: 'api_key_removed', origin, object, hasOwnMail: false } as const;
      await this.#options.securityLog.record(tx, entry);
    }
    return { removed, kept, settle: () => removed.forEach((apiKey) => this.#forget(apiKey)) };
  }

  async #change<Refusal extends string = never>(
    request: ByAndKey,
    termsAfter: (before: ApiKeyRow) => Result<KeyTerms, Refusal>,
  ): Promise<Result<ApiKey, Refusal | 'key_unknown'>> {
    const { user, apiKey } = request;
    const work = this.#options.database.transaction(async (tx) => {
      if (!(await this.#options.records.lockUnchanged(tx, user))) return refuse('key_unknown');
      const before = await lockOwnApiKey(tx, { userId: user.userId, apiKey });
      const { macs } = this.#options;
      if (before === null || !macs.isProved(toProvableKey(before), before.mac)) return refuse('key_unknown');
      const changed = termsAfter(before);
      if (!changed.ok) return changed;
      const { permissions, addresses, dailyNotional } = changed.value;
      const after = { ...before, permissions, addresses, dailyNotional };
      if (this.#format(after) === this.#format(before)) return accept(this.#toApiKey(before));
      await replaceApiKeyTerms(tx, apiKey, { ...after, mac: macs.compute(toProvableKey(after)) });
      await this.#record(tx, 'api_key_changed', request, this.#format(after));
      return accept(this.#toApiKey(after));
    });
    return work.finally(() => this.#forget(apiKey));
  }

  #toApiKey({ apiKey, permissions, addresses, signedRequestsOnly, dailyNotional }: ApiKey): ApiKey {
    const limit = dailyNotional ?? this.#options.keyDailyNotional;
    return { apiKey, permissions, addresses, signedRequestsOnly, dailyNotional: limit };
  }

  #format(terms: KeyTerms): string {
    return formatTerms(terms, this.#options.notionalProduct());
  }

  #forget(apiKey: string): void {
    this.#options.store.forget(apiKey);
    this.#options.sessions.forgetKey(apiKey);
  }

  async #record(
    tx: Queryable,
    action: SecurityAction,
    { user, origin, apiKey }: ByAndKey,
    detail?: string,
  ): Promise<void> {
    const object = shownKey(apiKey);
    await this.#options.securityLog.record(tx, {
      user,
      action,
      origin,
      object,
      ...(detail !== undefined && { detail }),
    });
  }
}

/** `customer_changed`: the customer was locked or has a new password since the request began. */
type KeyNotAdded =
  | { readonly ok: false; readonly refusal: 'too_many_keys' }
  | { readonly ok: false; readonly refusal: 'customer_changed' }
  | { readonly ok: false; readonly refusal: 'withdraw_needs_signed_requests' };

/** Shortens a key to what lists, mails and the security log show. */
export function shownKey(apiKey: string): string {
  return apiKey.slice(0, 8);
}
