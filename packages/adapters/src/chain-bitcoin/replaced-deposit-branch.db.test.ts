/** The key of deposit addresses of Bitcoin is replaced, with the real signer on a regtest node. */
import { houseAccounts } from '@salar/protocol';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { listFreeOutputs, sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { listHeldDeposits } from '@salar/store/tables/chains/exposed-deposits';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  bitcoinAccountPath,
  bitcoinAddresses,
  toBitcoinAddress,
  toOutputScript,
} from './bitcoin-addresses.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { maria, joao } = world;
const bitcoin = 10n ** 8n;
const outsider = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let data: TestDatabase;
let exchange: BitcoinExchange;
let former: string;
let present: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  await exchange.reopen({ reconcileEveryMs: 0 });
  former = await exchange.getDepositAddress(maria);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function startWith(compromisedBranches: readonly number[]): Promise<void> {
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const branches = [{ xpub: seed.depositXpub('bitcoin') }, { xpub: seed.depositXpub('bitcoin', 1) }];
  await exchange.startSigner(new Map(), { depositBranches: { bitcoin: branches } });
  const { client, wallet } = exchange;
  const settings = { ...exchange.network, compromisedBranches };
  const scheme = bitcoinAddresses(wallet, settings.kind);
  const networks = [{ family: 'bitcoin', settings, client, scheme, wallet } as const];
  await exchange.reopen({ networks, reconcileEveryMs: 0 });
}

async function settle(blocks = 5): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.isBalanced()).toBe(true);
  }
}

function available(account = maria): bigint {
  const { total, held } = exchange.engine.position(account, bitcoinProduct);
  return total - held;
}

test('deposits to both addresses are credited, and payments spend both', async () => {
  await settle(2);
  await startWith([]);
  present = await exchange.getDepositAddress(maria);
  expect(present).not.toBe(former);
  await exchange.pay({ address: former, amount: 2n * bitcoin }, { address: present, amount: 3n * bitcoin });
  await settle();
  expect(available()).toBe(5n * bitcoin);
  const ticketId = await exchange.withdraw((9n * bitcoin) / 2n, outsider);
  await settle();
  const [payment] = await data.database.query<{ plan: string }>(
    'SELECT plan FROM payment_attempt WHERE ticket_id = $1',
    [ticketId],
  );
  const { inputs } = JSON.parse(payment?.plan ?? '') as { inputs: { branch: number; index: number }[] };
  expect(inputs).toMatchObject([
    { branch: 0, index: 2 ** 31 + 1 },
    { branch: 0, index: 1 },
  ]);
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket).toMatchObject({ ticketId, status: 'FullyProcessed' });
  expect(exchange.alerts).toEqual([]);
});

test('once others may have the former key, deposits there are swept first and credited then', async () => {
  await startWith([0]);
  const before = available();
  await exchange.pay({ address: former, amount: bitcoin }, { address: present, amount: bitcoin });
  await settle(2);
  expect(available()).toBe(before + bitcoin);
  expect(await listHeldDeposits(data.database, 10)).toMatchObject([{ toAddress: former }]);
  await settle();
  expect(available()).toBe(before + 2n * bitcoin);
  const moves = await data.database.query('SELECT kind, status, address_index FROM house_move');
  expect(moves).toEqual([{ kind: 'sweep', status: 'Final', address_index: 1 }]);
  expect(await exchange.isBalanced()).toBe(true);
});

const takenAlert =
  'ALERT: a transaction that is not ours spent outputs of our wallets: somebody else has their keys';
const differAlert = 'ALERT: the wallets differ from the tickets';

const countAlerts = (text: string) => exchange.alerts.filter((alert) => alert === text).length;

function scriptOf(address: string): Buffer {
  const script = toOutputScript(address, 'regtest');
  if (script === null) throw new Error(`${address} is an address`);
  return script;
}

/** A thief, who has the key of a deposit address, spends everything there. @returns the transaction, which waits for a block */
async function steal(address: string): Promise<string> {
  const account = bitcoinAccountPath('regtest').replace(/0'$/, address === former ? "0'" : "101'");
  const key = exchange.seed.root.derive(account).deriveChild(0).deriveChild(1);
  expect(toBitcoinAddress(key, 'regtest')).toBe(address);
  const outputs = await data.database.query<{ txId: string; vout: number; amount: bigint }>(
    `SELECT tx_id AS "txId", vout, amount FROM bitcoin_output
     WHERE address = $1 AND spent_tx IS NULL AND taken_tx IS NULL`,
    [address],
  );
  const tx = new Transaction();
  for (const { txId, vout, amount } of outputs)
    tx.addInput({ txid: txId, index: vout, witnessUtxo: { script: scriptOf(address), amount } });
  const sum = outputs.reduce((total, { amount }) => total + amount, 0n);
  tx.addOutput({ script: scriptOf(outsider), amount: sum - 20_000n });
  tx.addOutput({ script: scriptOf(exchange.wallet.hotAddress), amount: 10_000n });
  tx.sign(key.privateKey ?? new Uint8Array());
  tx.finalize();
  await exchange.node.mempool.reset(); // a miner took the thief's
  expect(await exchange.client.broadcast(tx.hex)).toMatchObject({ kind: 'sent' });
  return tx.id;
}

const listTaken = (txId: string) =>
  data.database.query<{ amount: bigint }>('SELECT amount FROM bitcoin_output WHERE taken_tx = $1', [txId]);

const listSweeps = () =>
  data.database.query(`SELECT status FROM house_move WHERE kind = 'sweep' ORDER BY move_id DESC`);

describe('when a thief has the former key', () => {
  test('what he spends is credited by nobody, freezes nothing, and is reported once', async () => {
    const before = available();
    await exchange.pay({ address: former, amount: bitcoin });
    await exchange.pass(0);
    const theft = await steal(former);
    await settle();
    expect(await listTaken(theft)).toEqual([{ amount: bitcoin }]);
    expect(available()).toBe(before);
    expect(await listHeldDeposits(data.database, 10)).toMatchObject([
      { toAddress: former, amount: bitcoin, takenTx: theft },
    ]);
    expect(countAlerts(takenAlert)).toBe(1);
    // Nothing of it is in memory after a restart, and the next deposit there is swept.
    await startWith([0]);
    await exchange.pay({ address: former, amount: bitcoin / 2n });
    await settle();
    expect(available()).toBe(before + bitcoin / 2n);
    expect(await listTaken(theft)).toHaveLength(1);
    expect(countAlerts(takenAlert)).toBe(1);
    expect(countAlerts(differAlert)).toBe(0);
  });

  test('a sweep whose outputs he spent has failed once that is final', async () => {
    const before = available();
    await exchange.pay({ address: former, amount: bitcoin / 4n });
    await exchange.pass(1);
    expect(await listSweeps()).toMatchObject({ 0: { status: 'Sent' } });
    const theft = await steal(former);
    await settle(exchange.network.stuckBlocks + 1);
    expect(await listTaken(theft)).toEqual([{ amount: bitcoin / 4n }]);
    expect(await listSweeps()).toMatchObject({ 0: { status: 'Failed' } });
    expect(available()).toBe(before);
    expect(countAlerts(takenAlert)).toBe(2);
    expect(countAlerts('ALERT: the outputs of a move between our wallets left the chain')).toBe(0);
  });

  test('a reorganisation that undoes his transaction gives the output back, and it is swept', async () => {
    const before = available();
    await exchange.pay({ address: former, amount: bitcoin / 8n });
    await exchange.pass(0);
    const theft = await steal(former);
    await exchange.pass(1);
    expect(await listTaken(theft)).toHaveLength(1);
    await startWith([0]);
    await exchange.node.reorg(1, false);
    await settle();
    expect(await listTaken(theft)).toEqual([]);
    expect(available()).toBe(before + bitcoin / 8n);
  });

  test('rows that name his transaction as our sweep credit no deposit', async () => {
    const before = available();
    await exchange.pay({ address: former, amount: bitcoin / 16n });
    await exchange.pass(0);
    const theft = await steal(former);
    await settle(3);
    await data.database.query(
      `UPDATE bitcoin_output SET taken_tx = NULL, taken_height = NULL, spent_tx = taken_tx, spent_height = taken_height,
         move_id = (SELECT max(move_id) FROM house_move WHERE kind = 'sweep' AND status = 'Final')
       WHERE taken_tx = $1`,
      [theft],
    );
    await settle(3);
    expect(available()).toBe(before);
    expect(await listHeldDeposits(data.database, 10)).toHaveLength(3);
  });
});

test('a theft of what was credited is noticed with its block, and no other customer pays for it', async () => {
  const joaos = await exchange.getDepositAddress(joao);
  await exchange.pay({ address: present, amount: bitcoin }, { address: joaos, amount: 2n * bitcoin });
  await settle();
  const [marias, alerts] = [available(), countAlerts(takenAlert)];
  const custody = () => 0n - exchange.engine.position(houseAccounts.custody, bitcoinProduct).total;
  const owed = custody();
  const held = await sumUnspent(data.database, exchange.network.chainId);
  const theft = await steal(present);
  for (let block = 0; block < 3; block += 1) await exchange.pass(1);
  const stolen = (await listTaken(theft)).reduce((sum, { amount }) => sum + amount, 0n);
  expect(stolen).toBeGreaterThanOrEqual(bitcoin);
  expect(countAlerts(takenAlert)).toBe(alerts + 1);
  expect(exchange.alerts).toContain(differAlert);
  expect(exchange.engine.product(bitcoinProduct)?.halted).toBe(true);
  // The house owes what it owed, and has what the thief left, and the little that he sent to the hot wallet.
  expect([available(), available(joao), custody()]).toEqual([marias, 2n * bitcoin, owed]);
  expect(await sumUnspent(data.database, exchange.network.chainId)).toBe(held - stolen + 10_000n);
  const [comparison] = await listReconciliations(data.database);
  expect(comparison).toMatchObject({ differentSince: expect.anything() });
  const { found, expected } = comparison ?? { found: 0n, expected: 0n };
  expect(found - expected).toBeLessThanOrEqual(100_000n - stolen);
  const free = await listFreeOutputs(data.database, {
    chainId: exchange.network.chainId,
    height: 1_000_000,
    limit: 100,
    source: { hotAddresses: [exchange.hotAddress] },
  });
  for (const output of free) expect(await exchange.client.isUnspent(output)).toBe(true);
  expect(free).toMatchObject(expect.arrayContaining([expect.objectContaining({ amount: 2n * bitcoin })]));
});
