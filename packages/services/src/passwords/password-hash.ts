/**
 * Password hashes: argon2id over an HMAC of the password (security rule P1). Slow on purpose; runs in its own thread.
 *
 * The pepper is a key stored outside the database, so a stolen table alone cannot be searched.
 */
import { createHmac } from 'node:crypto';
import { hashSync, verifySync } from '@node-rs/argon2';
import { findKey } from '../crypto/key-ring.ts';
import type { KeyRing } from '../crypto/key-ring.ts';

/** The id of the pepper of hashes without one. */
const firstId = 1;

export type HashParameters = {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
};
export const productionParameters: HashParameters = { memoryKib: 65_536, passes: 3, lanes: 1 };

/** `Algorithm.Argon2id` of the library, which only exports it as an ambient enum. */
const argon2id = 2;

/**
 * Hashes a password to PHC text form, with its parameters and a new 16-byte salt. The id of the pepper precedes it, unless it is
 * the first one.
 *
 * @param peppers  the current one first
 */
export function hashPassword(password: string, peppers: KeyRing, parameters: HashParameters): string {
  const [{ id, key }] = peppers;
  const hash = hashSync(addPepper(password, key), {
    algorithm: argon2id,
    memoryCost: parameters.memoryKib,
    timeCost: parameters.passes,
    parallelism: parameters.lanes,
    outputLen: 32,
  });
  return id === firstId ? hash : `${id}${hash}`;
}

/**
 * Checks whether the password is right, and whether its hash was made with parameters or a pepper other than today's.
 */
export function verifyPassword(
  password: string,
  stored: string,
  peppers: KeyRing,
  parameters: HashParameters,
): { readonly isRight: boolean; readonly needsRehash: boolean } {
  const start = stored.indexOf('$');
  const id = start > 0 ? Number(stored.slice(0, start)) : firstId;
  const pepper = findKey(peppers, id) ?? peppers[0].key; // with another pepper, every password is wrong
  const isRight = verifySync(stored.slice(start), addPepper(password, pepper));
  const wanted = `m=${parameters.memoryKib},t=${parameters.passes},p=${parameters.lanes}`;
  return { isRight, needsRehash: isRight && !(id === peppers[0].id && stored.includes(`$${wanted}$`)) };
}

/** Returns text, because the library verifies text only. */
function addPepper(password: string, pepper: Uint8Array): string {
  return createHmac('sha256', pepper).update(password, 'utf8').digest('base64');
}
