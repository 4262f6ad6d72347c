/** Cold storage for tests: five owners, of whom three sign, and a hot wallet. */
import { HDKey } from '@scure/bip32';
import type { EvmColdNetwork } from '../cold-settings.ts';
import { describeSafeOwner } from '../evm/safe-storage.ts';

const names = ['ana', 'bruno', 'carla', 'diego', 'elena'] as const;
export type OwnerName = (typeof names)[number];

/** Returns the same root for the same name. */
export function createOwnerRoot(name: OwnerName): HDKey {
  return HDKey.fromMasterSeed(new Uint8Array(32).fill(names.indexOf(name) + 1));
}

export const testSafe = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const testHot = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const testToken = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

export const testNetwork: EvmColdNetwork = {
  family: 'evm',
  name: 'ethereum',
  chainId: 1,
  coldAddress: testSafe,
  owners: names.map((name) => ({ name, address: describeSafeOwner(createOwnerRoot(name))[1] })),
  required: 3,
  hotAddresses: [testHot],
  assets: [
    { product: 'ETH', contract: null, decimals: 18 },
    { product: 'USDT', contract: testToken, decimals: 6 },
  ],
};
