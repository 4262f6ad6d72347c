/** A seed in memory: creating and opening the file of one derives two keys with scrypt, which takes longer than many a test. */
import { randomBytes } from 'node:crypto';
import type { Seed } from '@salar/adapters/files/seed-file';
import { HDKey } from '@scure/bip32';

/** Creates a random seed of the newest layout. */
export function createTestSeed(): Seed {
  return { root: HDKey.fromMasterSeed(randomBytes(64)), layout: 2 };
}
