/** The watcher beside a real journal, a real local chain and a real signer: no false alarm, and what it notices. */
import { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { encodeBatch, houseAccounts, minor, ticketId } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { engineVersion } from '@salar/engine';
import { localContracts } from '@salar/services';
import type { EvmNetwork } from '@salar/services';
import { readJournalHead, rowAfter } from '@salar/store';
import { world } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WatchedExchange } from './testing/watched-exchange.ts';

const { eth, usdt } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;
const cold = privateKeyToAddress(generatePrivateKey());

let exchange: WatchedExchange;
let rpc: JsonRpc;

function swept(network: EvmNetwork): EvmNetwork {
  return {
    ...network,
    coldAddress: cold,
    assets: network.assets.map((asset) => ({
      ...asset,
      sweepMin: asset.productId === eth ? ether : 50_000_000n,
    })),
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: 10n * ether },
  };
}

beforeEach(async () => {
  exchange = await WatchedExchange.open(swept);
  const { anvil, hotAddress, gasAddress } = exchange.world;
  rpc = new JsonRpc(anvil.url);
  await anvil.faucet.send({ address: hotAddress, contract: null, amount: 5n * ether });
  await anvil.faucet.send({ address: gasAddress, contract: null, amount: ether });
  await exchange.world.pass(2);
}, 300_000);
afterEach(() => exchange.close());

async function deposit(productId: typeof eth, amount: bigint, account = maria): Promise<void> {
  const address = await exchange.world.getDepositAddress(account);
  const contract = productId === eth ? null : localContracts.usdt;
  await exchange.world.anvil.faucet.send({ address, contract, amount });
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await exchange.world.pass(1);
}

/** Deposits of both customers, credited and swept. */
async function fill(): Promise<void> {
  for (const account of [maria, joao]) {
    await deposit(eth, 3n * ether, account);
    await deposit(usdt, 900_000_000n, account);
  }
  await pass(8);
}

async function expectNoticed(what: RegExp): Promise<void> {
  const startedAt = performance.now();
  await exchange.roundsWithGrace();
  const took = Math.round(performance.now() - startedAt);
  expect(exchange.watcherLog.join('\n')).toMatch(what);
  expect(exchange.isHalted()).toBe(true);
  expect(exchange.signerAlerts.join('\n')).toMatch('the watcher has halted payments');
  expect(exchange.exchangeAlerts).toContain('ALERT: the watcher has halted withdrawals');
  process.stdout.write(`noticed, and the halt delivered to both, after the grace and ${took} ms of work\n`);
}

/** Appends a row as a database administrator can: linked, with everything but the MAC. */
async function appendForged(command: Command): Promise<void> {
  const { database } = exchange.data;
  const head = await readJournalHead(database);
  const payload = encodeBatch({ engineVersion, commands: [command] });
  const row = rowAfter(head, { count: 1, at: Date.now(), epoch: 1, payload });
  await database.query(
    `INSERT INTO journal (first_sequence, count, epoch, at, previous_hash, hash, payload) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.firstSequence, row.count, row.epoch, row.at, row.previousHash, row.hash, row.payload],
  );
}

test('deposits, sweeps and withdrawals under way cause no halt', async () => {
  await fill();
  await exchange.roundsWithGrace();
  const journey = { isOver: false };
  let rounds = 0;
  const watching = (async () => {
    while (!journey.isOver) {
      await exchange.round();
      exchange.ahead += 10_000;
      rounds += 1;
    }
  })();
  for (let turn = 0; turn < 6; turn += 1) {
    await deposit(eth, ether, turn % 2 === 0 ? maria : joao);
    await deposit(usdt, 60_000_000n, joao);
    for (let count = 0; count < 3; count += 1) {
      await exchange.withdraw(usdt, 7_000_000n);
      await exchange.withdraw(eth, ether / 50n);
    }
    await pass(2);
  }
  await pass(10);
  journey.isOver = true;
  await watching;
  await exchange.roundsWithGrace();
  process.stdout.write(`${rounds} rounds of the watcher beside 36 withdrawals and 12 deposits: no halt\n`);
  expect(exchange.watcherLog.filter((line) => line.includes('halted'))).toEqual([]);
  expect(exchange.isHalted()).toBe(false);
  const [paid] = await exchange.data.database.query<{ count: number }>(
    `SELECT count(*) FROM withdrawal WHERE status = 'FullyProcessed'`,
  );
  expect(Number(paid?.count)).toBe(36);
}, 300_000);

describe('is noticed, and stops payments:', () => {
  beforeEach(async () => {
    await fill();
    await exchange.roundsWithGrace();
    expect(exchange.isHalted()).toBe(false);
  }, 300_000);

  test('coins that left the hot wallet without a ticket, and no payment is made until people lift the halt', async () => {
    const { hotAddress, client } = exchange.world;
    const before = await client.coinBalance(hotAddress);
    await rpc.call('anvil_setBalance', hotAddress, `0x${(before / 2n).toString(16)}`);
    await exchange.withdraw(usdt, 7_000_000n);
    await expectNoticed(/product 2: the wallets hold \d+, the books owe \d+/);
    await pass(3);
    const [unpaid] = await exchange.data.database.query<{ status: string }>('SELECT status FROM withdrawal');
    expect(unpaid?.status).not.toBe('FullyProcessed');
    await exchange.restartWatcher();
    await exchange.round();
    await exchange.lift();
    await exchange.round(); // the same shortage halts once
    expect(exchange.isHalted()).toBe(false);
    await rpc.call('anvil_setBalance', hotAddress, `0x${before.toString(16)}`);
    await pass(6);
    const [paid] = await exchange.data.database.query<{ status: string }>('SELECT status FROM withdrawal');
    expect(paid?.status).toBe('FullyProcessed');
  }, 300_000);

  test('coins that left the hot wallet behind a ticket and a payment that somebody wrote into the database', async () => {
    const { hotAddress, client, anvil } = exchange.world;
    const { database } = exchange.data;
    const before = await client.coinBalance(hotAddress);
    await rpc.call('anvil_setBalance', hotAddress, '0x0');
    // Anybody's large transfer, between two addresses that are not ours.
    const stranger = privateKeyToAddress(generatePrivateKey());
    const hash = await anvil.faucet.send({ address: stranger, contract: null, amount: before });
    await pass(1);
    await database.query(
      `INSERT INTO withdrawal (ticket_id, request_code, user_id, account_id, product_id, provider_id, template_type,
           template_form, destination, amount, fee, status, mac, code_expires_at, created_at, updated_at)
         VALUES (900001, 'forged', 7, ${maria}, ${eth}, 1, '', '', '${stranger}', ${before}, 0, 'Pending2Fa', '', 9e15, 1, 1)`,
    );
    await database.query(
      `INSERT INTO payment (ticket_id, chain_id, sender, nonce, created_at) VALUES (900001, 31337, '${hotAddress}', 900001, 1)`,
    );
    await database.query(
      `INSERT INTO payment_attempt (ticket_id, attempt, hash, raw, fee_max, fee_priority, signed_height, created_at)
         VALUES (900001, 1, '${hash}', '0x', 1, 1, 1, 1)`,
    );
    await expectNoticed(/product 2: .* are missing/);
  }, 300_000);

  test('coins that left the hot wallet, which a compromised exchange books as a network cost', async () => {
    const { hotAddress, client } = exchange.world;
    const before = await client.coinBalance(hotAddress);
    await rpc.call('anvil_setBalance', hotAddress, '0x0');
    const booked = await exchange.sequencer.submit({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.networkCosts,
      targetAccountId: houseAccounts.custody,
      productId: eth,
      amount: minor(before),
      key: `cost:31337:0x${'cd'.repeat(32)}`,
    });
    expect(booked).toMatchObject({ ok: true });
    await expectNoticed(/units of product 2 are booked as spent .* network 31337 has no such transaction/);
  }, 300_000);

  test('coins that left the hot wallet, which a compromised exchange books as the withdrawal of a customer', async () => {
    const before = await exchange.world.client.coinBalance(exchange.world.hotAddress);
    await rpc.call('anvil_setBalance', exchange.world.hotAddress, `0x${(before - ether).toString(16)}`);
    const withdrawal = {
      ticketId: ticketId(77_777),
      accountId: maria,
      productId: eth,
      amount: minor(ether),
      fee: minor(0n),
    };
    expect(await exchange.sequencer.submit({ type: 'HoldWithdrawal', ...withdrawal })).toMatchObject({
      ok: true,
    });
    await exchange.sequencer.submit({ type: 'SettleWithdrawal', ticketId: withdrawal.ticketId });
    await expectNoticed(/withdrawal 77777 .* is settled, and none of our transactions paid it/);
  }, 300_000);

  test('a credit that somebody appended to the journal', async () => {
    await appendForged({
      type: 'CreditDeposit',
      accountId: maria,
      productId: eth,
      amount: minor(50n * ether),
      key: `evm:31337:0x${'ab'.repeat(32)}:native`,
      ticketId: ticketId(99_999),
    });
    await exchange.roundsWithGrace();
    const log = exchange.watcherLog.join('\n');
    expect(log).toMatch(/deposit 99999 .* was credited, and network 31337 has no transaction/);
    expect(log).toMatch(/product 2: .* are missing/);
    expect(exchange.halts.list()).toHaveLength(2);
    expect(exchange.isHalted() || (await exchange.countWaitingHalts()) === 2).toBe(true);
  }, 300_000);

  test('a journal that was rewritten, also before anything follows', async () => {
    const { database } = exchange.data;
    await database.query(
      'ALTER TABLE journal DISABLE TRIGGER ALL; ALTER TABLE journal_1 DISABLE TRIGGER ALL',
    );
    await database.query(
      `UPDATE journal SET hash = sha256(hash) WHERE first_sequence = (SELECT max(first_sequence) FROM journal)`,
    );
    await exchange.round();
    expect(exchange.watcherLog.join('\n')).toMatch(/the journal was rewritten at or before command \d+/);
    expect(exchange.halts.list()).toHaveLength(1);
    expect(exchange.isHalted() || (await exchange.countWaitingHalts()) === 1).toBe(true);
  }, 300_000);

  test('a journal that contradicts the checkpoint of the signer', async () => {
    const head = await readJournalHead(exchange.data.database);
    const lie = { sequence: head.sequence, hash: 'cd'.repeat(32) };
    expect(await exchange.checkpoints.checkpoint(lie)).toMatchObject({ ok: true });
    await exchange.round(); // receives it
    await expectNoticed(/the journal differs from the signer's checkpoint at command/);
  }, 300_000);

  test('a balance that was changed in history', async () => {
    await exchange.sequencer.projected();
    await exchange.data.database.query(
      'UPDATE ledger_entry SET balance = balance + 1, amount = amount + 1 WHERE entry_id = (SELECT max(entry_id) FROM ledger_entry)',
    );
    await expectNoticed(/balances in history differ from the journal/);
  }, 300_000);

  test('coins that left cold storage, whatever the exchange reports about them', async () => {
    await exchange.compareAlways();
    await pass(8);
    expect(await exchange.world.client.coinBalance(cold)).toBeGreaterThan(ether);
    await exchange.roundsWithGrace();
    expect(exchange.isHalted()).toBe(false);
    await rpc.call('anvil_setBalance', cold, '0x0');
    await expectNoticed(/product 2: .* are missing/);
  }, 300_000);
});

test('its role reads, adds halts, and can do nothing else', async () => {
  const { database } = exchange.data;
  const rows = await database.query<{ table: string; privilege: string }>(
    `SELECT relname AS "table", privilege FROM pg_class, unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND has_table_privilege('salar_watcher', oid, privilege)`,
  );
  expect(rows).toEqual([{ table: 'watcher_halt', privilege: 'INSERT' }]);
  const secret = await database.query<{ table: string }>(
    `SELECT t AS "table" FROM unnest(ARRAY['user_session', 'api_key', 'operator', 'second_factor', 'app_user', 'passkey']) AS t
     WHERE has_table_privilege('salar_watcher', t, 'SELECT')`,
  );
  expect(secret).toEqual([]);
});

test('a halt that the watcher did not sign freezes nothing, and is an alert', async () => {
  await exchange.data.database.query(
    `INSERT INTO watcher_halt (text, signature) VALUES ('salar/watcher-halt/v1', 'AAAA')`,
  );
  await exchange.watcherHalts.work();
  await exchange.watcherHalts.work();
  expect(exchange.exchangeAlerts).toEqual(['ALERT: a halt in the database is not signed by the watcher']);
  expect(exchange.sequencer.engine.products().some(({ halted }) => halted)).toBe(false);
});
