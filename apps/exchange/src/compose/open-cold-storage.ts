/** Opens the cold storage of a network: a Safe on EVM networks. */
import { SafeRefills } from '@salar/cold/evm/safe-refills';
import type { OpenNetwork } from '@salar/services';
import type { ColdStorage } from '@salar/services/ports/cold-storage';

/** Returns null for a network without cold storage. */
export function openColdStorage(network: OpenNetwork): ColdStorage | null {
  if (network.family !== 'evm' || network.settings.coldAddress === undefined) return null;
  const { name, chainId, coldAddress } = network.settings;
  const { client, wallet } = network;
  return new SafeRefills({ client, name, chainId, coldAddress, hotAddress: wallet.hotAddress });
}
