/**
 * A small exchange whose cold storage is a Safe of five owners: a real local chain with the published contract, the signer,
 * operators who prepare and send refills, and owners who sign them with the real offline program.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { SafeRefills } from '@salar/cold/evm/safe-refills';
import { deployLocalSafe, localSafeAddress } from '@salar/laptop/anvil/local-safe';
import { houseAccounts } from '@salar/protocol';
import type { EvmNetwork } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { openTicketWorld, world } from '../ticket-world.ts';
import type { TicketWorld } from '../ticket-world.ts';
import { hotCapPpm, openRefillOperator } from './cold-world.ts';
import type { ColdWorld } from './cold-world.ts';
import { OfflineOwner } from './offline-owner.ts';

const { eth, usdt } = world.ids;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const required = 3;

export type SafeWorld = ColdWorld & {
  readonly exchange: TicketWorld;
  readonly rpc: JsonRpc;
  readonly coldAddress: string;
  /** Sends a customer's deposit. */
  deposit(contract: string | null, amount: bigint): Promise<void>;
};

export async function openSafeWorld(database: TicketDatabase): Promise<SafeWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-cold-world-'));
  const names = ['ana', 'bruno', 'carla', 'diego', 'elena'];
  const owners = await Promise.all(names.map((name) => OfflineOwner.create(name)));
  const exchange = await openTicketWorld(database, addCold);
  const { hotAddress, gasAddress, client, network } = exchange;
  const { name, chainId, assets } = network.settings;
  const rpc = new JsonRpc(exchange.anvil.url);
  await deployLocalSafe(rpc, chainId, { owners: owners.map(({ address }) => address), required });
  const openStorage = (receiver: string) =>
    new SafeRefills({ client, name, chainId, coldAddress: localSafeAddress, hotAddress: receiver });
  const coldStorage = openStorage(hotAddress);
  await exchange.reopen({ hotCapPpm, reconcileEveryMs: 0, openColdStorage: () => coldStorage });
  await exchange.anvil.faucet.send({ address: hotAddress, contract: null, amount: 3n * ether });
  const address = await exchange.getDepositAddress(world.maria);
  const act = await openRefillOperator(database, {
    network: network.settings,
    coldStorage,
    product: { productId: usdt, symbol: 'USDT', name: 'Tether', decimals: 6 },
    folder,
  });
  const settings = join(folder, 'settings.json');
  const symbols = new Map([
    [eth, 'ETH'],
    [usdt, 'USDT'],
  ]);
  const known = assets.filter(({ productId }) => symbols.has(productId));
  const coldNetwork = {
    family: 'evm',
    name,
    chainId,
    coldAddress: localSafeAddress,
    owners: owners.map((owner) => ({ name: owner.name, address: owner.address })),
    required,
    hotAddresses: [hotAddress],
    assets: known.map(({ productId, contract, decimals }) => ({
      product: symbols.get(productId),
      contract,
      decimals,
    })),
  };
  writeFileSync(settings, JSON.stringify({ networks: [coldNetwork] }, null, 2));
  return {
    exchange,
    rpc,
    coldAddress: localSafeAddress,
    owners,
    required,
    settings,
    folder,
    act,
    openForger: openStorage,
    readHeight: () => client.height(),
    async pass(turns) {
      for (let turn = 0; turn < turns; turn += 1) await exchange.pass(1);
    },
    async deposit(contract, amount) {
      await exchange.anvil.faucet.send({ address, contract, amount });
    },
    async readShares(product) {
      const balanceOf = (of: string) => client.getBalance(product, of);
      const hot = (await balanceOf(hotAddress)) + (await balanceOf(gasAddress)) + (await balanceOf(address));
      return {
        hot,
        cold: await balanceOf(localSafeAddress),
        owed: exchange.available(world.maria, product),
        books: 0n - exchange.engine.position(houseAccounts.custody, product).total,
      };
    },
    async close() {
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Small amounts are swept, so that a burst of few deposits fills the hot wallet. */
function addCold(network: EvmNetwork): EvmNetwork {
  return {
    ...network,
    coldAddress: localSafeAddress,
    assets: network.assets.map((asset) => ({ ...asset, sweepMin: asset.productId === eth ? ether : dollar })),
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: 10n * ether },
  };
}
