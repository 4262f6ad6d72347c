/**
 * Encryption of single columns (security rule X2): AES-256-GCM, a random nonce for each value, and the place of the
 * value as associated data, so that a sealed value moved to another row or column does not open. And keyed hashes, for
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

  /** @param key  32 random bytes from the settings, never from the database */
  constructor(key: Buffer) {
    assert(key.length === keyBytes, 'a sealing key has 32 bytes');
    this.#key = key;
    this.#macKey = Buffer.from(hkdfSync('sha256', key, '', 'salar column macs', keyBytes));
  }

  /** Seals a value for one place, such as `mail_outbox/withdrawal-7`. */
  seal(value: Buffer, place: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(value), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]);
  }

  /** HMAC-SHA-256 of a value for one place: to look it up or compare it, never to read it again. */
  mac(value: string, place: string): Buffer {
    return createHmac('sha256', this.#macKey).update(`${place}\n${value}`).digest();
  }

  /** @throws when the value was changed, moved, or sealed with another key */
  open(sealed: Buffer, place: string): Buffer {
    assert(sealed[0] === version, 'a sealed value has a known version');
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
  }
}
