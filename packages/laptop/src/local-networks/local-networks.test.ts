/**
 * Both local EVM networks with real anvil processes: addresses, faucet, kills, and what a crash of everything leaves
 * on disk.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productId } from '@salar/protocol';
import { localProviders } from '@salar/services';
import type { SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { privateKeyToAddress, generatePrivateKey } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { startLocalNetworks } from './local-networks.ts';
import type { LocalNetworks } from './local-networks.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const table = localProviders(ids);
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let dataDir: string;
let running: LocalNetworks[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-chains-'));
  running = [];
});
afterEach(async () => {
  for (const networks of running) await networks.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(dir = dataDir, portMin = 0): Promise<LocalNetworks> {
  const networks = await startLocalNetworks({
    dataDir: dir,
    networks: table.networks,
    bitcoinEntry: '',
    portMin,
    log,
  });
  running.push(networks);
  return networks;
}

function openClient(networks: LocalNetworks, name: string): EvmClient {
  const network = networks.find(name);
  if (network?.settings.family !== 'evm') throw new Error(`no network ${name}`);
  return new EvmClient({ url: network.url, network: network.settings });
}

const receiver = () => privateKeyToAddress(generatePrivateKey());

test('two networks with the same contracts at the same addresses, independent of each other', async () => {
  const networks = await start();
  const to = receiver();
  for (const name of ['Ethereum (local)', 'polygon']) await openClient(networks, name).check();
  const polygon = networks.find('Polygon (local)');
  if (polygon === undefined) throw new Error('no network');
  await polygon.send({ address: to, productId: ids.usdt, amount: 12_500_000n });
  expect(await openClient(networks, 'polygon').getBalance(ids.usdt, to)).toBe(12_500_000n);
  expect(await openClient(networks, 'ethereum').getBalance(ids.usdt, to)).toBe(0n);
  const coin = { address: to, productId: ids.eth, amount: 1n };
  await expect(polygon.send(coin)).rejects.toThrow('does not carry product');
});

test('the hot wallet is funded once, with gas on every network, and what the house wallet has counts', async () => {
  const networks = await start();
  const hot = receiver();
  const wallet: SignerWallet = { family: 'evm', keyLayout: 2, xpub: '', hotAddress: hot, gasAddress: null };
  for (const _ of [1, 2]) await networks.fundHouse([wallet]);
  const emptied = { ...wallet, hotAddress: receiver(), houseAddress: hot };
  await networks.fundHouse([emptied]);
  expect(await openClient(networks, 'polygon').coinBalance(emptied.hotAddress)).toBe(0n);
  const polygon = openClient(networks, 'polygon');
  expect(await polygon.coinBalance(hot)).toBe(10_000n * 10n ** 18n);
  expect(await polygon.getBalance(ids.usdc, hot)).toBe(10_000_000_000_000n);
});

test('a stop keeps the chain, and the next start continues it', async () => {
  const first = await start();
  const to = receiver();
  const [ethereum] = first.all;
  if (ethereum === undefined) throw new Error('no network');
  const txId = await ethereum.send({ address: to, productId: ids.eth, amount: 7n });
  await ethereum.mine(10);
  const before = await openClient(first, 'ethereum').receipt(txId);
  await first.stop();
  running = [];
  expect(readFileSync(join(dataDir, 'chains', 'ethereum', 'transactions.log'), 'utf8')).toBe('');

  const again = openClient(await start(), 'ethereum');
  expect(await again.receipt(txId)).toEqual(before);
  expect(await again.coinBalance(to)).toBe(7n);
});

test('a crash of everything loses no transaction, though no state was saved', async () => {
  const first = await start();
  const to = receiver();
  const [ethereum] = first.all;
  if (ethereum === undefined) throw new Error('no network');
  for (const amount of [1n, 20n, 300n]) await ethereum.send({ address: to, productId: ids.usdc, amount });
  // The disk as it is now, without any orderly stop.
  const copy = mkdtempSync(join(tmpdir(), 'salar-chains-'));
  cpSync(dataDir, copy, { recursive: true });
  const after = await start(copy);
  expect(await openClient(after, 'ethereum').getBalance(ids.usdc, to)).toBe(321n);
  rmSync(copy, { recursive: true, force: true });
});

test('repeated kills under load lose nothing that was answered', async () => {
  const networks = await start();
  const to = receiver();
  const [ethereum] = networks.all;
  if (ethereum === undefined) throw new Error('no network');
  let answered = 0n;
  const load = (async () => {
    for (let sent = 0; sent < 30; sent += 1) {
      await ethereum.send({ address: to, productId: ids.usdt, amount: 1n });
      answered += 1n;
    }
  })();
  for (let kills = 0; kills < 3; kills += 1) {
    const target = answered + 4n;
    await expect.poll(() => answered >= target, { interval: 5, timeout: 20_000 }).toBe(true);
    await ethereum.kill();
  }
  await load;
  expect(await openClient(networks, 'ethereum').getBalance(ids.usdt, to)).toBe(30n);
}, 60_000);

test('another port is used when one is taken, and unlocked accounts are restored too', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', () => resolve()));
  const { port } = blocker.address() as AddressInfo;
  const networks = await start(dataDir, port);
  const [ethereum] = networks.all;
  if (ethereum === undefined) throw new Error('no network');
  expect(Number(new URL(ethereum.url).port)).toBeGreaterThan(port);
  blocker.close();

  const rpc = new JsonRpc(ethereum.url);
  const [from] = (await rpc.call('eth_accounts')) as string[];
  const to = receiver();
  await rpc.call('eth_sendTransaction', { from, to, value: '0x5' });
  await ethereum.kill();
  expect(await openClient(networks, 'ethereum').coinBalance(to)).toBe(5n);
});
