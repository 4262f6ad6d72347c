/**
 * Authenticates programs, by a signature on one request or by a session that a signature opened. An unknown key, a wrong
 * signature, another customer's id and an address outside the key's list get the same answer (security rule G3).
 */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import { isClosed } from '../accounts/closed-accounts.ts';
import type { RefusedCredentials } from '../accounts/refused-credentials.ts';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { KeyGrant, KeyGrants } from '../sessions/session-service.ts';
import { shownKey } from './api-key-service.ts';
import type { ApiKeyStore, KnownKey } from './api-key-store.ts';
import { isKeySignatureValid } from './key-signature.ts';
import type { KeyCredentials } from './key-signature.ts';
import type { KeyNetworks } from './key-networks.ts';
import type { NonceCache } from './nonce-cache.ts';
import { isRequestSignatureValid, isTimely } from './request-signature.ts';
import type { RequestSignature } from './request-signature.ts';

/** Either form of signing. */
export type SignedCredentials = KeyCredentials | RequestSignature;

type Signer = { readonly user: User; readonly key: KeyGrant };
/** The use of a signature: it authenticates one request, or opens a session. */
type SignedPurpose = 'request' | 'sign_in';
/** `owner_locked` is returned only to callers who have the secret. */
export type SignerRefusal = 'key_refused' | 'owner_locked';
type Signed = Result<Signer, SignerRefusal>;

/** Checked for unknown keys, so that they take the same time. */
const noSecret = '0'.repeat(64);

type KeyAuthenticatorOptions = {
  readonly keys: ApiKeyStore;
  readonly users: UserDirectory;
  readonly nonces: NonceCache;
  readonly networks: KeyNetworks;
  readonly refused: Pick<RefusedCredentials, 'noteKey'>;
  readonly now: () => number;
};

export class KeyAuthenticator implements KeyGrants {
  readonly #options: KeyAuthenticatorOptions;

  constructor(options: KeyAuthenticatorOptions) {
    this.#options = options;
  }

  /**
   * Finds the customer who signed, and what the key may do now. Does not wait when key and owner are in memory.
   *
   * @throws NonceCacheFull
   */
  authenticate(
    credentials: SignedCredentials,
    address: string,
    purpose: SignedPurpose,
  ): Signed | Promise<Signed> {
    if ('timestamp' in credentials && !isTimely(credentials, this.#options.now()))
      return refuse('key_refused');
    const key = this.#options.keys.find(credentials.apiKey);
    return key instanceof Promise
      ? key.then((found) => this.#verify(found, credentials, address, purpose))
      : this.#verify(key, credentials, address, purpose);
  }

  /** Returns true when a key is found without the database. */
  isInMemory(apiKey: string): boolean {
    return this.#options.keys.isInMemory(apiKey);
  }

  findGrant({
    apiKey,
    owner,
    address,
  }: Parameters<KeyGrants['findGrant']>[0]): ReturnType<KeyGrants['findGrant']> {
    const key = this.#options.keys.find(apiKey);
    const grant = (found: KnownKey | null) =>
      found?.userId === owner && found.isAllowedFrom(address) ? this.#use(found) : null;
    return key instanceof Promise ? key.then(grant) : grant(key);
  }

  #verify(
    key: KnownKey | null,
    credentials: SignedCredentials,
    address: string,
    purpose: SignedPurpose,
  ): Signed | Promise<Signed> {
    const secret = key?.secret ?? noSecret;
    const isSigned =
      'timestamp' in credentials
        ? isRequestSignatureValid(secret, credentials)
        : isKeySignatureValid(secret, credentials);
    if (key === null) return refuse('key_refused');
    if (!isSigned || !key.isAllowedFrom(address) || !this.#isAccepted(key, credentials, address, purpose)) {
      const { apiKey, userId } = key;
      this.#options.refused.noteKey({ apiKey, userId, shown: shownKey(apiKey) }, address);
      return refuse('key_refused');
    }
    const owner = this.#options.users.cached(key.userId);
    return owner === undefined
      ? this.#options.users.get(key.userId).then((read) => this.#toSigner(key, read))
      : this.#toSigner(key, owner);
  }

  /**
   * Returns true for the kind of signature that the key accepts: the older one with the right owner and from a network of the key,
   * or a request not seen before.
   */
  #isAccepted(
    key: KnownKey,
    credentials: SignedCredentials,
    address: string,
    purpose: SignedPurpose,
  ): boolean {
    if (!('timestamp' in credentials))
      return (
        credentials.userId === String(key.userId) &&
        !key.signedRequestsOnly &&
        this.#isFromItsNetwork(key, address, purpose)
      );
    const { apiKey, userId: owner } = key;
    const { nonce, timestamp } = credentials;
    return this.#options.nonces.take(
      { apiKey, owner, nonce, signedAt: Number(timestamp) },
      this.#options.now(),
    );
  }

  /** A list of addresses, which was checked before, says where a key is used from; without one its own requests do. */
  #isFromItsNetwork({ apiKey, hasAddresses }: KnownKey, address: string, purpose: SignedPurpose): boolean {
    if (hasAddresses) return true;
    const now = this.#options.now();
    if (purpose === 'request') return this.#options.networks.accept(apiKey, address, now);
    this.#options.networks.note(apiKey, address, now);
    return true;
  }

  #toSigner(key: KnownKey, owner: User | null): Signed {
    if (owner === null || !owner.isEmailVerified || !owner.isAccountOpen) return refuse('key_refused');
    if (isClosed(owner)) return refuse('owner_locked');
    return accept({ user: owner, key: this.#use(key) });
  }

  #use(key: KnownKey): KeyGrant {
    this.#options.keys.touch(key);
    const { apiKey, permissions, hasAddresses, dailyNotional } = key;
    return { apiKey, permissions, hasAddresses, dailyNotional };
  }
}
