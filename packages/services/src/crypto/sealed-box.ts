/**
 * Encrypts single columns (security rule X2): AES-256-GCM with a random nonce for each value, and the location of the value
 * as associated data, so that a sealed value moved to another row or column does not open. Also computes keyed hashes of
 * values that are only compared.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { assert } from '@salar/protocol';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const version = 1;

export class SealedBox {
  readonly #key: Buffer;
  readonly #macKey: Buffer;
  /** Identifies the key, in everything that is written under it. */
  readonly keyId = version;

  /** @param key  32 random bytes from the settings, never from the database */
  constructor(key: Buffer) {
    assert(key.length === keyBytes, 'a sealing key has 32 bytes');
    this.#key = key;
    this.#macKey = Buffer.from(hkdfSync('sha256', key, '', 'salar column macs', keyBytes));
  }

  /** Seals a value for one location, such as `mail_outbox/withdrawal-7`. */
  seal(value: Buffer, location: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(location));
    const body = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
  }

  /** Computes the HMAC-SHA-256 of a value for one location: to look it up or compare it, never to read it again. */
  mac(value: string, location: string): Buffer {
    return createHmac('sha256', this.#macKey).update(`${location}\n${value}`).digest();
  }

  /** Opens a sealed value. @throws when the value was changed, moved, or sealed with another key */
  open(sealed: Buffer, location: string): Buffer {
    assert(sealed[0] === version, 'a sealed value has a known version');
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(location))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
  }
}
