/**
 * The watcher's view of Bitcoin's wallets, with a seed of version 0.1, a house wallet and keys that are replaced: after every block it
 * finds nothing missing, and it counts nothing that is not ours.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import { houseAccounts, minor, ticketId } from '@salar/protocol';
import type { TransferFunds } from '@salar/protocol';
import type { SignerWallet } from '@salar/services';
import type { KeyName, KeyStore } from '@salar/signer/keys/key-store';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { watchHoldings } from './holdings.ts';
import { OutflowChecks } from './outflow-checks.ts';
import { findShortages } from './wallets-against-books.ts';
import type { Shortage } from './wallets-against-books.ts';
import { openWatchedNetworks } from './watched-network.ts';
import type { WatchedNetwork } from './watched-network.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const outsider = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(31));
const renewed = { root, layout: 2, formerLayout: 1 } as const;
const token = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(32)), layout: 2 }, 'regtest');

let data: TestDatabase;
let exchange: BitcoinExchange;
let address: string;
const dataDir = mkdtempSync(join(tmpdir(), 'salar-watched-bitcoin-'));

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(
    data.database,
    (network) => ({
      ...network,
      assets: network.assets.map((asset) => ({ ...asset, houseMin: bitcoin, houseFloat: 0n })),
    }),
    { root, layout: 1 },
  );
  await exchange.reopen({ reconcileEveryMs: 0 });
  address = await exchange.getDepositAddress(maria);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the network as a watcher does with the wallets that the signer has printed. */
function openNetwork(wallet: SignerWallet = exchange.wallet): WatchedNetwork {
  const { network, nodeUrl: url } = exchange;
  const { networks } = buildPolicy({ networks: [network], caps: [] });
  const nodes = new Map([[network.chainId, { chainId: network.chainId, url, traces: 'none' } as const]]);
  const [watched] = openWatchedNetworks(networks, [wallet], nodes);
  if (watched === undefined) throw new Error('the policy has a network');
  return watched;
}

function compare(network: WatchedNetwork): Promise<readonly Shortage[]> {
  return findShortages({
    db: data.database,
    networks: [network],
    holdingsOf: () => watchHoldings(network, Date.now),
    engine: exchange.engine,
    readJournal: async () => undefined,
  });
}

const readOwed = () => 0n - exchange.engine.position(houseAccounts.custody, bitcoinProduct).total;
const readHeld = async (network: WatchedNetwork) =>
  (await watchHoldings(network, Date.now).read(data.database, await exchange.client.height())).get(
    bitcoinProduct,
  );

/** Mines blocks one by one, and lets the watcher compare after each; at the end nothing is in flight. */
async function watch(blocks = 7): Promise<void> {
  const network = openNetwork();
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await compare(network)).toEqual([]);
  }
  expect(await readHeld(network)).toBe(readOwed());
}

async function startSigner(...options: Parameters<BitcoinExchange['startSigner']>): Promise<void> {
  await exchange.startSigner(...options);
  await exchange.reopen({ reconcileEveryMs: 0 });
}

/** Gives maria money of the house, so that the house wallet pays into the hot wallet. */
async function give(amount: bigint): Promise<void> {
  const outcome = await exchange.ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: maria,
    productId: bitcoinProduct,
    amount: minor(amount),
    key: `bonus ${amount}`,
  });
  expect(outcome.ok).toBe(true);
}

const listMoves = async () =>
  (
    await data.database.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM house_move WHERE status = 'Final' ORDER BY kind`,
    )
  ).map(({ kind }) => kind);

test('a house wallet: nothing is missing while money moves to it, back, and out by a payment', async () => {
  expect(exchange.wallet.keyLayout).toBe(1);
  await exchange.pay(
    { address, amount: 12n * bitcoin },
    { address: exchange.hotAddress, amount: 7n * bitcoin },
  );
  await watch();
  await exchange.withdraw(3n * bitcoin, outsider);
  await give(2n * bitcoin);
  await watch();
  expect(await listMoves()).toEqual(['from_house', 'to_house']);
});

test('the house wallet is not counted by a watcher that was not given it', async () => {
  const { houseAddress, ...wallet } = exchange.wallet;
  const [row] = await data.database.query<{ sum: bigint }>(
    'SELECT sum(amount) AS sum FROM bitcoin_output WHERE address = $1 AND spent_tx IS NULL',
    [houseAddress],
  );
  expect(row?.sum).toBeGreaterThan(bitcoin);
  expect(await compare(openNetwork(wallet))).toMatchObject([{ missing: row?.sum }]);
});

test('outputs of strangers that somebody wrote into the table are not counted', async () => {
  const network = openNetwork();
  const before = await readHeld(network);
  await exchange.pay({ address: outsider, amount: 5n * bitcoin });
  const height = await exchange.client.height();
  const block = await exchange.client.block(height);
  const stranger = block?.transfers.find(({ to }) => to === outsider);
  expect(stranger?.amount).toBe(5n * bitcoin);
  for (const [branch, index] of [
    [0, 0],
    [0, 1],
    [2, 0],
    [4, 0],
    [5, 0],
  ]) {
    await data.database.query(
      `INSERT INTO bitcoin_output (chain_id, tx_id, vout, amount, branch, index, height, address)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        network.chainId,
        stranger?.txId,
        Number(stranger?.position),
        stranger?.amount,
        branch,
        index,
        height,
        exchange.wallet.houseAddress,
      ],
    );
    expect(await readHeld(network), `branch ${branch}, index ${index}`).toBe(before);
    await data.database.query('DELETE FROM bitcoin_output WHERE tx_id = $1', [stranger?.txId]);
  }
  await exchange.pass(0);
});

test('a hot key that was replaced in layout 1: what the former one holds is missing until it is back', async () => {
  await exchange.pay({ address: exchange.hotAddress, amount: bitcoin / 2n });
  await watch();
  const before = exchange.wallet;
  await exchange.startSigner(new Map([['bitcoin/hot', token]]));
  expect(exchange.wallet).toMatchObject({
    keyLayout: 1,
    hotAddress: expect.not.stringMatching(before.hotAddress),
  });
  const [row] = await data.database.query<{ sum: bigint }>(
    'SELECT sum(amount) AS sum FROM bitcoin_output WHERE address = $1 AND spent_tx IS NULL',
    [before.hotAddress],
  );
  expect(row?.sum).toBeGreaterThanOrEqual(bitcoin / 2n);
  expect(await compare(openNetwork())).toMatchObject([{ missing: row?.sum }]);
  await startSigner(new Map());
  await watch(1);
});

test('a seed that gets layout 2: former wallets and change are counted until they are empty', async () => {
  const before = exchange.wallet;
  await startSigner(new Map(), { seed: renewed });
  expect(exchange.wallet).toMatchObject({ keyLayout: 2, former: { hotAddress: before.hotAddress } });
  await watch(1);
  await exchange.pay({ address: before.hotAddress, amount: bitcoin / 4n });
  await exchange.withdraw(9n * bitcoin, outsider);
  await watch();
});

test('a house key in another store: the former house wallet is counted until it is empty', async () => {
  const { houseAddress } = exchange.wallet;
  const apart = new Map<KeyName, KeyStore>([
    ['bitcoin/house', token],
    ['bitcoin/former-house', new SeedKeys(renewed, 'regtest').asFormer()],
  ]);
  await startSigner(apart, { seed: renewed });
  expect(exchange.wallet.former).toMatchObject({ houseAddress });
  await watch(1);
  await exchange.pay({ address: houseAddress ?? '', amount: bitcoin / 4n });
  await give(3n * bitcoin);
  await watch();
  expect(await listMoves()).toEqual(['carry_house', 'from_house', 'to_house']);
});

test('every withdrawal and every cost of these moves is explained by the node', async () => {
  const network = openNetwork();
  const outflows = new OutflowChecks([network], dataDir);
  try {
    const settled = await data.database.query<{ id: number }>(
      `SELECT ticket_id AS id FROM withdrawal WHERE status = 'FullyProcessed'`,
    );
    const costs = await data.database.query<{ txId: string; amount: bigint }>(
      'SELECT tx_id AS "txId", amount FROM network_cost',
    );
    expect(settled).toHaveLength(2);
    expect(costs.length).toBeGreaterThanOrEqual(5);
    for (const { id } of settled)
      outflows.note({ type: 'SettleWithdrawal', ticketId: ticketId(id) }, exchange.engine);
    const note = (amount: bigint, txId: string) => {
      const command: TransferFunds = {
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.networkCosts,
        targetAccountId: houseAccounts.custody,
        productId: bitcoinProduct,
        amount: minor(amount),
        key: `cost:${network.chainId}:${txId}`,
      };
      outflows.note(command, exchange.engine);
    };
    for (const { txId, amount } of costs) note(amount, txId);
    expect(await outflows.findUnexplained(data.database)).toEqual(new Map());
    const [first] = costs;
    note((first?.amount ?? 0n) + 1n, first?.txId ?? '');
    expect([...(await outflows.findUnexplained(data.database)).values()]).toEqual([
      expect.stringContaining('and its fee is'),
    ]);
  } finally {
    outflows.close();
  }
});
