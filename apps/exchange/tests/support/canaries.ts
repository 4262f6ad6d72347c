/**
 * Plants secrets in flows, and searches for them in everything that the exchange emits and stores, in every encoding.
 */
import { createHash } from 'node:crypto';

/** Shorter ones could be part of any number: they count only where they are delimited. */
const wholeLengthMin = 8;

type Canary = { readonly name: string; readonly isIn: (text: string) => boolean };

export class Canaries {
  readonly #canaries: Canary[] = [];

  /** Registers a secret under a name and returns it. */
  plant(name: string, secret: string): string {
    this.#canaries.push({
      name,
      isIn: secret.length < wholeLengthMin ? isDelimited(secret) : listEncodings(Buffer.from(secret)),
    });
    return secret;
  }

  /** Registers a secret that can be guessed: its plain digests reveal it too. */
  plantGuessable(name: string, secret: string): string {
    this.plant(name, secret);
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      this.#canaries.push({
        name: `${name} as ${algorithm}`,
        isIn: listEncodings(createHash(algorithm).update(secret).digest()),
      });
    return secret;
  }

  /** Registers a secret that is bytes, raw or encoded. */
  plantBytes(name: string, secret: Buffer): void {
    this.#canaries.push({ name, isIn: listEncodings(secret) });
  }

  /** Returns the names of the secrets in a file or a message, in characters of one byte or of two. */
  findInBytes(bytes: Buffer): readonly string[] {
    return this.findInText(removeZeros(bytes));
  }

  /** Returns the names of the secrets in a text. */
  findInText(text: string): readonly string[] {
    const lower = text.toLowerCase();
    return this.#canaries.filter(({ isIn }) => isIn(lower)).map(({ name }) => name);
  }
}

function isDelimited(secret: string): Canary['isIn'] {
  const pattern = new RegExp(`(?<![0-9a-z.])${secret}(?![0-9a-z])`);
  return (text) => pattern.test(text);
}

/** Returns the encodings: text, hex, and base64 at any offset within other bytes; letters of either case. */
function listEncodings(secret: Buffer): Canary['isIn'] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const whole = Math.floor(((offset + secret.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .slice(first, whole);
  });
  const inBase64url = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const plain = [secret.toString('utf8'), removeZeros(secret)];
  const spellings = [...plain, secret.toString('hex'), ...inBase64, ...inBase64url];
  const wanted = [...new Set(spellings.map((text) => text.toLowerCase()))];
  return (text) => wanted.some((one) => text.includes(one));
}

/** Reads bytes as characters; UTF-16 letters lose the zero byte beside them, and read as in single-byte text. */
function removeZeros(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '');
}
