/** The laptop's networks: their nodes, the clients that read them, the faucets, and funded house wallets. */
import { join } from 'node:path';
import type { NetworkSettings, OpenNetwork, SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { startLocalBitcoin } from './local-bitcoin-network.ts';
import { startLocalEvm } from './local-evm-network.ts';
import type { LocalNetwork } from './local-network.ts';

/** Port of the first network when it is free; the next network takes the next one. */
const localChainPortMin = 18_545;

export type LocalNetworks = {
  readonly all: readonly LocalNetwork[];
  /** Finds a network by display name, name or chain id; undefined when none matches. */
  find(network: string): LocalNetwork | undefined;
  /** Opens all networks for the ticket services. */
  open(wallets: readonly SignerWallet[]): readonly OpenNetwork[];
  /** Tops up the house's wallets on every network. */
  fundHouse(wallets: readonly SignerWallet[]): Promise<void>;
  stop(): Promise<void>;
};

export type LocalNetworksOptions = {
  readonly dataDir: string;
  readonly networks: readonly NetworkSettings[];
  /** Path of the bundled process of a Bitcoin network. */
  readonly bitcoinEntry: string;
  /** 0 takes any free ports. */
  readonly portMin?: number;
  readonly log: Log;
};

/** Starts all networks in parallel; their data is under `<dataDir>/chains/<name>/`. */
export async function startLocalNetworks(options: LocalNetworksOptions): Promise<LocalNetworks> {
  const { networks, portMin = localChainPortMin } = options;
  const started = await Promise.allSettled(
    networks.map((settings, place) => start(options, settings, portMin === 0 ? 0 : portMin + place)),
  );
  const all = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result) => result.status === 'rejected');
  const stop = async () => {
    await Promise.all(all.map((network) => network.stop()));
  };
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    all,
    stop,
    find: (name) =>
      all.find(({ settings }) =>
        [settings.displayName, settings.name, String(settings.chainId)].some(
          (known) => known.toLowerCase() === name.trim().toLowerCase(),
        ),
      ),
    open: (wallets) => all.map((network) => network.open(wallets)),
    async fundHouse(wallets) {
      await Promise.all(all.map((network) => network.fundHouse(wallets)));
    },
  };
}

async function start(
  { dataDir, bitcoinEntry, log }: LocalNetworksOptions,
  settings: NetworkSettings,
  port: number,
): Promise<LocalNetwork> {
  const folder = join(dataDir, 'chains', settings.name);
  switch (settings.family) {
    case 'evm':
      return startLocalEvm({ settings, folder, port, log });
    case 'bitcoin':
      return startLocalBitcoin({ settings, folder, port, entry: bitcoinEntry, log });
    default:
      throw new Error(`${settings.displayName} cannot run on this machine: there is no node of its family`);
  }
}
