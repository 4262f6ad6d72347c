/**
 * Checkpoints of the journal: its hash at one of its ends, signed by a party without access to the database. Somebody who
 * rewrites the journal before a checkpoint cannot rewrite the checkpoint.
 */
import { assert } from '@salar/protocol';
import { readSpki, verifyEd25519 } from './ed25519.ts';
import { formatSignedText } from '@salar/protocol/signed-texts/signed-text';

/** The end of one row of the journal. */
export type JournalCheckpoint = {
  /** The last command of the row. */
  readonly sequence: number;
  /** The hash of the row, 64 hexadecimal digits in lower case; it covers all rows before. */
  readonly hash: string;
};

export type SignedCheckpoint = JournalCheckpoint & {
  /** Milliseconds since 1970, by the clock of the signer. */
  readonly at: number;
  /** The public key as base64 of its SubjectPublicKeyInfo. */
  readonly key: string;
  /** Base64. */
  readonly signature: string;
};

/** Formats the text of a checkpoint; different checkpoints have different texts. */
export function formatCheckpoint({
  sequence,
  hash,
  at,
}: Pick<SignedCheckpoint, 'sequence' | 'hash' | 'at'>): string {
  const text = formatSignedText('journal-checkpoint', [
    ['sequence', String(sequence)],
    ['hash', hash],
    ['at', String(at)],
  ]);
  assert(text !== null, 'the hash of a checkpoint is hexadecimal');
  return text;
}

/** Returns true when the signature of a checkpoint is by the key that it names. Whose key that is, the caller compares. */
export function verifyCheckpoint(checkpoint: SignedCheckpoint): boolean {
  const key = readSpki(Buffer.from(checkpoint.key, 'base64'));
  const text = Buffer.from(formatCheckpoint(checkpoint));
  return key !== null && verifyEd25519(key, text, Buffer.from(checkpoint.signature, 'base64'));
}
