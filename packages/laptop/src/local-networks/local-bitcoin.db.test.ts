/** The laptop's Bitcoin network as a process; a db test because those build the server first. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productId } from '@salar/protocol';
import type { BitcoinNetwork, SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeSettingsVariable } from '../bitcoin-regtest/node-settings.ts';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { BitcoinRpc } from '@salar/adapters/chain-bitcoin/bitcoin-rpc';
import { startLocalNetworks } from './local-networks.ts';
import type { LocalNetworks } from './local-networks.ts';
import type { LocalNetwork } from './local-network.ts';

const btc = productId(1);
const { network: settings } = localBitcoin(btc);
const entry = 'dist/server/bitcoin-node.js';
/** Generous for a busy machine. */
const pollMs = 120_000;
const testMs = 300_000;
const receiver = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';
const emptied = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
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

async function start(portMin = 0): Promise<LocalNetwork> {
  const networks = await startLocalNetworks({
    dataDir,
    networks: [settings],
    bitcoinEntry: entry,
    portMin,
    log,
  });
  running.push(networks);
  const [network] = networks.all;
  if (network === undefined) throw new Error('there is one network');
  return network;
}

const openClient = ({ url }: { url: string }, network: BitcoinNetwork = settings) =>
  new BitcoinClient({ url, network });
const readHeight = (network: LocalNetwork) =>
  openClient(network)
    .height()
    .catch(() => -1);

test(
  'coins for an address are in a block, and a second block follows without manual mining',
  async () => {
    const network = await start();
    await openClient(network).check();
    const txId = await network.send({ address: receiver, productId: btc, amount: 12_345_678n });
    const receipt = await openClient(network).receipt(txId);
    expect(receipt?.transfers).toContainEqual(
      expect.objectContaining({ to: receiver, amount: 12_345_678n, productId: btc }),
    );
    const height = receipt?.height ?? 0;
    await expect.poll(() => readHeight(network), { timeout: pollMs }).toBeGreaterThan(height);
    await expect(network.send({ address: receiver, productId: productId(2), amount: 1n })).rejects.toThrow(
      'does not carry product',
    );
  },
  testMs,
);

test(
  'the hot wallet is funded once, in coins that can be spent in parallel, and what the house wallet has counts',
  async () => {
    const network = await start();
    const wallet: SignerWallet = {
      family: 'bitcoin',
      keyLayout: 2,
      xpub: '',
      hotAddress: receiver,
      gasAddress: null,
    };
    for (const _ of [1, 2]) await network.fundHouse([wallet]);
    await network.fundHouse([{ ...wallet, hotAddress: emptied, houseAddress: receiver }]);
    const found = await new BitcoinRpc(network.url).call('scantxoutset', 'start', [`addr(${receiver})`]);
    expect(found).toMatchObject({ total_amount: '100.00000000' });
    const other = await new BitcoinRpc(network.url).call('scantxoutset', 'start', [`addr(${emptied})`]);
    expect(other).toMatchObject({ total_amount: '0.00000000' });
    let coins = 0;
    for (let height = 441; height <= (await readHeight(network)); height += 1) {
      const block = await openClient(network).block(height);
      coins += block?.transfers.filter(({ to }) => to === receiver).length ?? 0;
    }
    expect(coins).toBe(20);
  },
  testMs,
);

test(
  'a kill loses nothing that was answered, and the address stays the same',
  async () => {
    const network = await start();
    const sent: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      sent.push(await network.send({ address: receiver, productId: btc, amount: 1_000n + BigInt(round) }));
      const height = await readHeight(network);
      await network.kill();
      await expect.poll(() => readHeight(network), { timeout: pollMs }).toBeGreaterThanOrEqual(height);
    }
    for (const txId of sent) expect(await openClient(network).receipt(txId)).not.toBeNull();
  },
  testMs,
);

test(
  'a stop keeps the chain, and the next start continues it',
  async () => {
    const first = await start();
    const txId = await first.send({ address: receiver, productId: btc, amount: 7_000n });
    await first.mine(5);
    const before = await openClient(first).receipt(txId);
    await first.stop();
    running = [];
    expect(await openClient(await start()).receipt(txId)).toEqual(before);
  },
  testMs,
);

test(
  'another port is used when one is taken',
  async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => void blocker.listen(0, '127.0.0.1', () => resolve()));
    const { port } = blocker.address() as AddressInfo;
    const network = await start(port);
    expect(Number(new URL(network.url).port)).toBeGreaterThan(port);
    expect(await readHeight(network)).toBe(440);
    blocker.close();
  },
  testMs,
);

test(
  'it ends when the pipe from its parent closes, for whatever reason',
  async () => {
    const child = spawn(process.execPath, [entry], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        [nodeSettingsVariable]: JSON.stringify({
          portMin: 0,
          portMax: 0,
          credentials: 'salar:local',
          file: join(dataDir, 'blocks'),
          blockTimeMs: 2_000,
        }),
      },
    });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.stdin.destroy();
    expect(await ended).toEqual([0, null]);
  },
  testMs,
);

test(
  'a missing program is reported',
  async () => {
    const networks = startLocalNetworks({
      dataDir,
      networks: [settings],
      bitcoinEntry: join(dataDir, 'nothing.js'),
      portMin: 0,
      log,
    });
    await expect(networks).rejects.toThrow('the local Bitcoin network does not start');
  },
  testMs,
);
