/** Derives the keys of files that a passphrase seals. Each file has the costs of its key beside it, so that later files may cost more. */
import { scryptSync } from 'node:crypto';

/** The costs of scrypt (RFC 7914). */
export type PassphraseCosts = { readonly N: number; readonly r: number; readonly p: number };

/** Of new files: OWASP's recommendation with 32 MiB of memory. */
export const passphraseCosts: PassphraseCosts = { N: 2 ** 15, r: 8, p: 3 };
/** Of files from before 0.2, which name none. */
const formerCosts: PassphraseCosts = { N: 2 ** 15, r: 8, p: 1 };
/** Bounds of the costs in a file: a file that somebody changed must not make the program take all memory. */
const bytesMax = 256 * 2 ** 20;
const lanesMax = 16;

/**
 * Derives a key of 32 bytes.
 *
 * @param costs  those that the file names, if it names any
 * @throws when they are out of bounds
 */
export function derivePassphraseKey(
  passphrase: string,
  salt: Buffer,
  costs: PassphraseCosts = formerCosts,
): Buffer {
  const { N, r, p } = costs;
  const areWhole = [N, r, p].every((cost) => Number.isSafeInteger(cost) && cost > 0);
  if (!areWhole || (N & (N - 1)) !== 0 || N < formerCosts.N || p > lanesMax || 128 * N * r > bytesMax)
    throw new Error(`a passphrase with the costs ${JSON.stringify({ N, r, p })} is refused`);
  return scryptSync(passphrase, salt, 32, { N, r, p, maxmem: 2 * bytesMax });
}
