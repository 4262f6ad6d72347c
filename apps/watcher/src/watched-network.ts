/** The networks as the watcher sees them: its own nodes, and addresses from the signer. */
import { bitcoinAddresses } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { readColdStorage } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { TronClient } from '@salar/adapters/chain-tron/tron-client';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { assert, assertNever } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { findCoin, findWallet } from '@salar/services';
import type { AddressScheme, BitcoinChain, EvmChain, SignerWallet, TronChain } from '@salar/services';
import type { WatcherNode } from './watcher-settings.ts';

export type WatchedNetwork = {
  readonly chainId: number;
  readonly products: readonly ProductId[];
  /** The product that is the network's own coin. */
  readonly coin: ProductId | null;
  readonly wallet: SignerWallet;
  /** The hot, gas and house wallets, and cold storage. */
  readonly houseAddresses: readonly string[];
  /** Derives deposit addresses from the extended public key. */
  readonly scheme: AddressScheme;
} & (
  | { readonly family: 'evm'; readonly client: EvmChain }
  | { readonly family: 'bitcoin'; readonly client: BitcoinChain }
  | { readonly family: 'tron'; readonly client: TronChain }
);

/** Opens the watcher's view of each network. Makes no request yet. */
export function openWatchedNetworks(
  networks: readonly SignerNetwork[],
  wallets: readonly SignerWallet[],
  nodes: ReadonlyMap<number, WatcherNode>,
): readonly WatchedNetwork[] {
  return networks.map((network) => {
    const node = nodes.get(network.chainId);
    assert(node !== undefined, `there is a node of network ${network.chainId}`);
    return openWatchedNetwork(network, findWallet(wallets, network.family), node);
  });
}

/** Lists the addresses of cold storage in the policy of the signer. */
function listColdAddresses(network: SignerNetwork): readonly (string | undefined)[] {
  if (network.family !== 'bitcoin') return [network.coldAddress];
  if (network.coldDescriptor === undefined) return [];
  return readColdStorage(network.coldDescriptor, network.kind).addresses;
}

function openWatchedNetwork(
  network: SignerNetwork,
  wallet: SignerWallet,
  { url, traces, apiKey }: WatcherNode,
): WatchedNetwork {
  const shared = {
    chainId: network.chainId,
    products: network.assets.map(({ productId }) => productId),
    coin: findCoin(network),
    wallet,
    houseAddresses: [
      ...new Set([
        wallet.hotAddress,
        wallet.gasAddress,
        wallet.houseAddress,
        wallet.former?.hotAddress,
        wallet.former?.gasAddress,
        wallet.former?.houseAddress,
        ...listColdAddresses(network),
      ]),
    ].filter((address) => address != null),
  };
  const { family } = network;
  switch (family) {
    case 'evm':
      return {
        ...shared,
        family,
        scheme: evmAddresses(wallet),
        client: new EvmClient({ url, network: { ...network, traces } }),
      };
    case 'bitcoin':
      return {
        ...shared,
        family,
        scheme: bitcoinAddresses(wallet, network.kind),
        client: new BitcoinClient({ url, network }),
      };
    case 'tron':
      return {
        ...shared,
        family,
        scheme: tronAddresses(wallet),
        client: new TronClient({ url, network, ...(apiKey !== undefined && { apiKey }) }),
      };
    default:
      return assertNever(family);
  }
}
