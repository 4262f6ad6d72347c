/** Networks whose nodes run elsewhere: a client for each, and one for its second source, in a process of the network. */
import { assertNever } from '@salar/protocol';
import { findWallet } from '@salar/services';
import type { NetworkSettings, OpenNetwork, SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { bitcoinAddresses } from '../chain-bitcoin/bitcoin-addresses.ts';
import { evmAddresses } from '../chain-evm/evm-addresses.ts';
import { ChainProcess } from '../chain-process/chain-process.ts';
import { createDistantChain } from '../chain-process/distant-chain.ts';
import { tronAddresses } from '../chain-tron/tron-addresses.ts';

export type RemoteNode = {
  readonly settings: NetworkSettings;
  /** Includes user and password when the node requires them. */
  readonly url: string;
  /** An independent node, which confirms every deposit. */
  readonly secondUrl: string;
  /** The API key of a hosted TRON node; each node gets its own only. */
  readonly apiKey: string | null;
  readonly secondApiKey: string | null;
};

export type RemoteNetwork = OpenNetwork & { close(): Promise<void> };

/** The indexes of a network's nodes in its process. */
const nodeIndex = { first: 0, second: 1 } as const;

/**
 * Opens a network for the ticket services. Makes no request to the node yet.
 *
 * @param options.entry  path of the bundled `chain-process.js`
 */
export function openRemoteNetwork(
  node: RemoteNode,
  wallets: readonly SignerWallet[],
  options: { readonly entry: string; readonly log: Log },
): RemoteNetwork {
  const { settings, url, secondUrl, apiKey, secondApiKey } = node;
  const nodes = [
    { url, apiKey },
    { url: secondUrl, apiKey: secondApiKey },
  ];
  const chainProcess = new ChainProcess({ ...options, settings, nodes });
  const connect = <Family extends NetworkSettings['family']>(family: Family) => {
    const { chainId } = settings;
    return {
      client: createDistantChain(family, chainProcess, { chainId, node: nodeIndex.first }),
      secondSource: createDistantChain(family, chainProcess, { chainId, node: nodeIndex.second }),
      close: () => chainProcess.close(),
    };
  };
  const wallet = findWallet(wallets, settings.family);
  switch (settings.family) {
    case 'evm': {
      const { family } = settings;
      return { family, settings, wallet, scheme: evmAddresses(wallet), ...connect(family) };
    }
    case 'bitcoin': {
      const { family, kind } = settings;
      return { family, settings, wallet, scheme: bitcoinAddresses(wallet, kind), ...connect(family) };
    }
    case 'tron': {
      const { family } = settings;
      return { family, settings, wallet, scheme: tronAddresses(wallet), ...connect(family) };
    }
    default:
      return assertNever(settings);
  }
}
