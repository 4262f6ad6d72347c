/**
 * Halts of the watcher: its signed statement that no payment may be signed until people have looked, and the text with which
 * approvers lift it.
 */
import { createHash, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { assert } from '@salar/protocol';
import { readSpki, verifyEd25519 } from './ed25519.ts';
import { formatSignedText, readSignedText } from '@salar/protocol/signed-texts/signed-text';

export type WatcherHalt = {
  /** Milliseconds since 1970, by the clock of the watcher. */
  readonly at: number;
  /** The difference that was found, in one sentence. */
  readonly reason: string;
};

/** A halt as its text, which is what was signed. */
export type SignedHalt = {
  readonly text: string;
  /** Base64. */
  readonly signature: string;
};

const reasonLengthMax = 1_000;

/** Signs a halt. Characters of the reason that cannot be seen are replaced. */
export function signHalt({ at, reason }: WatcherHalt, privateKey: KeyObject): SignedHalt {
  const shown = reason
    .replace(/[^\x20-\x7e]+/g, '?')
    .slice(0, reasonLengthMax)
    .trim();
  const text = formatSignedText('watcher-halt', [
    ['at', String(at)],
    ['reason', shown === '' ? 'unknown' : shown],
  ]);
  assert(text !== null, 'the reason of a halt is visible');
  return { text, signature: sign(null, Buffer.from(text), privateKey).toString('base64') };
}

/**
 * Reads a halt.
 *
 * @param key  the watcher's public key as base64 of its SubjectPublicKeyInfo
 * @returns null when this key did not sign it, or it is no halt
 */
export function readHalt({ text, signature }: SignedHalt, key: string): WatcherHalt | null {
  const publicKey = readSpki(Buffer.from(key, 'base64'));
  if (publicKey === null) return null;
  if (!verifyEd25519(publicKey, Buffer.from(text), Buffer.from(signature, 'base64'))) return null;
  const lines = new Map(readSignedText('watcher-halt', text));
  const at = Number(lines.get('at'));
  const reason = lines.get('reason');
  return Number.isSafeInteger(at) && reason !== undefined ? { at, reason } : null;
}

/** Returns the identity of a halt, which the text that lifts it names. */
export function identifyHalt({ text }: Pick<SignedHalt, 'text'>): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Formats the text that approvers sign to lift halts. It names each of them, so it lifts no later one. */
export function formatHaltLift(halts: readonly (Pick<SignedHalt, 'text'> & WatcherHalt)[]): string {
  const text = formatSignedText(
    'halt-lift',
    halts.flatMap((halt) => [
      ['halt', identifyHalt(halt)] as const,
      ['of', new Date(halt.at).toISOString()] as const,
      ['reason', halt.reason] as const,
    ]),
  );
  assert(text !== null, 'the halts of a text that lifts them are visible, and few');
  return text;
}
