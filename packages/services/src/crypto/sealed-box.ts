/**
 * Encrypts single columns (security rule X2): AES-256-GCM with a random nonce for each value, and the location of the value
 * as associated data, so that a sealed value moved to another row or column does not open. Also computes keyed hashes of
 * values that are only compared.
 *
 * A sealed value begins with the id of its key.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { assert } from '@salar/protocol';
import { deriveRing, findKey, toKeyRing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export class SealedBox {
  readonly #keys: KeyRing;
  readonly #macKeys: KeyRing;

  /** @param keys  one key of 32 random bytes, or several with ids; from the settings, never from the database */
  constructor(keys: Buffer | KeyRing) {
    this.#keys = Buffer.isBuffer(keys) ? toKeyRing(keys) : keys;
    for (const { key } of this.#keys) assert(key.length === keyBytes, 'a sealing key has 32 bytes');
    this.#macKeys = deriveRing(this.#keys, (key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'salar column macs', keyBytes)),
    );
  }

  /** The id of the current key, under which everything is written. */
  get keyId(): number {
    return this.#keys[0].id;
  }

  /** The ids of all keys, the current one first. */
  get keyIds(): readonly number[] {
    return this.#keys.map(({ id }) => id);
  }

  /** Seals a value for one location, such as `mail_outbox/withdrawal-7`. */
  seal(value: Buffer, location: string): Buffer {
    const [{ id, key }] = this.#keys;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(location));
    const body = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([Buffer.of(id), nonce, cipher.getAuthTag(), body]);
  }

  /**
   * Computes the HMAC-SHA-256 of a value for one location: to look it up or compare it, never to read it again.
   *
   * @param keyId  the current key by default
   */
  mac(value: string, location: string, keyId = this.keyId): Buffer {
    const key = findKey(this.#macKeys, keyId);
    assert(key !== undefined, `there is a key ${keyId}`);
    return createHmac('sha256', key).update(`${location}\n${value}`).digest();
  }

  /** Computes the same under each key, the current one first: for values that may have been written under a former one. */
  macs(value: string, location: string): readonly [Buffer, ...Buffer[]] {
    const [current, ...former] = this.#keys;
    const compute = ({ id }: { readonly id: number }) => this.mac(value, location, id);
    return [compute(current), ...former.map(compute)];
  }

  /** Opens a sealed value. @throws when the value was changed, moved, or sealed with a key that is not in the settings */
  open(sealed: Buffer, location: string): Buffer {
    const key = findKey(this.#keys, sealed[0]);
    assert(key !== undefined, `key ${sealed[0]}, with which a value is sealed, is in the settings`);
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(location))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
  }

  /** Seals the same value under the current key. */
  reseal(sealed: Buffer, location: string): Buffer {
    return this.seal(this.open(sealed, location), location);
  }
}
