/** The key of deposit addresses of TRON is replaced, with the real signer and the node of the tests. */
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { listHeldDeposits } from '@salar/store/tables/chains/exposed-deposits';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { openTronExchange, tronUsdt, trx } from '@salar/testing/tron-exchange';
import type { TronExchange } from '@salar/testing/tron-exchange';
import { sign } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatTronAddress, tronAccountPath, tronAddresses } from './tron-addresses.ts';
import { computeTxId, encodeTransaction, encodeTransfer } from './tron-transaction.ts';

const { maria, joao, ids } = world;
const { usdt } = ids;
const unit = 10n ** 6n;

let data: TestDatabase;
let exchange: TronExchange;
let former: string;
let present: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTronExchange(data.database);
  former = await exchange.getDepositAddress(maria);
  await settle(2);
  await exchange.pay(exchange.wallet.hotAddress, null, 500n * unit);
  await exchange.pay(exchange.wallet.gasAddress, null, 100n * unit);
  await settle(4);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function startWith(compromisedBranches: readonly number[]): Promise<void> {
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const branches = [{ xpub: seed.depositXpub('tron') }, { xpub: seed.depositXpub('tron', 1) }];
  await exchange.startSigner(exchange.seed, undefined, { tron: branches });
  const { client, wallet } = exchange;
  const settings = { ...exchange.network, compromisedBranches };
  await exchange.reopen({
    networks: [{ family: 'tron', settings, client, scheme: tronAddresses(wallet), wallet }],
  });
}

async function settle(blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.listDifferences()).toEqual([]);
  }
}

const available = (account = maria) => exchange.engine.position(account, usdt).total;

test('deposits to former and present addresses are credited and swept', async () => {
  await startWith([]);
  present = await exchange.getDepositAddress(maria);
  expect(present).not.toBe(former);
  await exchange.pay(former, tronUsdt, 30n * unit);
  await exchange.pay(present, tronUsdt, 40n * unit);
  await settle(16);
  expect(available()).toBe(70n * unit);
  for (const address of [former, present]) expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
  expect(exchange.custody(usdt)).toBe(70n * unit);
  expect(exchange.alerts).toEqual([]);
});

test('once others may have the former key, a deposit below the minimum is swept too, and credited then', async () => {
  await startWith([0]);
  await exchange.pay(former, tronUsdt, 5n * unit);
  await settle(3);
  expect(available()).toBe(70n * unit);
  await settle(16);
  expect(await exchange.client.getBalance(usdt, former)).toBe(0n);
  expect(available()).toBe(75n * unit);
});

const differAlert = 'ALERT: the wallets differ from the tickets';
const waitsAlert =
  'ALERT: a deposit to an address of a compromised key waits for its sweep, or for two operators';
const revertedAlert = 'ALERT: a move between our addresses was reverted by the network';

/** A thief, who has the key of a deposit address, sends from there. @returns the transaction, which is in the next block */
async function steal(
  from: string,
  amount: bigint,
  { contract = tronUsdt, to = exchange.node.bank }: { contract?: string | null; to?: string } = {},
): Promise<string> {
  const account = tronAccountPath.replace(/0'$/, from === former ? "0'" : "101'");
  const { publicKey, privateKey } = exchange.seed.root.derive(account).deriveChild(0).deriveChild(1);
  expect(formatTronAddress(publicKey ?? new Uint8Array())).toBe(from);
  const { timestamp, ...reference } = await exchange.client.reference();
  const terms = { ...reference, timestamp, expiration: timestamp + 3_600_000, feeLimit: 100_000_000n };
  const rawData = encodeTransfer({ from, to, contract, amount }, terms);
  const txId = computeTxId(rawData);
  const key = `0x${Buffer.from(privateKey ?? []).toString('hex')}` as const;
  const signature = await sign({ hash: `0x${txId}`, privateKey: key, to: 'hex' });
  const raw = encodeTransaction(rawData, [Buffer.from(signature.slice(2), 'hex')]).toString('hex');
  exchange.node.dropWaiting(); // a producer of blocks took the thief's
  expect(await exchange.client.broadcast(raw)).toMatchObject({ kind: 'sent' });
  return txId;
}

/** Lists the sweeps of the tokens of the former address, newest first. */
const listSweeps = () =>
  data.database.query(
    `SELECT move_id, status FROM house_move WHERE kind = 'sweep' AND product_id = $1 AND address_index = 1 ORDER BY move_id DESC`,
    [usdt],
  );

/** Passes blocks until a sweep of the former address was signed, which is in none of them. */
async function waitForSweep(): Promise<void> {
  const count = (await listSweeps()).length;
  for (let block = 0; block < 20 && (await listSweeps()).length === count; block += 1) await settle(1);
  expect(await listSweeps()).toMatchObject({ 0: { status: 'Sent' } });
}

describe('when a thief has the former key', () => {
  test('what he takes is credited to nobody and freezes nothing, and what others are owed is not taken for it', async () => {
    const before = available();
    await exchange.pay(await exchange.getDepositAddress(joao), tronUsdt, 20n * unit);
    await exchange.pay(former, tronUsdt, 9n * unit);
    await waitForSweep();
    await steal(former, 9n * unit); // with the gas that the sweep was given
    await settle(16);
    expect(available()).toBe(before);
    expect(available(joao)).toBe(20n * unit);
    expect(await listHeldDeposits(data.database, 10)).toMatchObject([
      { accountId: maria, amount: 9n * unit },
    ]);
    expect(exchange.alerts).toContain(waitsAlert);
    expect(exchange.alerts).not.toContain(differAlert);
    // The ledger has custody of what was credited, and the hot wallet holds it.
    expect(exchange.custody(usdt)).toBe(before + 20n * unit);
    expect(await exchange.client.getBalance(usdt, exchange.wallet.hotAddress)).toBe(before + 20n * unit);
  });

  test('a sweep that expired without its money leaves the deposits to the next one, which credits the newest', async () => {
    const before = available();
    exchange.passTime(24 * 3_600_000);
    await settle(2);
    expect(await listSweeps()).toMatchObject({ 0: { status: 'Failed' } });
    await exchange.pay(former, tronUsdt, 6n * unit);
    await settle(20);
    expect(await exchange.client.getBalance(usdt, former)).toBe(0n);
    expect(available()).toBe(before + 6n * unit);
    expect(await listHeldDeposits(data.database, 10)).toMatchObject([{ amount: 9n * unit }]);
  });

  test('a sweep that the network reverted does, too, once that is final', async () => {
    const before = available();
    await exchange.pay(former, tronUsdt, 7n * unit);
    await waitForSweep();
    exchange.node.change(tronUsdt, former, -7n * unit); // somebody whom the thief had allowed to
    await settle(8);
    expect(await listSweeps()).toMatchObject({ 0: { status: 'Failed' } });
    expect(exchange.alerts).toContain(revertedAlert);
    await exchange.pay(former, tronUsdt, 5n * unit);
    await settle(20);
    expect(available()).toBe(before + 5n * unit);
    expect(await listHeldDeposits(data.database, 10)).toMatchObject([
      { amount: 9n * unit },
      { amount: 7n * unit },
    ]);
  });

  test('rows that name a transaction of the thief, or an earlier sweep, credit no deposit', async () => {
    const before = available();
    const [earlier] = await data.database.query<{ move_id: bigint }>(
      `SELECT max(move_id) AS move_id FROM house_move WHERE kind = 'sweep' AND status = 'Final' AND product_id = $1 AND address_index = 1`,
      [usdt],
    );
    await exchange.pay(former, null, 60n * unit); // the thief's gas
    await exchange.pay(former, tronUsdt, 8n * unit);
    await exchange.pass(1);
    const theft = await steal(former, 7n * unit);
    await exchange.pass(1);
    const part = await steal(former, 1n * unit, { to: exchange.wallet.hotAddress });
    await settle(6);
    const forged = (await listHeldDeposits(data.database, 10)).find(({ amount }) => amount === 8n * unit);
    await data.database.query('UPDATE deposit SET sweep_move = $2 WHERE ticket_id = $1', [
      forged?.ticketId,
      earlier?.move_id,
    ]);
    for (const hash of [null, theft, part]) {
      await data.database.query(
        'UPDATE house_move_attempt SET hash = coalesce($2, hash), amount = $3 WHERE move_id = $1',
        [earlier?.move_id, hash, String(1_000n * unit)],
      );
      await settle(2);
      expect(available()).toBe(before);
    }
  });
});

test('a theft of what was credited is noticed, and no other customer pays for it', async () => {
  await exchange.pay(present, tronUsdt, 9n * unit); // below the minimum of sweeps
  await exchange.pay(present, null, 9n * unit); // it pays the thief's fee
  await settle(6);
  const readBooks = () => [available(), available(joao), exchange.custody(usdt), exchange.custody(trx)];
  const before = readBooks();
  await steal(present, 9n * unit);
  for (let minutes = 0; minutes < 60; minutes += 10) {
    exchange.clock.now += 600_000;
    await exchange.pass(2);
  }
  expect(exchange.alerts).toContain(differAlert);
  expect(exchange.engine.product(usdt)?.halted).toBe(true);
  expect(readBooks()).toEqual(before); // the house owes what it owed
  expect(await exchange.listDifferences()).toEqual([usdt]); // the fee is within what thieves may take
});
