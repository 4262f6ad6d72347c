/** Secrets planted in flows, and the search for them in what the exchange says and keeps, in every spelling. */
import { createHash } from 'node:crypto';

/** Shorter ones could be part of any number: they count where they stand alone. */
const wholeLengthMin = 8;

type Canary = { readonly name: string; readonly isIn: (text: string) => boolean };

export class Canaries {
  readonly #canaries: Canary[] = [];

  /** Remembers a secret under a name and gives it back. */
  plant(name: string, secret: string): string {
    this.#canaries.push({
      name,
      isIn: secret.length < wholeLengthMin ? alone(secret) : spelled(Buffer.from(secret)),
    });
    return secret;
  }

  /** The same for a secret that can be guessed: its plain digests give it away too. */
  plantGuessable(name: string, secret: string): string {
    this.plant(name, secret);
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
      this.#canaries.push({
        name: `${name} as ${algorithm}`,
        isIn: spelled(createHash(algorithm).update(secret).digest()),
      });
    return secret;
  }

  /** The same for a secret that is bytes, as they are or spelled out. */
  plantBytes(name: string, secret: Buffer): void {
    this.#canaries.push({ name, isIn: spelled(secret) });
  }

  /** The names of what a file or a message holds, in characters of one byte or of two. */
  findInBytes(bytes: Buffer): readonly string[] {
    return this.findInText(withoutZeros(bytes));
  }

  /** The names of what a text holds. */
  findInText(text: string): readonly string[] {
    const lower = text.toLowerCase();
    return this.#canaries.filter(({ isIn }) => isIn(lower)).map(({ name }) => name);
  }
}

function alone(secret: string): Canary['isIn'] {
  const pattern = new RegExp(`(?<![0-9a-z.])${secret}(?![0-9a-z])`);
  return (text) => pattern.test(text);
}

/** As text, in hex, and in base64 wherever it begins within other bytes; letters of either case. */
function spelled(secret: Buffer): Canary['isIn'] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const whole = Math.floor(((offset + secret.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .slice(first, whole);
  });
  const inBase64url = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const plain = [secret.toString('utf8'), withoutZeros(secret)];
  const spellings = [...plain, secret.toString('hex'), ...inBase64, ...inBase64url];
  const wanted = [...new Set(spellings.map((text) => text.toLowerCase()))];
  return (text) => wanted.some((one) => text.includes(one));
}

/** Bytes as characters; letters of UTF-16 lose the zero beside them, and read as in a text of single bytes. */
function withoutZeros(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '');
}
