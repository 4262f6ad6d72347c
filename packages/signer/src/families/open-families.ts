/** Opens the families of networks that a signer serves. */
import { assert, assertNever } from '@salar/protocol';
import type { ChainFamily } from '@salar/services';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { BitcoinSigning } from './bitcoin-signing.ts';
import { EvmSigning } from './evm-signing.ts';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { FamilySigning } from './family-signing.ts';
import { TronSigning } from './tron-signing.ts';

export type Families = ReadonlyMap<ChainFamily, FamilySigning>;

/** Finds the kind of Bitcoin network among the networks, the main one when there is none. @throws when there are two kinds */
export function findBitcoinKind(networks: readonly SignerNetwork[]): BitcoinKind {
  const kinds = new Set(networks.flatMap((network) => (network.family === 'bitcoin' ? [network.kind] : [])));
  assert(kinds.size <= 1, 'a signer serves one kind of Bitcoin network: main, testnet or regtest');
  return [...kinds][0] ?? 'main';
}

/**
 * Opens each family that has a network, once.
 * @throws SignerUnavailable when the store of one of their keys does not answer
 */
export async function openFamilies(keys: SignerKeys, networks: readonly SignerNetwork[]): Promise<Families> {
  const families = new Map<ChainFamily, FamilySigning>();
  for (const network of networks) {
    if (families.has(network.family)) continue;
    families.set(network.family, await openFamily(keys, network, networks));
  }
  return families;
}

async function openFamily(
  keys: SignerKeys,
  network: SignerNetwork,
  networks: readonly SignerNetwork[],
): Promise<FamilySigning> {
  switch (network.family) {
    case 'evm':
      return EvmSigning.open(keys);
    case 'bitcoin':
      return BitcoinSigning.open(keys, network.kind);
    case 'tron':
      return TronSigning.open(
        keys,
        new Map(networks.flatMap((one) => (one.family === 'tron' ? [[one.chainId, one.feeLimit]] : []))),
      );
    default:
      return assertNever(network);
  }
}
