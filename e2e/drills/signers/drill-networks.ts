/** The networks of the drill as the exchange and the signers know them, and the clients of their nodes. */
import { bitcoinAddresses } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { TronClient } from '@salar/adapters/chain-tron/tron-client';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { assert, minor, productId } from '@salar/protocol';
import { findWallet, localProviders } from '@salar/services';
import type {
  BitcoinNetwork,
  ChainProvider,
  EvmNetwork,
  OpenNetwork,
  SignerWallet,
  TronNetwork,
} from '@salar/services';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { chains, products } from '../custody/drill-policy.ts';
import { families, nets, withdrawFee } from './drill-payments.ts';
import type { Family } from './drill-payments.ts';

/** The addresses of the nodes. */
export type NodeUrls = Readonly<Record<Family, string>>;

export const trx = productId(8);
export const tronContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const most = 10n ** 30n;
/** Changes of the drill: fees are not limited, and a payment that misses one block is signed again with a higher fee. */
const changes = { paymentFees: { perHour: most, perDay: most }, stuckBlocks: 1, pollMs: 400 } as const;

const local = localProviders({ eth: products.eth, usdt: products.usdt, usdc: productId(4) });
const localEvm = local.networks.find(({ chainId }) => chainId === chains.ethereum);
assert(localEvm?.family === 'evm', 'the local profile has an EVM network');
const evm: EvmNetwork = {
  ...localEvm,
  ...changes,
  assets: [{ productId: products.eth, contract: null, decimals: 18 }],
  sweeps: null,
};
const bitcoin: BitcoinNetwork = {
  ...localBitcoin(products.btc).network,
  ...changes,
  assets: [{ productId: products.btc, contract: null, decimals: 8 }],
};
const tron: TronNetwork = {
  ...changes,
  family: 'tron',
  chainId: chains.tron,
  name: 'tron',
  displayName: 'TRON',
  assets: [
    { productId: trx, contract: null, decimals: 6 },
    { productId: products.usdt, contract: tronContract, decimals: 6 },
  ],
  confirmations: 1,
  reorgGraceBlocks: 6,
  startHeight: 0,
  feeLimit: 40_000_000n,
  sweeps: null,
};
export const networks = { evm, bitcoin, tron } as const;

/** The product that is paid on each network. */
export const paidProducts = { evm: products.eth, bitcoin: products.btc, tron: products.usdt } as const;

const templates = { evm: 'Ethereum', bitcoin: 'Bitcoin', tron: 'Tron' } as const;

export const providers: readonly ChainProvider[] = families.map((family, place) => ({
  kind: 'chain',
  chainId: networks[family].chainId,
  providerId: place + 1,
  name: `DRILL_${family.toUpperCase()}`,
  displayName: networks[family].displayName,
  productId: paidProducts[family],
  depositTemplate: `WSAccountProvider_${templates[family]}`,
  withdrawTemplate: `ToExternal${templates[family]}Address`,
  depositMin: minor(1n),
  withdrawFee: minor(withdrawFee),
  withdrawMin: minor(1n),
  confirmations: networks[family].confirmations,
}));

/** Finds the family of a provider of the drill. */
export function findFamily(providerId: number): Family {
  const family = families[providerId - 1];
  assert(family !== undefined, `provider ${providerId} is one of the drill`);
  return family;
}

/** Builds the policy of signers whose hour and day have room for `paid` payments of each family. */
export function buildDrillPolicy(paid: number): SignerPolicy {
  return buildPolicy({
    networks: Object.values(networks),
    caps: families.map((family) => {
      const perHour = minor(nets[family] * BigInt(paid));
      const { chainId } = networks[family];
      const product = paidProducts[family];
      return { chainId, productId: product, perTransaction: minor(nets[family]), perHour, perDay: perHour };
    }),
  });
}

export function openClients(urls: NodeUrls) {
  return {
    evm: new EvmClient({ url: urls.evm, network: evm }),
    bitcoin: new BitcoinClient({ url: urls.bitcoin, network: bitcoin }),
    tron: new TronClient({ url: urls.tron, network: tron }),
  };
}

/** Connects the networks with the wallets of the signers. */
export function openNetworks(urls: NodeUrls, wallets: readonly SignerWallet[]): readonly OpenNetwork[] {
  const clients = openClients(urls);
  const [onEvm, onBitcoin, onTron] = [
    findWallet(wallets, 'evm'),
    findWallet(wallets, 'bitcoin'),
    findWallet(wallets, 'tron'),
  ];
  return [
    { family: 'evm', settings: evm, client: clients.evm, scheme: evmAddresses(onEvm), wallet: onEvm },
    {
      family: 'bitcoin',
      settings: bitcoin,
      client: clients.bitcoin,
      scheme: bitcoinAddresses(onBitcoin, bitcoin.kind),
      wallet: onBitcoin,
    },
    {
      family: 'tron',
      settings: tron,
      client: clients.tron,
      scheme: tronAddresses(onTron),
      wallet: onTron,
    },
  ];
}
