/** Sweeps of a TRON network and its cold storage, with the real signer: books are equal to the unit after every block. */
import { minor, userId } from '@salar/protocol';
import { walletMoveSteps } from '@salar/services/sweeps/wallet-moves';
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
const cold = parseTronAddressHex('c0'.repeat(20));

let data: TestDatabase;
let exchange: TronExchange;
let address: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database, {
    change: (network) => ({ ...network, coldAddress: cold }),
  });
  await exchange.reopen({ hotCapPpm: 50_000n });
  address = await exchange.getDepositAddress(maria);
  await settled(2);
  await exchange.pay(exchange.wallet.hotAddress, null, 1_000n * unit);
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

const balanceOf = (product: typeof usdt, of: string) => exchange.client.getBalance(product, of);

/** Adds up the hot and gas wallets and the deposit address. */
async function sumHot(product: typeof usdt): Promise<bigint> {
  const { hotAddress, gasAddress } = exchange.wallet;
  let sum = 0n;
  for (const one of [hotAddress, gasAddress, address]) sum += await balanceOf(product, one);
  return sum;
}

const listMoves = (kind: string) =>
  data.database.query<{ status: string }>('SELECT status FROM house_move WHERE kind = $1 ORDER BY move_id', [
    kind,
  ]);
const owed = (product: typeof usdt) => exchange.engine.position(maria, product).total;

test('a burst of deposits is swept and goes to cold storage, until the wallets are below their share', async () => {
  await exchange.pay(address, tronUsdt, 1_000_000n * unit);
  await exchange.pay(address, null, 100_000n * unit);
  await settled(12);
  expect([owed(trx), owed(usdt)]).toEqual([100_000n * unit, 1_000_000n * unit]);
  for (const product of [trx, usdt]) {
    const hot = await sumHot(product);
    expect(hot).toBeLessThanOrEqual(owed(product) / 20n);
    expect(await balanceOf(product, cold)).toBe(exchange.custody(product) - hot);
  }
  expect(await balanceOf(usdt, address)).toBe(0n);
  expect(await balanceOf(trx, address)).toBeLessThanOrEqual(2n * unit);
  expect(await balanceOf(usdt, exchange.wallet.hotAddress)).toBeGreaterThanOrEqual(owed(usdt) / 26n);
  for (const kind of ['sweep', 'cold'])
    for (const { status } of await listMoves(kind)) expect(status).toBe('Final');
  expect(exchange.alerts.filter((alert) => !alert.includes('more than their share'))).toEqual([]);
});

test('an address without coins gets them for its fee from the gas wallet', async () => {
  const other = await exchange.getDepositAddress(world.joao);
  await exchange.pay(other, tronUsdt, 500n * unit);
  await settled(11);
  expect(await balanceOf(usdt, other)).toBe(0n);
  expect(await listMoves('gas')).toEqual([{ status: 'Final' }]);
  expect(await listMoves('refill')).toEqual([{ status: 'Final' }]);
  const left = await balanceOf(trx, other);
  expect(left).toBeGreaterThan(0n); // what the fee did not need
});

test('a sweep that the network loses is made again when it has expired', async () => {
  const before = await listMoves('sweep');
  await exchange.pay(address, tronUsdt, 40_000n * unit);
  for (let block = 0; block < 10 && (await listMoves('sweep')).length === before.length; block += 1)
    await settled(1);
  exchange.passTime(12 * 60_000);
  await settled(10);
  expect(await balanceOf(usdt, address)).toBe(0n);
  const made = (await listMoves('sweep')).slice(before.length);
  expect(made).toEqual([{ status: 'Failed' }, { status: 'Final' }]);
});

test.each(walletMoveSteps)(
  'a crash after "%s" of a move repeats nothing, and the books agree',
  async (step) => {
    const before = await listMoves('sweep');
    const custody = exchange.custody(usdt);
    let hasCrashed = false;
    await exchange.reopen({
      onMoveStep: (reached) => {
        if (reached !== step || hasCrashed) return;
        hasCrashed = true;
        throw new Error(`crash after ${step}`);
      },
    });
    await exchange.pay(address, tronUsdt, 1_000n * unit);
    await expect(exchange.pass(12)).rejects.toThrow('crash after');
    await exchange.reopen({ onMoveStep: undefined });
    await settled(8);
    expect(await balanceOf(usdt, address)).toBe(0n);
    expect((await listMoves('sweep')).slice(before.length)).toEqual([{ status: 'Final' }]);
    expect(exchange.custody(usdt)).toBe(custody + 1_000n * unit);
  },
);

test('a withdrawal to our own cold storage is refused', async () => {
  const answer = await exchange.services.withdrawals.create({
    userId: userId(1),
    accountId: maria,
    productId: usdt,
    amount: minor(100n * unit),
    templateType: 'ToExternalTronAddress',
    templateForm: JSON.stringify({ ExternalAddress: cold, Comment: '' }),
    requestIp: '203.0.113.9',
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
