/** Opens the cold storage of a network: a Safe on EVM networks, a descriptor on Bitcoin, an account on TRON. */
import { BitcoinRefills } from '@salar/cold/bitcoin/bitcoin-refills';
import { SafeRefills } from '@salar/cold/evm/safe-refills';
import { TronRefills } from '@salar/cold/tron/tron-refills';
import type { OpenNetwork } from '@salar/services';
import type { ColdStorage } from '@salar/services/ports/cold-storage';
import type { Database } from '@salar/store';
import { listFinalColdOutputs } from '@salar/store/tables/chains/cold-outputs';

/** Returns null for a network without cold storage. */
export function openColdStorage(database: Database, network: OpenNetwork): ColdStorage | null {
  const { hotAddress } = network.wallet;
  if (network.family === 'evm' && network.settings.coldAddress !== undefined) {
    const { name, chainId, coldAddress } = network.settings;
    return new SafeRefills({ client: network.client, name, chainId, coldAddress, hotAddress });
  }
  if (network.family === 'tron' && network.settings.coldAddress !== undefined) {
    const { client, settings } = network;
    return new TronRefills({
      client,
      settings,
      coldAddress: network.settings.coldAddress,
      hotAddress,
      clock: Date.now,
    });
  }
  if (network.family !== 'bitcoin' || network.settings.cold === undefined) return null;
  const { client, settings } = network;
  const { descriptor } = network.settings.cold;
  return new BitcoinRefills({
    client,
    settings,
    descriptor,
    hotAddress,
    listOutputs: () => listFinalColdOutputs(database, settings),
  });
}
