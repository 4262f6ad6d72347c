/**
 * A small exchange whose cold storage is a TRON account of three owners: a node that behaves as documented, the signer,
 * operators who prepare and send refills, and owners who sign them with the real offline program.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import { TronRefills } from '@salar/cold/tron/tron-refills';
import type { TicketDatabase } from '@salar/store';
import { openTronExchange, tronUsdt } from '../tron-exchange.ts';
import type { TronExchange } from '../tron-exchange.ts';
import { world } from '../ticket-world.ts';
import { hotCapPpm, openRefillOperator } from './cold-world.ts';
import type { ColdWorld } from './cold-world.ts';
import { OfflineOwner } from './offline-owner.ts';

const required = 2;
const coin = 1_000_000n;
const coldAddress = parseTronAddressHex('c0'.repeat(20));

export type AccountWorld = ColdWorld & {
  readonly exchange: TronExchange;
  readonly coldAddress: string;
  /** Sends a customer's deposit; it is in the next block. */
  deposit(contract: string | null, amount: bigint): Promise<void>;
};

export async function openAccountWorld(database: TicketDatabase): Promise<AccountWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-account-world-'));
  const owners = await Promise.all(['ana', 'bruno', 'carla'].map((name) => OfflineOwner.create(name)));
  // The offline program has the clock of the machine.
  const exchange = await openTronExchange(database, {
    change: (network) => ({ ...network, coldAddress }),
    now: Date.now(),
  });
  const { client, network, node, wallet } = exchange;
  const { hotAddress, gasAddress } = wallet;
  const { name, chainId } = network;
  node.setPermission(coldAddress, { threshold: required, keys: owners.map((owner) => owner.tronAddress) });
  const clock = () => exchange.clock.now;
  const openStorage = (receiver: string) =>
    new TronRefills({ client, settings: network, coldAddress, hotAddress: receiver, clock });
  const coldStorage = openStorage(hotAddress);
  await exchange.reopen({ hotCapPpm, openColdStorage: () => coldStorage });
  const address = await exchange.getDepositAddress(world.maria);
  const dollars = { productId: world.ids.usdt, symbol: 'USDT', name: 'Tether', decimals: 6 };
  const act = await openRefillOperator(database, { network, coldStorage, product: dollars, folder });
  const settings = join(folder, 'settings.json');
  const coldNetwork = {
    family: 'tron',
    name,
    chainId,
    coldAddress,
    owners: owners.map((owner) => ({ name: owner.name, address: owner.tronAddress })),
    required,
    hotAddresses: [hotAddress],
    feeLimit: '40',
    assets: [
      { product: 'TRX', contract: null, decimals: 6 },
      { product: 'USDT', contract: tronUsdt, decimals: 6 },
    ],
  };
  writeFileSync(settings, JSON.stringify({ networks: [coldNetwork] }, null, 2));
  await exchange.pass(2);
  await exchange.pay(hotAddress, null, 1_000n * coin);
  return {
    exchange,
    coldAddress,
    owners,
    required,
    settings,
    folder,
    act,
    openForger: openStorage,
    readHeight: () => client.height(),
    pass: (turns) => exchange.pass(turns),
    deposit: (contract, amount) => exchange.pay(address, contract, amount),
    async readShares(product) {
      const balanceOf = (of: string) => client.getBalance(product, of);
      const hot = (await balanceOf(hotAddress)) + (await balanceOf(gasAddress)) + (await balanceOf(address));
      return {
        hot,
        cold: await balanceOf(coldAddress),
        owed: exchange.engine.position(world.maria, product).total,
        books: exchange.custody(product),
      };
    },
    async close() {
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
