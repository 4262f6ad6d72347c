/** The hot wallet's share of bitcoin, and what is above it: on a real private network with the real signer. */
import { houseAccounts, minor, userId } from '@salar/protocol';
import type { BitcoinNetwork } from '@salar/services';
import type { WalletMoveStep } from '@salar/services/sweeps/wallet-moves';
import { listColdOutputs } from '@salar/store/tables/chains/cold-outputs';
import { sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { coldDescriptor } from './testing/cold-owners.ts';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readColdStorage } from './cold-descriptor.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const cold = readColdStorage(coldDescriptor, 'regtest');
const [coldAddress = '', furtherAddress = ''] = cold.addresses;

let data: TestDatabase;
let exchange: BitcoinExchange;
let address: string;

beforeEach(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database, (network: BitcoinNetwork) => ({ ...network, cold }));
  await exchange.reopen({ hotCapPpm: 50_000n, reconcileEveryMs: 0 });
  address = await exchange.getDepositAddress(maria);
  await settled(2); // the first comparison
});
afterEach(async () => {
  await exchange?.close();
  await data?.close();
});

async function settled(turns = 6): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await exchange.pass(1);
    await expectBooksHeld();
  }
}

async function deposit(...amounts: readonly bigint[]): Promise<void> {
  await exchange.pay(...amounts.map((amount) => ({ address, amount })));
}

async function sumCold(): Promise<bigint> {
  const height = await exchange.client.height();
  const outputs = await listColdOutputs(data.database, { chainId: exchange.network.chainId, height });
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

const custody = () => 0n - exchange.engine.position(houseAccounts.custody, bitcoinProduct).total;
const owed = () => exchange.engine.position(maria, bitcoinProduct).total;

/** Checks the last comparison of the wallets with the tickets, and that no difference was reported. */
async function expectBooksHeld(): Promise<void> {
  expect(exchange.alerts.filter((alert) => /differ|gone|left the chain/.test(alert))).toEqual([]);
  expect(await exchange.isBalanced()).toBe(true);
}

async function listMoves() {
  return data.database.query<{ status: string; hash: string; plan: string }>(
    `SELECT m.status, a.hash, a.plan FROM house_move m JOIN house_move_attempt a USING (move_id) ORDER BY move_id, attempt`,
  );
}

describe('a burst of deposits', () => {
  test('goes to cold storage within a few blocks, until the hot wallet is below its share', async () => {
    await deposit(30n * bitcoin, 40n * bitcoin, 20n * bitcoin, 10n * bitcoin);
    await settled();
    expect(owed()).toBe(100n * bitcoin);
    const held = await sumCold();
    const all = await sumUnspent(data.database, exchange.network.chainId);
    expect(custody()).toBe(all);
    expect(all - held).toBeLessThanOrEqual(5n * bitcoin);
    expect(all - held).toBeGreaterThanOrEqual(4n * bitcoin - 100_000n); // four fifths of the share stay, less fees
    const moves = await listMoves();
    expect(moves.map(({ status }) => status)).toEqual(moves.map(() => 'Final'));
    expect(moves.length).toBeLessThanOrEqual(2);
    const receipt = await exchange.client.receipt(moves[0]?.hash ?? '');
    expect(receipt?.transfers[0]).toMatchObject({ to: coldAddress });
  });

  test('of many small outputs takes several moves at once', async () => {
    await deposit(...Array.from({ length: 130 }, () => bitcoin / 2n));
    await settled(8);
    const held = await sumCold();
    const all = await sumUnspent(data.database, exchange.network.chainId);
    expect(all - held).toBeLessThanOrEqual((65n * bitcoin) / 20n);
    expect((await listMoves()).every(({ status }) => status === 'Final')).toBe(true);
  });
});

test.each(['signed', 'stored', 'sent', 'mined', 'cost_booked', 'final'] satisfies WalletMoveStep[])(
  'a process that ends when a move is %s continues it after its restart',
  async (step) => {
    let isDead = false;
    const options = { hotCapPpm: 50_000n, reconcileEveryMs: 0 };
    await exchange.reopen({
      ...options,
      onMoveStep: (at) => {
        if (at === step && !isDead) {
          isDead = true;
          throw new Error('the power failed');
        }
      },
    });
    await deposit(50n * bitcoin);
    const fails = () =>
      exchange.pass(1).then(
        () => false,
        () => true,
      );
    for (let turn = 0; turn < 8; turn += 1) if (await fails()) break;
    expect(isDead).toBe(true);
    await exchange.reopen(options);
    await settled();
    const hot = (await sumUnspent(data.database, exchange.network.chainId)) - (await sumCold());
    expect(hot).toBeLessThanOrEqual((50n * bitcoin) / 20n);
    expect(hot).toBeGreaterThan(bitcoin);
    expect((await listMoves()).every(({ status }) => status === 'Final')).toBe(true);
  },
);

test('a move takes no output of a payment, and what was paid meanwhile is not moved twice', async () => {
  await deposit(30n * bitcoin, 30n * bitcoin);
  await exchange.pass(1);
  await exchange.withdraw(15n * bitcoin, 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk');
  await settled(8);
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket?.status).toBe('FullyProcessed');
  const held = await sumCold();
  const hot = (await sumUnspent(data.database, exchange.network.chainId)) - held;
  expect(hot).toBeLessThanOrEqual((45n * bitcoin) / 20n);
  expect(hot).toBeGreaterThan(bitcoin);
});

test('a reorganisation takes a move back, and it is mined again', async () => {
  await deposit(50n * bitcoin);
  await settled(4);
  const held = await sumCold();
  expect(held).toBeGreaterThan(40n * bitcoin);
  await exchange.node.reorg(2, true);
  await exchange.pass(0);
  await settled();
  expect(await sumCold()).toBe(held);
  expect((await listMoves()).map(({ status }) => status)).toEqual(['Final']);
});

test('a stuck move is replaced by one that spends the same outputs and pays more', async () => {
  const { client } = exchange;
  const send = client.broadcast.bind(client);
  client.broadcast = async () => ({ kind: 'known' }); // a node that loses what it is sent
  await deposit(50n * bitcoin);
  for (let block = 0; block < exchange.network.stuckBlocks + 4; block += 1) await exchange.pass(1);
  client.broadcast = send;
  const forms = await listMoves();
  const inputs = forms.map(({ plan }) => (JSON.parse(plan) as { inputs: object[] }).inputs);
  const fees = forms.map(({ plan }) => BigInt((JSON.parse(plan) as { fee: string }).fee));
  expect(inputs).toEqual([inputs[0], inputs[0]]);
  expect((fees[1] ?? 0n) > (fees[0] ?? 0n)).toBe(true);
  await settled();
  expect((await listMoves()).every(({ status }) => status === 'Final')).toBe(true);
});

test('what others pay into cold storage is the operator’s own money, at any of its first addresses', async () => {
  await exchange.pay({ address: furtherAddress, amount: 3n * bitcoin });
  await settled();
  expect(await sumCold()).toBe(3n * bitcoin);
  expect(exchange.engine.position(houseAccounts.operatorFunding, bitcoinProduct).total).toBe(3n * bitcoin);
});

test('a withdrawal to our own cold storage is refused', async () => {
  await deposit(2n * bitcoin);
  await settled(3);
  const answer = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: bitcoinProduct,
    amount: minor(bitcoin),
    templateType: 'ToExternalBitcoinAddress',
    templateForm: JSON.stringify({ ExternalAddress: coldAddress }),
    requestIp: null,
  });
  expect(answer).toEqual({ ok: false, refusal: 'destination_refused' });
});
