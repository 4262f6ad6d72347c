/** The founding document: the first operators of an installation, with their keys, signed by each of them. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { installationPattern } from './installation.ts';
import { formatSignedText, readSignedText } from '@salar/protocol/signed-texts/signed-text';
import { formatSigningKey, readSigningKey } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { verifySignature } from './verify-signature.ts';

type Founder = {
  /** The operator's name. */
  readonly name: string;
  /** The operator's role, such as `admin`. */
  readonly role: string;
  readonly key: SigningKey;
};

export type FoundingDocument = {
  /** The installation, such as its host name: the document of one is worth nothing at another. */
  readonly installation: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly founders: readonly Founder[];
};

/** Listed in the order in which they are checked. */
export type FoundingRefusal =
  | 'document_malformed'
  | 'too_few_founders'
  | 'founder_twice'
  | 'key_twice'
  | 'signature_missing'
  | 'signature_invalid';

const namePattern = /^[a-z][a-z0-9.-]{1,31}$/;
const rolePattern = /^[a-z]{1,16}$/;
const foundersMax = 32;

/** Formats the text that every founder signs; null when a name, role, installation or time is malformed. */
export function formatFounding({ installation, at, founders }: FoundingDocument): string | null {
  const isSound =
    installationPattern.test(installation) &&
    Number.isSafeInteger(at) &&
    at >= 0 &&
    at < 253_402_300_800_000 && // year 10000
    founders.length <= foundersMax &&
    founders.every(({ name, role }) => namePattern.test(name) && rolePattern.test(role));
  if (!isSound) return null;
  return formatSignedText('founding', [
    ['installation', installation],
    ['at', new Date(at).toISOString()],
    ...founders.map(
      ({ name, role, key }) => ['operator', `${name} ${role} ${formatSigningKey(key)}`] as const,
    ),
  ]);
}

/** Reads the text of a founding document; null for any text that `formatFounding` would not return. */
export function readFounding(text: string): FoundingDocument | null {
  const lines = readSignedText('founding', text);
  if (lines === null) return null;
  const [installation, at, ...rest] = lines;
  const founders: Founder[] = [];
  for (const [, value] of rest) {
    const [name = '', role = '', ...words] = value.split(' ');
    const key = readSigningKey(words.join(' '));
    if (!key.ok) return null;
    founders.push({ name, role, key: key.value });
  }
  const document = { installation: installation?.[1] ?? '', at: Date.parse(at?.[1] ?? ''), founders };
  return formatFounding(document) === text ? document : null;
}

/**
 * Verifies a founding document: at least `foundersMin` people with names and keys of their own, each of whom signed it.
 *
 * @param signatures by founder's name
 */
export async function verifyFounding(
  text: string,
  signatures: ReadonlyMap<string, string>,
  foundersMin: number,
): Promise<Result<FoundingDocument, FoundingRefusal>> {
  const document = readFounding(text);
  if (document === null) return refuse('document_malformed');
  const { founders } = document;
  if (founders.length < Math.max(foundersMin, 1)) return refuse('too_few_founders');
  if (new Set(founders.map(({ name }) => name)).size < founders.length) return refuse('founder_twice');
  if (new Set(founders.map(({ key }) => identify(key))).size < founders.length) return refuse('key_twice');
  if (!founders.every(({ name }) => signatures.has(name))) return refuse('signature_missing');
  for (const { name, key } of founders) {
    const verified = await verifySignature(key, text, signatures.get(name) ?? '');
    if (!verified.ok) return refuse('signature_invalid');
  }
  return accept(document);
}

/** Returns the public key's bytes as text: the same key in two text forms is one key. */
function identify({ publicKey }: SigningKey): string {
  return Buffer.from(publicKey).toString('hex');
}
