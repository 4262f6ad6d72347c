/** The house's money apart from its customers' on TRON: the real signer, and books that are equal to the unit after every block. */
import { houseAccounts, minor, userId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { HDKey } from '@scure/bip32';
import { walletMoveSteps } from '@salar/services/sweeps/wallet-moves';
import { readHouseBooks } from '@salar/testing/house-books';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt, trx } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTronAddressHex } from './tron-addresses.ts';

const { usdt } = world.ids;
const { maria } = world;
const unit = 10n ** 6n;
const houseMin = 100n * unit;
const cold = parseTronAddressHex('c0'.repeat(20));

let data: TestDatabase;
let exchange: TronExchange;
let address: string;
let house: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database, {
    change: (network) => ({
      ...network,
      coldAddress: cold,
      assets: network.assets.map((asset) => ({ ...asset, houseMin })),
    }),
  });
  house = exchange.wallet.houseAddress ?? '';
  address = await exchange.getDepositAddress(maria);
  await settled(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Mines blocks one by one, and compares wallets, tickets and ledger after each. */
async function settled(blocks = 10): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.listDifferences()).toEqual([]);
  }
}

const balanceOf = (product: ProductId, of: string) => exchange.client.getBalance(product, of);

/** Returns what both sides hold and own, and checks that they make up custody to the last unit. */
async function readSides(product: ProductId) {
  const { custody, owned, suspense } = readHouseBooks(exchange.engine, product);
  const { hotAddress, gasAddress } = exchange.wallet;
  const ofHouse = (await balanceOf(product, house)) + (await balanceOf(product, gasAddress));
  let ofCustomers = 0n;
  for (const one of [hotAddress, address, cold]) ofCustomers += await balanceOf(product, one);
  expect(ofHouse + ofCustomers).toBe(custody);
  expect(suspense).toBe(0n);
  return { owned, ofHouse, ofCustomers, owed: exchange.engine.position(maria, product).total };
}

const listMoves = (kind: string) =>
  data.database.query<{ status: string }>('SELECT status FROM house_move WHERE kind = $1 ORDER BY move_id', [
    kind,
  ]);

/** Gives maria money of the house, as a correction by an operator does. */
async function give(productId: ProductId, amount: bigint): Promise<void> {
  const outcome = await exchange.ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: maria,
    productId,
    amount: minor(amount),
    key: `bonus ${productId} ${amount}`,
  });
  expect(outcome.ok).toBe(true);
}

test('the house’s money in the hot wallet goes to its own wallet, customers’ money stays', async () => {
  await exchange.pay(address, null, 20_000n * unit);
  await exchange.pay(address, tronUsdt, 5_000n * unit);
  await exchange.pay(exchange.wallet.hotAddress, null, 3_000n * unit);
  await exchange.pay(exchange.wallet.hotAddress, tronUsdt, 700n * unit);
  await settled(16);
  expect(await readSides(usdt)).toEqual({
    owned: 700n * unit,
    ofHouse: 700n * unit,
    ofCustomers: 5_000n * unit,
    owed: 5_000n * unit,
  });
  const coins = await readSides(trx);
  expect(coins.owed).toBe(20_000n * unit);
  expect(coins.owned - coins.ofHouse).toBeLessThan(houseMin);
  expect(coins.owed - coins.ofCustomers).toBeLessThan(houseMin);
  for (const { status } of await listMoves('to_house')) expect(status).toBe('Final');
  expect(await listMoves('from_house')).toEqual([]);
});

test('what the customers’ wallets lack comes back from the house wallet', async () => {
  await give(usdt, 450n * unit);
  await give(trx, 1_500n * unit);
  await settled(12);
  expect(await readSides(usdt)).toEqual({
    owned: 250n * unit,
    ofHouse: 250n * unit,
    ofCustomers: 5_450n * unit,
    owed: 5_450n * unit,
  });
  const coins = await readSides(trx);
  expect(coins.owed - coins.ofCustomers).toBeLessThan(houseMin);
  expect(await listMoves('from_house')).toEqual([{ status: 'Final' }, { status: 'Final' }]);
});

test('a move that the network loses is made again when it has expired', async () => {
  const before = await listMoves('from_house');
  await give(usdt, 120n * unit);
  for (let block = 0; block < 5 && (await listMoves('from_house')).length === before.length; block += 1)
    await settled(1);
  exchange.passTime(12 * 60_000);
  await settled();
  expect((await listMoves('from_house')).slice(before.length)).toEqual([
    { status: 'Failed' },
    { status: 'Final' },
  ]);
  const { owned, ofHouse } = await readSides(usdt);
  expect(ofHouse).toBe(owned);
});

test.each(walletMoveSteps)('a crash after "%s" of a move repeats nothing', async (step) => {
  const before = await listMoves('to_house');
  let hasCrashed = false;
  await exchange.reopen({
    onMoveStep: (reached) => {
      if (reached !== step || hasCrashed) return;
      hasCrashed = true;
      throw new Error(`crash after ${step}`);
    },
  });
  await exchange.pay(exchange.wallet.hotAddress, tronUsdt, houseMin);
  await expect(exchange.pass(12)).rejects.toThrow('crash after');
  await exchange.reopen({ onMoveStep: undefined });
  await settled(8);
  expect((await listMoves('to_house')).slice(before.length)).toEqual([{ status: 'Final' }]);
  const { owned, ofHouse } = await readSides(usdt);
  expect(ofHouse).toBe(owned);
});

test('the house’s money has no part in the share of the hot wallet, whose rest goes to cold storage', async () => {
  await exchange.reopen({ hotCapPpm: 500_000n });
  await settled();
  const { owned, ofHouse, owed } = await readSides(usdt);
  expect(ofHouse).toBe(owned);
  expect(await balanceOf(usdt, exchange.wallet.hotAddress)).toBe((owed * 4n) / 10n);
  expect(await balanceOf(usdt, cold)).toBe((owed * 6n) / 10n);
});

test('a house wallet with a key of another store has the money of the former one', async () => {
  const former = house;
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const other = new SeedKeys(
    { root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 },
    'regtest',
  );
  await exchange.startSigner(
    exchange.seed,
    new Map([
      ['tron/house', other],
      ['tron/former-house', seed.asFormer()],
    ]),
  );
  house = exchange.wallet.houseAddress ?? '';
  expect(house).not.toBe(former);
  expect(exchange.wallet.former?.houseAddress).toBe(former);
  await settled(8);
  expect(await balanceOf(usdt, former)).toBe(0n);
  expect(await balanceOf(trx, former)).toBeLessThanOrEqual(2n * unit);
  expect((await listMoves('carry_house')).map(({ status }) => status)).toEqual(['Final', 'Final']);
  const before = await balanceOf(usdt, house);
  await give(usdt, 101n * unit);
  await settled();
  expect(await balanceOf(usdt, house)).toBe(before - 101n * unit);
});

test('a withdrawal to the house wallet is refused', async () => {
  const answer = await exchange.services.withdrawals.create({
    userId: userId(1),
    accountId: maria,
    productId: usdt,
    amount: minor(100n * unit),
    templateType: 'ToExternalTronAddress',
    templateForm: JSON.stringify({ ExternalAddress: house, Comment: '' }),
    requestIp: '203.0.113.9',
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
