/** The families of networks that have cold storage. */
import type { HDKey } from '@scure/bip32';
import type { ColdFamily, Line } from './cold-family.ts';
import type { ColdNetwork } from './cold-settings.ts';
import { describeSafeOwner, SafeStorage } from './evm/safe-storage.ts';

export function openFamily(network: ColdNetwork): ColdFamily {
  return new SafeStorage(network);
}

/** Describes the public parts of an owner's key: what the set-up of cold storage needs. */
export function describeKey(root: HDKey): readonly Line[] {
  return [describeSafeOwner(root)];
}
