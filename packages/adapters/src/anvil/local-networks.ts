/** The laptop's networks: one anvil each, the clients that read them, the faucet, and a funded hot wallet. */
import { join } from 'node:path';
import type { ProductId } from '@salar/protocol';
import { walletOf } from '@salar/services';
import type { EvmNetwork, NetworkSettings, OpenNetwork, SignerWallet, TicketLog } from '@salar/services';
import { EvmClient } from '../chain-evm/evm-client.ts';
import { evmAddresses } from '../chain-evm/evm-addresses.ts';
import { startAnvil } from './start-anvil.ts';
import type { RunningAnvil } from './start-anvil.ts';

/** Where the first network listens when the port is free; the next one takes the next. */
export const localChainPortMin = 18_545;
const blockTimeSeconds = 2;

/** What the operator has put into the hot wallet at the start, in whole units. */
const hotCoins = 10_000n;
const hotTokens = 10_000_000n;

export type LocalNetwork = { readonly settings: EvmNetwork; readonly anvil: RunningAnvil };

export type LocalNetworks = {
  readonly all: readonly LocalNetwork[];
  /** By display name, name or chain id; undefined when there is no such network. */
  find(network: string): LocalNetwork | undefined;
  /** Real coins for an address. @throws when the network does not carry the product */
  faucet(request: {
    network: LocalNetwork;
    address: string;
    productId: ProductId;
    amount: bigint;
  }): Promise<string>;
  /** As the ticket desks want them. */
  open(wallets: readonly SignerWallet[]): readonly OpenNetwork[];
  /** Fills the hot wallet up with every asset it lacks: the operator's own money, so that withdrawals have funds. */
  fundHotWallets(wallets: readonly SignerWallet[]): Promise<void>;
  stop(): Promise<void>;
};

/** Starts every network together; data lies under `<dataDir>/chains/<name>/`. */
export async function startLocalNetworks(options: {
  dataDir: string;
  networks: readonly NetworkSettings[];
  /** 0 takes any free ones. */
  portMin?: number;
  log: TicketLog;
}): Promise<LocalNetworks> {
  const { dataDir, networks, log, portMin = localChainPortMin } = options;
  const started = await Promise.allSettled(
    networks
      .filter((network) => network.family === 'evm')
      .map(async (settings, index) => ({
        settings,
        anvil: await startAnvil({
          name: settings.name,
          chainId: settings.chainId,
          port: portMin === 0 ? 0 : portMin + index,
          stateFile: join(dataDir, 'chains', settings.name, 'state.gz'),
          blockTimeSeconds,
          log,
        }),
      })),
  );
  const all = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = started.find((result) => result.status === 'rejected');
  const stop = async () => {
    await Promise.all(all.map(({ anvil }) => anvil.stop()));
  };
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }

  const faucet: LocalNetworks['faucet'] = async ({ network, address, productId, amount }) => {
    const asset = network.settings.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined)
      throw new Error(`${network.settings.displayName} does not carry product ${productId}`);
    return network.anvil.faucet.send({ address, contract: asset.contract, amount });
  };
  return {
    all,
    faucet,
    stop,
    find: (name) =>
      all.find(({ settings }) =>
        [settings.displayName, settings.name, String(settings.chainId)].some(
          (known) => known.toLowerCase() === name.trim().toLowerCase(),
        ),
      ),
    open: (wallets) =>
      all.map(({ settings, anvil }) => ({
        family: 'evm',
        wallet: walletOf(wallets, 'evm'),
        settings,
        client: new EvmClient({ url: anvil.url, network: settings }),
        scheme: evmAddresses(walletOf(wallets, 'evm').xpub),
      })),
    async fundHotWallets(wallets) {
      const { hotAddress } = walletOf(wallets, 'evm');
      await Promise.all(all.map((network) => fund(network, hotAddress)));
    },
  };
}

/** The coin pays for gas on every network, whether a product or not. */
async function fund({ settings, anvil }: LocalNetwork, hotAddress: string): Promise<void> {
  const client = new EvmClient({ url: anvil.url, network: settings });
  const coins = hotCoins * 10n ** 18n;
  if ((await client.coinBalance(hotAddress)) < coins / 2n)
    await anvil.faucet.send({ address: hotAddress, contract: null, amount: coins });
  for (const asset of settings.assets) {
    if (asset.contract === null) continue;
    const target = hotTokens * 10n ** BigInt(asset.decimals);
    if ((await client.balanceOf(asset.productId, hotAddress)) < target / 2n)
      await anvil.faucet.send({ address: hotAddress, contract: asset.contract, amount: target });
  }
}
