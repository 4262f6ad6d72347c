/**
 * The customers' passkeys, in the record of what was signed: on disk, and on that of the other signer, before a registration is
 * answered. The exchange names them, so a key counts only once it is old enough for its customer to have noticed it.
 */
import { createHash } from 'node:crypto';
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
import { readSigningKey } from '@salar/approvals/signing-key';
import type { WebauthnKey } from '@salar/approvals/signing-key';
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { PasskeyRegistry, RegisteredPasskey, RegisterPasskeyRefusal } from '@salar/services';
import { Mutex } from 'async-mutex';
import type { Claims } from '../claims/claim-store.ts';
import { dayMs, hourMs } from '../payments/signing-log.ts';

/** The details of an entry of the record. */
type PasskeyEntry = {
  readonly userId: number;
  readonly credentialId: string;
  /** COSE in base64url; null when the key was removed. */
  readonly publicKey: string | null;
  readonly at: number;
};

/** A key that its customer has now. */
export type KnownPasskey = {
  readonly userId: number;
  readonly key: WebauthnKey;
  /** The time from which it counts. */
  readonly countsFrom: Millis;
};

/** More than a customer needs within 24 hours: one alone cannot use up what all of them have together. */
const perCustomerDay = 20;
const registeredSum = 'passkeys registered';

export class PasskeyRecord implements PasskeyRegistry {
  readonly #claims: Claims;
  readonly #policy: PasskeyPolicy | null;
  readonly #clock: () => number;
  readonly #onRegistered: (sentence: string) => void;
  readonly #mutex = new Mutex();

  /** @param options.onRegistered  is called with a sentence for each new key */
  constructor(options: {
    claims: Claims;
    policy: PasskeyPolicy | null;
    clock: () => number;
    onRegistered: (sentence: string) => void;
  }) {
    this.#claims = options.claims;
    this.#policy = options.policy;
    this.#clock = options.clock;
    this.#onRegistered = options.onRegistered;
  }

  /** Serialised: what one request adds to the count must be visible to the next. */
  registerPasskey(
    passkey: RegisteredPasskey,
  ): Promise<Result<{ readonly countsFrom: Millis }, RegisterPasskeyRefusal>> {
    return this.#mutex.runExclusive(() => this.#register(passkey));
  }

  removePasskey({
    userId,
    credentialId,
  }: Pick<RegisteredPasskey, 'userId' | 'credentialId'>): Promise<Result<null, 'passkey_of_another'>> {
    return this.#mutex.runExclusive(async () => {
      await this.#claims.ready();
      const { basis } = this.#claims;
      const known = this.#findEntry(credentialId);
      if (known === null || known.publicKey === null) return accept(null);
      if (known.userId !== userId) return refuse('passkey_of_another');
      await this.#append({ userId, credentialId, publicKey: null, at: this.#clock() }, basis);
      return accept(null);
    });
  }

  /** Finds a key that was registered and not removed since; null for any other. */
  find(credentialId: string): KnownPasskey | null {
    const entry = this.#findEntry(credentialId);
    const key = entry === null ? null : this.#readKey(entry);
    if (entry === null || key === null) return null;
    return { userId: entry.userId, key, countsFrom: this.#computeCountsFrom(entry.at) };
  }

  async #register({
    userId,
    credentialId,
    publicKey,
  }: RegisteredPasskey): Promise<Result<{ readonly countsFrom: Millis }, RegisterPasskeyRefusal>> {
    if (this.#policy === null) return refuse('policy_without_passkeys');
    const now = this.#clock();
    const entry = { userId, credentialId, publicKey, at: now };
    if (this.#readKey(entry) === null) return refuse('key_malformed');
    await this.#claims.ready();
    const { basis } = this.#claims;
    const known = this.#findEntry(credentialId);
    if (known !== null && known.publicKey !== null)
      return known.userId === userId && known.publicKey === publicKey
        ? accept({ countsFrom: this.#computeCountsFrom(known.at) })
        : refuse('passkey_of_another');
    const count = (sum: string) => this.#claims.sumSince(sum, now - dayMs) + 1n;
    const today = count(registeredSum);
    if (today > BigInt(this.#policy.registrationsPerDay)) return refuse('registrations_exceeded');
    if (count(toCustomerSum(userId)) > perCustomerDay) return refuse('customer_registrations_exceeded');
    await this.#append(entry, basis, { [registeredSum]: '1', [toCustomerSum(userId)]: '1' });
    const countsFrom = this.#computeCountsFrom(now);
    this.#onRegistered(
      `a passkey of customer ${userId} was registered and counts from ${new Date(countsFrom).toISOString()}: ` +
        `${today} of ${this.#policy.registrationsPerDay} within 24 hours`,
    );
    return accept({ countsFrom });
  }

  #append(entry: PasskeyEntry, basis: number, sums: Readonly<Record<string, string>> = {}): Promise<void> {
    const owner = toOwner(entry.credentialId);
    return this.#claims.append({ owner, claims: { [owner]: '' }, sums, at: entry.at, details: entry }, basis);
  }

  #findEntry(credentialId: string): PasskeyEntry | null {
    return (this.#claims.findHolder(toOwner(credentialId))?.details as PasskeyEntry | undefined) ?? null;
  }

  /** Returns null for a key in no accepted form, and for one that was removed. */
  #readKey({ credentialId, publicKey }: PasskeyEntry): WebauthnKey | null {
    if (this.#policy === null || publicKey === null) return null;
    const { site } = this.#policy;
    const read = readSigningKey(`webauthn ${credentialId} ${publicKey} ${new URL(site).hostname} ${site}`);
    return read.ok && read.value.kind === 'webauthn' ? read.value : null;
  }

  #computeCountsFrom(registeredAt: number): Millis {
    return millis(registeredAt + (this.#policy?.ageHours ?? 0) * hourMs);
  }
}

/** The id of a device's key can be longer than a key of the store. */
function toOwner(credentialId: string): string {
  return `passkey ${createHash('sha256').update(credentialId).digest('hex')}`;
}

function toCustomerSum(userId: UserId): string {
  return `${registeredSum} ${userId}`;
}
