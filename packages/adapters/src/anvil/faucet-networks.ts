/** The local chains as a faucet page wants them: by symbols and decimal text. */
import { accept, parseAmount, refuse } from '@salar/protocol';
import type { ProductId, Result } from '@salar/protocol';
import type { ChainProvider, NetworkAsset } from '@salar/services';
import { parseEvmAddress } from '../chain-evm/evm-addresses.ts';
import type { LocalNetwork, LocalNetworks } from './local-networks.ts';

export type FaucetProduct = { readonly productId: ProductId; readonly symbol: string };

export type FaucetNetwork = {
  readonly name: string;
  /** Templates of its providers, its short name and its chain id. */
  readonly aliases: readonly string[];
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Contract address by product symbol. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly products: readonly string[];
  /** Resolves when the transfer is in a block. `amount` is exact decimal text above zero. */
  faucet(request: {
    readonly address: string;
    readonly product: string;
    readonly amount: string;
  }): Promise<
    Result<{ readonly txId: string }, 'product_unknown' | 'address_malformed' | 'amount_malformed'>
  >;
  mine(blocks: number): Promise<void>;
};

/** The native coin comes first in every network's products. */
export function faucetNetworks(
  networks: LocalNetworks,
  providers: readonly ChainProvider[],
  products: readonly FaucetProduct[],
): readonly FaucetNetwork[] {
  return networks.all.map((network) => faucetNetwork(networks, network, providers, products));
}

function faucetNetwork(
  networks: LocalNetworks,
  network: LocalNetwork,
  providers: readonly ChainProvider[],
  products: readonly FaucetProduct[],
): FaucetNetwork {
  const { settings, anvil } = network;
  const assets = settings.assets.flatMap((asset) => {
    const symbol = products.find((product) => product.productId === asset.productId)?.symbol;
    return symbol === undefined ? [] : [{ ...asset, symbol }];
  });
  const templates = providers
    .filter((provider) => provider.chainId === settings.chainId)
    .flatMap((provider) => [provider.depositTemplate, provider.withdrawTemplate, provider.name]);
  return {
    name: settings.displayName,
    aliases: [...new Set([...templates, settings.name, String(settings.chainId)])],
    chainId: settings.chainId,
    rpcUrl: anvil.url,
    contracts: Object.fromEntries(
      assets.flatMap(({ symbol, contract }) => (contract === null ? [] : [[symbol, contract]])),
    ),
    products: assets.map(({ symbol }) => symbol),
    mine: (blocks) => anvil.mine(blocks),
    async faucet({ address, product, amount }) {
      const asset = assets.find(({ symbol }) => symbol === product.toUpperCase());
      if (asset === undefined) return refuse('product_unknown');
      const to = parseEvmAddress(address);
      if (to === null) return refuse('address_malformed');
      const units = unitsOf(amount, asset);
      if (units === null) return refuse('amount_malformed');
      return accept({
        txId: await networks.faucet({ network, address: to, productId: asset.productId, amount: units }),
      });
    },
  };
}

function unitsOf(amount: string, asset: NetworkAsset): bigint | null {
  const parsed = parseAmount(amount, asset.decimals);
  return parsed.ok && parsed.value > 0n ? parsed.value : null;
}
