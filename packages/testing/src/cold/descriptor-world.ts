/**
 * A small exchange whose cold storage is a descriptor of three owners: a real private network, the signer, operators who
 * prepare and send refills, and owners who sign them with the real offline program.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readColdStorage } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { BitcoinRefills } from '@salar/cold/bitcoin/bitcoin-refills';
import { houseAccounts } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { listColdOutputs, listFinalColdOutputs } from '@salar/store/tables/chains/cold-outputs';
import { bitcoinProduct, openBitcoinExchange } from '../bitcoin-exchange.ts';
import type { BitcoinExchange } from '../bitcoin-exchange.ts';
import { world } from '../ticket-world.ts';
import { hotCapPpm, openRefillOperator } from './cold-world.ts';
import type { ColdWorld } from './cold-world.ts';
import { OfflineOwner } from './offline-owner.ts';

const required = 2;

export type DescriptorWorld = ColdWorld & {
  readonly exchange: BitcoinExchange;
  readonly descriptor: string;
  /** Pays a customer's deposits, which are in one block on return. */
  deposit(...amounts: readonly bigint[]): Promise<void>;
};

export async function openDescriptorWorld(database: TicketDatabase): Promise<DescriptorWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-descriptor-world-'));
  const owners = await Promise.all(['ana', 'bruno', 'carla'].map((name) => OfflineOwner.create(name)));
  const descriptor = `wsh(sortedmulti(${required},${owners.map((owner) => owner.descriptorKey).join(',')}))`;
  const cold = readColdStorage(descriptor, 'regtest');
  const exchange = await openBitcoinExchange(database, (network) => ({ ...network, cold }));
  const { client, network, hotAddress } = exchange;
  const { name, chainId, kind } = network;
  const openStorage = (receiver: string) =>
    new BitcoinRefills({
      client,
      settings: network,
      descriptor,
      hotAddress: receiver,
      listOutputs: () => listFinalColdOutputs(database, network),
    });
  const coldStorage = openStorage(hotAddress);
  await exchange.reopen({ hotCapPpm, reconcileEveryMs: 0, openColdStorage: () => coldStorage });
  const address = await exchange.getDepositAddress(world.maria);
  const act = await openRefillOperator(database, {
    network,
    coldStorage,
    product: { productId: bitcoinProduct, symbol: 'BTC', name: 'Bitcoin', decimals: 8 },
    folder,
  });
  const settings = join(folder, 'settings.json');
  const coldNetwork = {
    family: 'bitcoin',
    name,
    chainId,
    kind,
    descriptor,
    owners: owners.map((owner) => owner.name),
    hotAddresses: [hotAddress],
    product: 'BTC',
  };
  writeFileSync(settings, JSON.stringify({ networks: [coldNetwork] }, null, 2));
  return {
    exchange,
    descriptor,
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
    deposit: (...amounts) => exchange.pay(...amounts.map((amount) => ({ address, amount }))),
    async readShares(product) {
      const height = await client.height();
      const outputs = await listColdOutputs(database, { chainId, height });
      const stored = outputs.reduce((sum, { amount }) => sum + amount, 0n);
      return {
        hot: (await sumUnspent(database, chainId)) - stored,
        cold: stored,
        owed: exchange.engine.position(world.maria, product).total,
        books: 0n - exchange.engine.position(houseAccounts.custody, product).total,
      };
    },
    async close() {
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
