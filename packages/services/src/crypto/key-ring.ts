/**
 * Keys with ids. What is written carries the id of the current key; former keys are accepted until nothing is left under
 * them.
 *
 * A ring is written as `2:<hex>,1:<hex>`, the current key first. A key without an id has the id 1.
 */
import { assert } from '@salar/protocol';

type RingKey = {
  /** 1 to 255: it is stored in one byte. */
  readonly id: number;
  /** 32 bytes. */
  readonly key: Buffer;
};
/** The current key first. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const keyPattern = /^(?:([1-9]\d{0,2}):)?([0-9a-fA-F]{64})$/;

/** Reads a ring. Returns null when the text is malformed, or has an id or a key twice. */
export function parseKeyRing(text: string): KeyRing | null {
  const keys = text
    .trim()
    .split(/[\s,]+/)
    .map(parseKey);
  const [current, ...former] = keys.filter((key) => key !== null);
  if (current === undefined || former.length + 1 !== keys.length) return null;
  const ring: KeyRing = [current, ...former];
  const ids = new Set(ring.map(({ id }) => id));
  const bytes = new Set(ring.map(({ key }) => key.toString('hex')));
  return ids.size === ring.length && bytes.size === ring.length ? ring : null;
}

/** Returns a ring of one key, with the id 1. */
export function toKeyRing(key: Uint8Array): KeyRing {
  return [{ id: 1, key: Buffer.from(key) }];
}

/** Derives a ring of other keys with the same ids. */
export function deriveRing(ring: KeyRing, derive: (key: Buffer) => Buffer): KeyRing {
  const [current, ...former] = ring.map(({ id, key }) => ({ id, key: derive(key) }));
  assert(current !== undefined, 'a ring has a current key');
  return [current, ...former];
}

/** Returns the key with an id; undefined when the ring has none. */
export function findKey(ring: KeyRing, id: number | undefined): Buffer | undefined {
  return ring.find((one) => one.id === id)?.key;
}

function parseKey(text: string): RingKey | null {
  const [, id = '1', hex] = keyPattern.exec(text) ?? [];
  return hex === undefined || Number(id) > 255 ? null : { id: Number(id), key: Buffer.from(hex, 'hex') };
}
