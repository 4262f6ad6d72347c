/** Networks whose nodes run elsewhere: a client for each, and one for its second source. */
import { assertNever } from '@salar/protocol';
import { findWallet } from '@salar/services';
import type { NetworkSettings, OpenNetwork, SignerWallet } from '@salar/services';
import { bitcoinAddresses } from '../chain-bitcoin/bitcoin-addresses.ts';
import { BitcoinClient } from '../chain-bitcoin/bitcoin-client.ts';
import { EvmClient } from '../chain-evm/evm-client.ts';
import { evmAddresses } from '../chain-evm/evm-addresses.ts';
import { tronAddresses } from '../chain-tron/tron-addresses.ts';
import { TronClient } from '../chain-tron/tron-client.ts';

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

/** Opens a network for the ticket services. Makes no request to the node yet. */
export function openRemoteNetwork(node: RemoteNode, wallets: readonly SignerWallet[]): OpenNetwork {
  const { settings, url, secondUrl } = node;
  const wallet = findWallet(wallets, settings.family);
  switch (settings.family) {
    case 'evm': {
      const clientAt = (address: string) => new EvmClient({ url: address, network: settings });
      const shared = { family: settings.family, settings, wallet, scheme: evmAddresses(wallet) };
      return { ...shared, client: clientAt(url), secondSource: clientAt(secondUrl) };
    }
    case 'bitcoin': {
      const clientAt = (address: string) => new BitcoinClient({ url: address, network: settings });
      const scheme = bitcoinAddresses(wallet, settings.kind);
      const shared = { family: settings.family, settings, wallet, scheme };
      return { ...shared, client: clientAt(url), secondSource: clientAt(secondUrl) };
    }
    case 'tron': {
      const clientAt = (address: string, apiKey: string | null) =>
        new TronClient({ url: address, network: settings, ...(apiKey !== null && { apiKey }) });
      const shared = { family: settings.family, settings, wallet, scheme: tronAddresses(wallet) };
      return {
        ...shared,
        client: clientAt(url, node.apiKey),
        secondSource: clientAt(secondUrl, node.secondApiKey),
      };
    }
    default:
      return assertNever(settings);
  }
}
