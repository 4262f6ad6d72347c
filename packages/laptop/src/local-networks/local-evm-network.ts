/** An EVM network of the laptop: one anvil. */
import { join } from 'node:path';
import { findWallet } from '@salar/services';
import type { EvmNetwork, SignerWallet } from '@salar/services';
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
      scheme: evmAddresses(findWallet(wallets, 'evm')),
    }),
    fundHouse: (wallets) => fund(settings, anvil, findWallet(wallets, 'evm')),
    stop: () => anvil.stop(),
    kill: () => anvil.kill(),
  };
}

/** The coin pays for gas on every network, whether a product or not. What the house has moved to its own wallet counts. */
async function fund(
  settings: EvmNetwork,
  anvil: RunningAnvil,
  { hotAddress, houseAddress = hotAddress }: Pick<SignerWallet, 'hotAddress' | 'houseAddress'>,
): Promise<void> {
  const client = new EvmClient({ url: anvil.url, network: settings });
  const addresses = [...new Set([hotAddress, houseAddress])];
  const sum = async (read: (address: string) => Promise<bigint>) =>
    (await Promise.all(addresses.map(read))).reduce((total, held) => total + held, 0n);
  const coins = hotCoins * 10n ** 18n;
  if ((await sum((address) => client.coinBalance(address))) < coins / 2n)
    await anvil.faucet.send({ address: hotAddress, contract: null, amount: coins });
  for (const { productId, contract, decimals } of settings.assets) {
    if (contract === null) continue;
    const amount = hotTokens * 10n ** BigInt(decimals);
    if ((await sum((address) => client.getBalance(productId, address))) < amount / 2n)
      await anvil.faucet.send({ address: hotAddress, contract, amount });
  }
}
