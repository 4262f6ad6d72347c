/** The house's money apart from its customers' on Bitcoin: a real private network, the real signer, and books that are equal to the unit after every block. */
import { houseAccounts, minor, userId } from '@salar/protocol';
import { bitcoinHouse } from '@salar/services/ports/chain-signer';
import { walletMoveSteps } from '@salar/services/sweeps/wallet-moves';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { readHouseBooks } from '@salar/testing/house-books';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readColdStorage } from './cold-descriptor.ts';
import { coldDescriptor } from './testing/cold-owners.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const houseMin = bitcoin;
const outsider = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let data: TestDatabase;
let exchange: BitcoinExchange;
let address: string;
let house: string;
let gifts = 0;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database, (network) => ({
    ...network,
    cold: readColdStorage(coldDescriptor, 'regtest'),
    assets: network.assets.map((asset) => ({ ...asset, houseMin, houseFloat: 0n })),
  }));
  await exchange.reopen({ reconcileEveryMs: 0 });
  house = exchange.wallet.houseAddress ?? '';
  address = await exchange.getDepositAddress(maria);
  await settled(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Mines blocks one by one, and compares wallets, tickets and ledger after each. */
async function settled(blocks = 6): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.isBalanced()).toBe(true);
    expect(exchange.alerts.filter((alert) => !alert.includes('more than their share'))).toEqual([]);
  }
}

/** Adds up unspent outputs in blocks; those of the house by their address, as anybody sees them on the chain. */
async function readWallets() {
  const [row] = await data.database.query<{ house: bigint; cold: bigint; hot: bigint }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE address = $1), 0) AS house,
            coalesce(sum(amount) FILTER (WHERE branch = 4), 0) AS cold,
            coalesce(sum(amount) FILTER (WHERE branch < 4), 0) AS hot
     FROM bitcoin_output WHERE height IS NOT NULL AND spent_tx IS NULL`,
    [house],
  );
  if (row === undefined) throw new Error('a sum has a row');
  return row;
}

/** Returns what both sides hold and own, and checks that they make up custody to the last unit. */
async function readSides() {
  const { custody, owned, suspense } = readHouseBooks(exchange.engine, bitcoinProduct);
  const held = await readWallets();
  const ofCustomers = held.hot + held.cold;
  expect(held.house + ofCustomers).toBe(custody);
  expect(suspense).toBe(0n);
  return { owned, ofHouse: held.house, ofCustomers, owed: custody - owned };
}

type Move = { readonly status: string; readonly amount: bigint; readonly plan: string };

const listMoves = (kind: string) =>
  data.database.query<Move>(
    `SELECT m.status, a.amount, a.plan FROM house_move m JOIN house_move_attempt a USING (move_id)
     WHERE m.kind = $1 ORDER BY move_id, attempt`,
    [kind],
  );
const listStatuses = async (kind: string) => (await listMoves(kind)).map(({ status }) => status);

/** Gives maria money of the house, as a correction by an operator does. */
async function give(amount: bigint): Promise<void> {
  gifts += 1;
  const outcome = await exchange.ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: maria,
    productId: bitcoinProduct,
    amount: minor(amount),
    key: `bonus ${gifts}`,
  });
  expect(outcome.ok).toBe(true);
}

test('the house’s money in the hot wallet goes to its own wallet, customers’ money stays', async () => {
  await exchange.pay({ address, amount: 12n * bitcoin }, { address, amount: 8n * bitcoin });
  await exchange.pay({ address: exchange.hotAddress, amount: 7n * bitcoin });
  await settled();
  const { owned, ofHouse, ofCustomers, owed } = await readSides();
  expect(owed).toBe(20n * bitcoin);
  expect(ofHouse).toBe(7n * bitcoin);
  // The fee of the move is a cost of the house that the hot wallet paid.
  expect(owed - ofCustomers).toBe(ofHouse - owned);
  expect(ofHouse - owned).toBeLessThan(houseMin);
  expect(await listStatuses('to_house')).toEqual(['Final']);
  expect(await listMoves('from_house')).toEqual([]);
});

test('what the customers’ wallets lack comes back from the house wallet', async () => {
  await give(2n * bitcoin);
  await settled();
  const { owned, ofHouse, ofCustomers, owed } = await readSides();
  expect([ofHouse, ofCustomers]).toEqual([owned, owed]);
  expect(owed).toBe(22n * bitcoin);
  expect(await listStatuses('from_house')).toEqual(['Final']);
});

test('what an outsider pays to the house wallet is the operator’s own money, and stays there', async () => {
  const before = await readSides();
  await exchange.pay({ address: house, amount: 2n * bitcoin });
  await settled();
  const after = await readSides();
  expect(after.ofHouse - before.ofHouse).toBe(2n * bitcoin);
  expect(after.owned - before.owned).toBe(2n * bitcoin);
  expect(after.owed).toBe(before.owed);
  expect(await listMoves('from_house')).toHaveLength(1);
});

test('a payment does not spend the house’s outputs, although one of them would fit best', async () => {
  const before = await readSides();
  const ticketId = await exchange.withdraw(bitcoin + bitcoin / 2n, outsider);
  await settled();
  const [payment] = await data.database.query<{ plan: string }>(
    'SELECT plan FROM payment_attempt WHERE ticket_id = $1',
    [ticketId],
  );
  const inputs = JSON.parse(payment?.plan ?? '') as { inputs: { branch: number; amount: string }[] };
  expect(inputs.inputs.every(({ branch }) => branch !== bitcoinHouse.branch)).toBe(true);
  const outputs = await data.database.query<{ amount: bigint }>(
    'SELECT amount FROM bitcoin_output WHERE address = $1 AND spent_tx IS NULL',
    [house],
  );
  const best = outputs.find(({ amount }) => amount === 2n * bitcoin);
  expect(best).toBeDefined();
  expect(inputs.inputs.every(({ amount }) => BigInt(amount) > 2n * bitcoin)).toBe(true);
  expect((await readSides()).ofHouse).toBe(before.ofHouse);
});

test.each(walletMoveSteps)('a crash after "%s" of a move repeats nothing', async (step) => {
  const before = await listStatuses('to_house');
  let hasCrashed = false;
  await exchange.reopen({
    reconcileEveryMs: 0,
    onMoveStep: (reached) => {
      if (reached !== step || hasCrashed) return;
      hasCrashed = true;
      throw new Error(`crash after ${step}`);
    },
  });
  await exchange.pay({ address: exchange.hotAddress, amount: houseMin + bitcoin / 10n });
  const run = async () => {
    for (let block = 0; block < 8; block += 1) await exchange.pass(1);
  };
  await expect(run()).rejects.toThrow('crash after');
  await exchange.reopen({ reconcileEveryMs: 0 });
  await settled(5);
  expect((await listStatuses('to_house')).slice(before.length)).toEqual(['Final']);
  const { owned, ofHouse } = await readSides();
  expect(ofHouse - owned).toBeLessThan(houseMin);
});

test('a move in a block that the watcher has not read yet is not made a second time', async () => {
  const before = await listStatuses('to_house');
  const { client } = exchange;
  const readHeight = client.height.bind(client);
  client.height = async () => (await readHeight()) - 1;
  await exchange.pay({ address: exchange.hotAddress, amount: 3n * bitcoin });
  for (let block = 0; block < 6; block += 1) await exchange.pass(1);
  client.height = readHeight;
  await settled(3);
  expect((await listStatuses('to_house')).slice(before.length)).toEqual(['Final']);
});

test('a move that the node loses is replaced by one that spends the same outputs and pays more', async () => {
  const before = await listMoves('from_house');
  const { client } = exchange;
  const send = client.broadcast.bind(client);
  client.broadcast = async () => ({ kind: 'known' });
  await give(3n * bitcoin);
  for (let block = 0; block < exchange.network.stuckBlocks + 3; block += 1) await exchange.pass(1);
  client.broadcast = send;
  await settled();
  const forms = (await listMoves('from_house')).slice(before.length);
  const plans = forms.map(({ plan }) => JSON.parse(plan) as { inputs: object[]; fee: string });
  expect(plans).toHaveLength(2);
  expect(plans[1]?.inputs).toEqual(plans[0]?.inputs);
  expect(BigInt(plans[1]?.fee ?? '0')).toBeGreaterThan(BigInt(plans[0]?.fee ?? '0'));
  expect(forms.map(({ status }) => status)).toEqual(['Final', 'Final']);
  const { owned, ofHouse } = await readSides();
  expect(ofHouse - owned).toBeLessThan(houseMin);
});

test('a reorganisation takes a move back, and it is mined again', async () => {
  const before = await listMoves('from_house');
  await give(bitcoin + bitcoin / 10n);
  await settled(2);
  const { house: held } = await readWallets();
  await exchange.node.reorg(2, true);
  await exchange.pass(0);
  await settled();
  expect(await listMoves('from_house')).toHaveLength(before.length + 1);
  expect((await readWallets()).house).toBe(held);
});

test('the house’s money has no part in the share of the hot wallet, whose rest goes to cold storage', async () => {
  await exchange.reopen({ reconcileEveryMs: 0, hotCapPpm: 100_000n });
  await settled(8);
  const { ofHouse, owned, owed } = await readSides();
  expect(ofHouse - owned).toBeLessThan(houseMin);
  const { hot, cold } = await readWallets();
  expect(cold).toBeGreaterThan((owed * 9n) / 10n - houseMin);
  expect(hot).toBeLessThanOrEqual(owed / 10n);
});

test('a payment that the hot wallet cannot make waits, whatever the house wallet holds', async () => {
  const { house: held, hot } = await readWallets();
  expect(held).toBeGreaterThan(2n * bitcoin);
  const ticketId = await exchange.withdraw(hot + bitcoin / 2n, outsider);
  await settled(4);
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket).toMatchObject({ ticketId, status: 'SystemProcessing' });
  expect((await readWallets()).house).toBe(held);
  const used = `SELECT 1 FROM bitcoin_output WHERE branch = $1 AND ticket_id IS NOT NULL`;
  expect(await data.database.query(used, [bitcoinHouse.branch])).toEqual([]);
});

test('a house wallet with a key of another store has the money of the former one', async () => {
  const former = house;
  const { house: held } = await readWallets();
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const other = new SeedKeys(
    { root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 },
    'regtest',
  );
  await exchange.startSigner(
    new Map([
      ['bitcoin/house', other],
      ['bitcoin/former-house', seed.asFormer()],
    ]),
  );
  await exchange.reopen({ reconcileEveryMs: 0 });
  house = exchange.wallet.houseAddress ?? '';
  expect(house).not.toBe(former);
  expect(exchange.wallet.former?.houseAddress).toBe(former);
  await settled();
  const [move] = await listMoves('carry_house');
  expect(move?.status).toBe('Final');
  expect((await readWallets()).house).toBe(move?.amount);
  const fee = (JSON.parse(move?.plan ?? '') as { fee: string }).fee;
  expect(held - (move?.amount ?? 0n)).toBe(BigInt(fee));
  await give(bitcoin + bitcoin / 10n);
  await settled();
  expect((await readWallets()).house).toBeLessThan((move?.amount ?? 0n) - bitcoin);
  expect(new Set(await listStatuses('from_house'))).toEqual(new Set(['Final']));
});

test('a withdrawal to the house wallet is refused', async () => {
  const answer = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: bitcoinProduct,
    amount: minor(bitcoin),
    templateType: 'ToExternalBitcoinAddress',
    templateForm: JSON.stringify({ ExternalAddress: house }),
    requestIp: null,
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
