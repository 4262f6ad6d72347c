/** An EVM network of the laptop: one anvil. */
import { join } from 'node:path';
import { findWallet } from '@salar/services';
import type { EvmNetwork } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { startAnvil } from '../anvil/start-anvil.ts';
import type { RunningAnvil } from '../anvil/start-anvil.ts';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { evmAddresses, parseEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { getAsset } from './local-network.ts';
import type { LocalNetwork } from './local-network.ts';

const blockTimeSeconds = 2;

/** The operator's initial funds in the hot wallet, in whole units. */
const hotCoins = 10_000n;
const hotTokens = 10_000_000n;

/** @param options.folder  of its state */
export async function startLocalEvm(options: {
  settings: EvmNetwork;
  folder: string;
  port: number;
  log: Log;
}): Promise<LocalNetwork> {
  const { settings, folder, port, log } = options;
  const anvil = await startAnvil({
    name: settings.name,
    chainId: settings.chainId,
    port,
    stateFile: join(folder, 'state.gz'),
    blockTimeSeconds,
    log,
  });
  return {
    settings,
    url: anvil.url,
    mine: (blocks) => anvil.mine(blocks),
    parseAddress: parseEvmAddress,
    async send({ address, productId, amount }) {
      const { contract } = getAsset(settings, productId);
      return anvil.faucet.send({ address, contract, amount });
    },
    open: (wallets) => ({
      family: 'evm',
      wallet: findWallet(wallets, 'evm'),
      settings,
      client: new EvmClient({ url: anvil.url, network: settings }),
      scheme: evmAddresses(findWallet(wallets, 'evm').xpub),
    }),
    fundHouse: (wallets) => fund(settings, anvil, findWallet(wallets, 'evm').hotAddress),
    stop: () => anvil.stop(),
    kill: () => anvil.kill(),
  };
}

/** The coin pays for gas on every network, whether a product or not. */
async function fund(settings: EvmNetwork, anvil: RunningAnvil, hotAddress: string): Promise<void> {
  const client = new EvmClient({ url: anvil.url, network: settings });
  const coins = hotCoins * 10n ** 18n;
  if ((await client.coinBalance(hotAddress)) < coins / 2n)
    await anvil.faucet.send({ address: hotAddress, contract: null, amount: coins });
  for (const asset of settings.assets) {
    if (asset.contract === null) continue;
    const target = hotTokens * 10n ** BigInt(asset.decimals);
    if ((await client.getBalance(asset.productId, hotAddress)) < target / 2n)
      await anvil.faucet.send({ address: hotAddress, contract: asset.contract, amount: target });
  }
}
