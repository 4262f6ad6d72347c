/** The local pages' view of a local network: products by symbol, amounts as text. */
import { accept, parseAmount, refuse } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { LocalNetworks } from '../local-networks/local-networks.ts';
import { toChainId } from '@salar/services';
import type { TicketProvider } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import type { FaucetNetwork } from './faucet-network.ts';

type FaucetProduct = { readonly productId: ProductId; readonly symbol: string; readonly decimals: number };

export function buildFaucetNetworks(options: {
  readonly networks: LocalNetworks;
  readonly providers: readonly TicketProvider[];
  readonly products: readonly FaucetProduct[];
  readonly log: Log;
}): readonly FaucetNetwork[] {
  const { networks, providers, products, log } = options;
  return networks.all.map((network) => {
    const { settings } = network;
    const assets = settings.assets.flatMap((asset) => {
      const product = products.find((one) => one.productId === asset.productId);
      return product ? [{ ...product, contract: asset.contract }] : [];
    });
    const names = providers
      .filter((provider) => toChainId(provider) === settings.chainId)
      .flatMap((provider) => [provider.name, provider.depositTemplate, provider.withdrawTemplate]);
    return {
      name: settings.displayName,
      aliases: [...new Set([settings.name, String(settings.chainId), ...names])],
      chainId: settings.chainId,
      rpcUrl: network.url,
      contracts: Object.fromEntries(
        assets.flatMap(({ symbol, contract }) => (contract === null ? [] : [[symbol, contract]])),
      ),
      products: assets.map((asset) => asset.symbol),
      mine: (blocks) => network.mine(blocks),
      async faucet(request) {
        const asset = assets.find((one) => one.symbol === request.product);
        if (!asset) return refuse('product_unknown');
        const address = network.parseAddress(request.address);
        if (address === null) return refuse('address_malformed');
        const amount = parseAmount(request.amount, asset.decimals);
        if (!amount.ok || amount.value === 0n) return refuse('amount_malformed');
        try {
          const { productId } = asset;
          return accept({ txId: await network.send({ address, productId, amount: amount.value }) });
        } catch (error) {
          log.warn({ error, network: settings.name }, 'the faucet could not send');
          return refuse('transfer_failed');
        }
      },
    } satisfies FaucetNetwork;
  });
}
