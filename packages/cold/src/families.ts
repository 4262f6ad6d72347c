/** The families of networks that have cold storage. */
import { assertNever } from '@salar/protocol';
import type { HDKey } from '@scure/bip32';
import type { ColdFamily, Line } from './cold-family.ts';
import type { ColdNetwork } from './cold-settings.ts';
import { describeDescriptorKey, DescriptorStorage } from './bitcoin/descriptor-storage.ts';
import { describeSafeOwner, SafeStorage } from './evm/safe-storage.ts';

export function openFamily(network: ColdNetwork): ColdFamily {
  switch (network.family) {
    case 'evm':
      return new SafeStorage(network);
    case 'bitcoin':
      return new DescriptorStorage(network);
    default:
      return assertNever(network);
  }
}

/** Describes the public parts of an owner's key: what the set-up of cold storage needs. */
export function describeKey(root: HDKey): readonly Line[] {
  return [describeSafeOwner(root), ...describeDescriptorKey(root)];
}
