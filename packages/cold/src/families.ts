/** The families of networks that have cold storage. */
import { assertNever } from '@salar/protocol';
import type { HDKey } from '@scure/bip32';
import type { ColdFamily, Line } from './cold-family.ts';
import type { ColdNetwork } from './cold-settings.ts';
import { describeDescriptorKey, DescriptorStorage } from './bitcoin/descriptor-storage.ts';
import { describeSafeOwner, SafeStorage } from './evm/safe-storage.ts';
import { describeTronOwner, TronStorage } from './tron/tron-storage.ts';

/** @param clock  milliseconds, by which the refills of some families expire */
export function openFamily(network: ColdNetwork, clock: () => number): ColdFamily {
  switch (network.family) {
    case 'evm':
      return new SafeStorage(network);
    case 'bitcoin':
      return new DescriptorStorage(network);
    case 'tron':
      return new TronStorage(network, clock);
    default:
      return assertNever(network);
  }
}

/** Describes the public parts of an owner's key: what the set-up of cold storage needs. */
export function describeKey(root: HDKey): readonly Line[] {
  return [describeSafeOwner(root), ...describeDescriptorKey(root), describeTronOwner(root)];
}
