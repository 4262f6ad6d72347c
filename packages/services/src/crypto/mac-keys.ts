/**
 * Keys of MACs, with ids. MACs are made with the current key, and one of a former key is accepted while that key is in the ring.
 *
 * A MAC of key 1 has 32 bytes, as all had before keys had ids; one of another key begins with the id, and has 33.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { findKey, toKeyRing } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';

/** One key, whose id is 1, or several with ids, the current one first. */
export type MacKey = Uint8Array | KeyRing;

const hmacBytes = 32;
const firstKeyId = 1;

/** Computes the HMAC-SHA-256 of a text under the current key. */
export function computeMac(key: MacKey, text: string): Buffer {
  const [{ id, key: bytes }] = toRing(key);
  const mac = createHmac('sha256', bytes).update(text).digest();
  return id === firstKeyId ? mac : Buffer.concat([Buffer.of(id), mac]);
}

/** Checks a MAC with the key that its id names. @param compute  computes the MAC that it should be, under the given key */
export function isMac(key: MacKey, mac: Uint8Array, compute: (key: MacKey) => Uint8Array): boolean {
  const id = readMacKeyId(mac);
  const made = findKey(toRing(key), id);
  return made !== undefined && isSameMac(compute([{ id, key: made }]), mac);
}

/** Returns the id of the key that a MAC says it was made with; 0 for what is no MAC. */
export function readMacKeyId(mac: Uint8Array): number {
  if (mac.length === hmacBytes) return firstKeyId;
  return mac.length === hmacBytes + 1 ? (mac[0] ?? 0) : 0;
}

/** Returns true when a key of this id is in the ring. */
export function hasMacKey(key: MacKey, id: number): boolean {
  return findKey(toRing(key), id) !== undefined;
}

/** Returns the ids of all keys, the current one first. */
export function listMacKeyIds(key: MacKey): readonly number[] {
  return toRing(key).map(({ id }) => id);
}

/** Says why a MAC is not accepted, for an alert: the key that made it is missing, or it is wrong. */
export function describeWrongMac(key: MacKey, mac: Uint8Array | null): string {
  if (mac === null) return 'it has no MAC';
  const id = readMacKeyId(mac);
  return hasMacKey(key, id)
    ? `its MAC of key ${id} is wrong`
    : `its MAC is of key ${id}, which is not in the ring`;
}

/** Compares two MACs in constant time. */
export function isSameMac(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function toRing(key: MacKey): KeyRing {
  return key instanceof Uint8Array ? toKeyRing(key) : key;
}
