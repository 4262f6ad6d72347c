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
import { assert, houseAccounts, millis, sequence } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { EvmNetwork } from '@salar/services';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { TicketDatabase } from '@salar/store';
import { OfflineOwner } from './offline-owner.ts';
import { openOperatorWorld } from './operator-world.ts';
import type { OperatorWorld } from './operator-world.ts';
import { openTicketWorld, world } from './ticket-world.ts';
import type { TicketWorld } from './ticket-world.ts';

const { eth, usdt } = world.ids;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
/** The share of the hot wallets, in millionths: a twentieth. */
const hotCapPpm = 50_000n;
const required = 3;

export type ColdWorld = {
  readonly exchange: TicketWorld;
  readonly rpc: JsonRpc;
  readonly coldAddress: string;
  readonly owners: readonly OfflineOwner[];
  /** The settings file of the owners. */
  readonly settings: string;
  /** A folder for the files that travel between the exchange and the owners. */
  readonly folder: string;
  /** Mines a block and lets everything work, so often. */
  pass(turns: number): Promise<void>;
  /** Sends a customer's deposit. */
  deposit(contract: string | null, amount: bigint): Promise<void>;
  /** Runs a command as an operator; the file of an answer is written into the folder. */
  act(
    command: string,
    params: Readonly<Record<string, string>>,
  ): Promise<OperatorAnswer & { readonly path?: string }>;
  /** Returns what the hot wallets and cold storage hold, and what is owed to customers. */
  readShares(product: ProductId): Promise<{ hot: bigint; cold: bigint; owed: bigint; books: bigint }>;
  close(): Promise<void>;
};

export async function openColdWorld(database: TicketDatabase): Promise<ColdWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-cold-world-'));
  const names = ['ana', 'bruno', 'carla', 'diego', 'elena'];
  const owners = await Promise.all(names.map((name) => OfflineOwner.create(name)));
  const exchange = await openTicketWorld(database, addCold);
  const { hotAddress, gasAddress, client, network } = exchange;
  const { name, chainId, assets } = network.settings;
  const rpc = new JsonRpc(exchange.anvil.url);
  await deployLocalSafe(rpc, chainId, { owners: owners.map(({ address }) => address), required });
  const coldStorage = new SafeRefills({ client, name, chainId, coldAddress: localSafeAddress, hotAddress });
  await exchange.reopen({ hotCapPpm, reconcileEveryMs: 0, openColdStorage: () => coldStorage });
  await exchange.anvil.faucet.send({ address: hotAddress, contract: null, amount: 3n * ether });
  const address = await exchange.getDepositAddress(world.maria);
  const operators = await openOperatorWorld(database, {
    networks: [network.settings],
    coldStorages: () => new Map([[chainId, coldStorage]]),
  });
  defineDollars(operators);
  const finance = await operators.createOperator('fabio', 'admin');
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
    settings,
    folder,
    async pass(turns) {
      for (let turn = 0; turn < turns; turn += 1) await exchange.pass(1);
    },
    async deposit(contract, amount) {
      await exchange.anvil.faucet.send({ address, contract, amount });
    },
    async act(command, params) {
      const answer = await operators.act(finance, command, params);
      if (!answer.ok || answer.file === undefined) return answer;
      const path = join(folder, answer.file.name);
      writeFileSync(path, Buffer.from(answer.file.base64, 'base64'));
      return { ...answer, path };
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

function defineDollars({ engine, clock }: OperatorWorld): void {
  const command = {
    type: 'DefineProduct',
    productId: usdt,
    symbol: 'USDT',
    name: 'Tether',
    kind: 'crypto',
    decimals: 6,
  } as const;
  const stamp = { sequence: sequence(engine.lastSequence + 1), at: millis(clock.now) };
  assert(engine.apply(command, stamp).ok, 'the product is defined');
}
