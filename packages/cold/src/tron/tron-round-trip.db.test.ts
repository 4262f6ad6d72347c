/** A burst of deposits to TRON cold storage and refills back, with 2 of 3 signatures: books equal to the unit at every step. */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import {
  findOpenColdRefill,
  insertColdRefill,
  moveColdRefill,
} from '@salar/store/tables/chains/cold-refills';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt, trx } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatRefill, openRefill } from '../open-refill.ts';
import { createOwnerRoot } from '../testing/cold-owners.ts';
import type { OwnerName } from '../testing/cold-owners.ts';
import { testColdTron, testTron } from '../testing/tron-refills.ts';
import { TronRefills } from './tron-refills.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { maria } = world;
const { usdt } = world.ids;
const unit = 10n ** 6n;
const hour = 3_600_000;

let data: TestDatabase;
let exchange: TronExchange;
let refills: TronRefills;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database, {
    change: (network) => ({ ...network, coldAddress: testColdTron }),
  });
  const { client, network, wallet, node } = exchange;
  node.setPermission(testColdTron, { threshold: 2, keys: testTron.owners.map(({ address }) => address) });
  const { hotAddress } = wallet;
  const clock = () => exchange.clock.now;
  refills = new TronRefills({ client, settings: network, coldAddress: testColdTron, hotAddress, clock });
  await exchange.reopen({ hotCapPpm: 50_000n, openColdStorage: () => refills });
  await settled(2);
  await exchange.pay(hotAddress, null, 1_000n * unit);
  await settled(4);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Mines blocks one by one, and compares wallets, tickets and ledger after each. */
async function settled(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.listDifferences()).toEqual([]);
  }
}

const balanceOf = (product: ProductId, of: string) => exchange.client.getBalance(product, of);
const clock = () => exchange.clock.now;

/** The owners' own settings. */
const settings = () => ({
  networks: [{ ...testTron, chainId: exchange.network.chainId, hotAddresses: [exchange.wallet.hotAddress] }],
});

/** Signs a file as the offline program does. */
async function sign(file: string, ...names: readonly OwnerName[]): Promise<string> {
  let text = file;
  for (const name of names) {
    const { network, family, payload } = await openRefill(text, settings(), clock);
    text = await formatRefill(network, await family.sign(payload, createOwnerRoot(name)), clock);
  }
  return text;
}

const toRefill = (product: ProductId, amount: bigint) =>
  product === trx
    ? { asset: { contract: null, decimals: 6 }, product: 'TRX', amount }
    : { asset: { contract: tronUsdt, decimals: 6 }, product: 'USDT', amount };

/** Prepares a refill as an operator's command does. */
async function prepare(product: ProductId, amount: bigint): Promise<{ refillId: number; prepared: string }> {
  const file = await refills.prepare(toRefill(product, amount));
  if (!file.ok) throw new Error(file.refusal);
  const prepared = file.value;
  const row = { chainId: exchange.network.chainId, productId: product, amount, prepared };
  const refillId = await insertColdRefill(data.database, row, clock());
  assert(refillId !== null, 'no other refill is open');
  return { refillId, prepared };
}

/** Has the exchange send a signed file with its next turn. */
async function send(
  { refillId, prepared }: { refillId: number; prepared: string },
  signed: string,
): Promise<void> {
  const authorised = await refills.authorise(prepared, signed);
  if (!authorised.ok) throw new Error(authorised.refusal);
  const { value: authorisation } = authorised;
  await moveColdRefill(data.database, { refillId, from: 'Prepared', to: 'Signed', authorisation }, clock());
}

const readStatus = async (refillId: number) => {
  const [row] = await data.database.query<{ status: string }>(
    'SELECT status FROM cold_refill WHERE refill_id = $1',
    [refillId],
  );
  return row?.status;
};
const drop = (refillId: number) =>
  moveColdRefill(data.database, { refillId, from: 'Prepared', to: 'Dropped' }, clock());

test('a burst of deposits goes to cold storage, until the wallets are below their share', async () => {
  const address = await exchange.getDepositAddress(maria);
  await exchange.pay(address, tronUsdt, 1_000_000n * unit);
  await exchange.pay(address, null, 100_000n * unit);
  await settled(12);
  for (const product of [trx, usdt]) {
    const owed = exchange.engine.position(maria, product).total;
    const hot = exchange.custody(product) - (await balanceOf(product, testColdTron));
    expect(owed).toBeGreaterThan(0n);
    expect(hot).toBeLessThanOrEqual(owed / 20n);
  }
});

describe.each([
  ['USDT', usdt, 5_000n * unit, ['ana', 'carla']],
  ['TRX', trx, 250n * unit, ['carla', 'bruno']],
] as const)('a refill of %s', (_, product, amount, names) => {
  test('is signed by two owners, paid, and credited to no customer', async () => {
    const { hotAddress } = exchange.wallet;
    const owed = exchange.engine.position(maria, product).total;
    const before = {
      cold: await balanceOf(product, testColdTron),
      hot: await balanceOf(product, hotAddress),
    };
    const books = exchange.custody(trx);
    const refill = await prepare(product, amount);
    await send(refill, await sign(refill.prepared, ...names));
    await exchange.services.turn();
    expect(await readStatus(refill.refillId)).toBe('Sent');
    await settled(1);
    const paid = before.cold - (await balanceOf(product, testColdTron));
    const fees = books - (await sumHeld(trx));
    expect(paid).toBe(product === trx ? amount + fees : amount);
    expect(fees).toBeGreaterThan(unit); // with the network's fee for several signatures
    expect(await balanceOf(product, hotAddress)).toBe(before.hot + amount);
    await settled(3);
    expect(await readStatus(refill.refillId)).toBe('Final');
    expect(exchange.custody(trx)).toBe(await sumHeld(trx));
    expect(exchange.engine.position(maria, product).total).toBe(owed);
    const deposits = await data.database.query('SELECT 1 FROM deposit WHERE from_address = $1', [
      testColdTron,
    ]);
    expect(deposits).toEqual([]);
  });
});

/** Adds up all our addresses. */
async function sumHeld(product: ProductId): Promise<bigint> {
  const { hotAddress, gasAddress } = exchange.wallet;
  const addresses = [hotAddress, gasAddress, testColdTron, await exchange.getDepositAddress(maria)];
  let sum = 0n;
  for (const address of addresses) sum += await balanceOf(product, address);
  return sum;
}

describe('is refused:', () => {
  test('a refill without enough signatures, of a stranger, and one that was changed', async () => {
    const { refillId, prepared } = await prepare(usdt, 10n * unit);
    expect(await refills.authorise(prepared, await sign(prepared, 'ana'))).toEqual({
      ok: false,
      refusal: 'the refill has 1 of 2 signatures',
    });
    const other = await refills.prepare(toRefill(usdt, 20n * unit));
    if (!other.ok) throw new Error(other.refusal);
    expect(await refills.authorise(prepared, await sign(other.value, 'ana', 'bruno'))).toEqual({
      ok: false,
      refusal: 'the file pays something else than what was prepared',
    });
    const { node } = exchange;
    const keys = testTron.owners.map(({ address }) => address);
    const signed = await sign(prepared, 'ana', 'bruno');
    node.setPermission(testColdTron, { threshold: 2, keys: keys.slice(1) });
    expect(await refills.authorise(prepared, signed)).toMatchObject({
      refusal: expect.stringContaining('is not a key of cold storage'),
    });
    node.setPermission(testColdTron, { threshold: 2, keys, ownerThreshold: 1 });
    await expect(refills.authorise(prepared, signed)).rejects.toThrow('needs fewer than 2 signatures');
    node.setPermission(testColdTron, { threshold: 2, keys });
    await drop(refillId);
  });

  test('more than cold storage holds', async () => {
    expect(await refills.prepare(toRefill(usdt, 10n ** 15n))).toMatchObject({
      refusal: expect.stringContaining('cold storage holds'),
    });
    const coins = await balanceOf(trx, testColdTron);
    expect(await refills.prepare(toRefill(trx, coins))).toMatchObject({
      refusal: expect.stringContaining('with the fees'),
    });
  });

  test('an expired file, when it is signed and when it is sent', async () => {
    const { refillId, prepared } = await prepare(usdt, 10n * unit);
    const signed = await sign(prepared, 'ana', 'bruno');
    exchange.passTime(23 * hour);
    await expect(sign(prepared, 'carla')).rejects.toThrow('this refill expired at');
    expect(await refills.authorise(prepared, signed)).toMatchObject({
      refusal: expect.stringContaining('the refill expired at'),
    });
    await drop(refillId);
    await settled(2);
  });
});

test('a refill that the network did not take in time has failed, with an alert', async () => {
  const refill = await prepare(usdt, 10n * unit);
  await send(refill, await sign(refill.prepared, 'ana', 'bruno'));
  await exchange.services.turn();
  expect(await readStatus(refill.refillId)).toBe('Sent');
  exchange.passTime(23 * hour + 60_000);
  await settled(1);
  expect(await readStatus(refill.refillId)).toBe('Failed');
  expect(exchange.alerts).toContain(
    'ALERT: a refill can no longer be mined: its outputs were spent, or it has expired',
  );
  expect(await findOpenColdRefill(data.database, exchange.network.chainId)).toBeNull();
});
