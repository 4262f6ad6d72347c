/** The laptop's Bitcoin network, in a process of its own. */
import { join } from 'node:path';
import { findWallet } from '@salar/services';
import type { BitcoinNetwork } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { startBitcoinNode } from '../bitcoin-regtest/start-bitcoin-node.ts';
import { bitcoinAddresses, parseBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { getAsset } from './local-network.ts';
import type { LocalNetwork } from './local-network.ts';

const blockTimeMs = 2_000;

/** The operator's initial funds in the hot wallet: in many coins, so that payments do not wait for change. */
const hotCoins = 20;
const hotCoin = 5n * 10n ** 8n;

/**
 * @param options.folder  of its blocks
 * @param options.entry  path of the bundled process, whose program is `runBitcoinNode`
 */
export async function startLocalBitcoin(options: {
  settings: BitcoinNetwork;
  folder: string;
  port: number;
  entry: string;
  log: Log;
}): Promise<LocalNetwork> {
  const { settings, folder, port, entry, log } = options;
  const file = join(folder, 'blocks');
  const node = await startBitcoinNode({ entry, name: settings.name, port, file, blockTimeMs, log });
  return {
    settings,
    url: node.url,
    mine: (blocks) => node.mine(blocks),
    parseAddress: (text) => parseBitcoinAddress(text, settings.kind),
    async send({ address, productId, amount }) {
      getAsset(settings, productId);
      return node.faucet.send({ address, amount });
    },
    open: (wallets) => ({
      family: 'bitcoin',
      wallet: findWallet(wallets, 'bitcoin'),
      settings,
      client: new BitcoinClient({ url: node.url, network: settings }),
      scheme: bitcoinAddresses(findWallet(wallets, 'bitcoin'), settings.kind),
    }),
    async fundHouse(wallets) {
      const { hotAddress, houseAddress = hotAddress } = findWallet(wallets, 'bitcoin');
      let held = 0n;
      // What the house has moved to its own wallet counts.
      for (const address of new Set([hotAddress, houseAddress])) held += await node.faucet.balanceOf(address);
      if (held >= (hotCoin * BigInt(hotCoins)) / 2n) return;
      await node.faucet.sendMany({ address: hotAddress, amount: hotCoin, times: hotCoins });
    },
    stop: () => node.stop(),
    kill: () => node.kill(),
  };
}
