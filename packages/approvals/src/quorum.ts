/** A group of people of whom some number must sign a text. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { readSigningKey } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { verifySignature } from './verify-signature.ts';

export type QuorumMember = {
  readonly name: string;
  /** A text that `readSigningKey` reads. */
  readonly key: string;
};

/** One person's signature over a text. */
export type NamedSignature = { readonly name: string; readonly signature: string };

export class Quorum {
  /** The number of people who must sign. */
  readonly required: number;
  readonly #keys: ReadonlyMap<string, SigningKey>;

  /** @throws when a key cannot be read */
  constructor(required: number, members: readonly QuorumMember[]) {
    this.required = required;
    this.#keys = new Map(members.map(({ name, key }) => [name, readKey(name, key)]));
  }

  /** Verifies one person's signature. */
  async verify(
    text: string,
    { name, signature }: NamedSignature,
  ): Promise<Result<null, 'member_unknown' | 'signature_invalid'>> {
    const key = this.#keys.get(name);
    if (key === undefined) return refuse('member_unknown');
    const verified = await verifySignature(key, text, signature);
    return verified.ok ? accept(null) : refuse('signature_invalid');
  }

  /** Returns true when all signatures are valid, each is of another person, and there are as many as required. */
  async hasSigned(text: string, signatures: readonly NamedSignature[]): Promise<boolean> {
    const people = new Set(signatures.map(({ name }) => name));
    if (people.size < signatures.length || people.size < this.required) return false;
    const results = await Promise.all(signatures.map((signature) => this.verify(text, signature)));
    return results.every(({ ok }) => ok);
  }
}

function readKey(name: string, text: string): SigningKey {
  const key = readSigningKey(text);
  if (!key.ok) throw new Error(`the key of ${name} cannot be read`);
  return key.value;
}
