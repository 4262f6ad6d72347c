/**
 * Deposits and withdrawals over TRON: a node that behaves as documented, the real signer, real tables, the real
 * engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, houseAccounts, minor, productId, userId } from '@salar/protocol';
import { openTicketServices, findWallet } from '@salar/services';
import { createDecisions } from '@salar/testing/decision-memory';
import { generousAcceptance } from '@salar/testing/generous-acceptance';
import type {
  ChainProvider,
  TicketServices,
  OpenTicketServicesOptions,
  TronNetwork,
  WithdrawTicket,
} from '@salar/services';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { openTestDatabase } from '@salar/testing/postgres';
import { testMacs } from '@salar/testing/test-customers';
import type { TestDatabase } from '@salar/testing/postgres';
import {
  createCollectingNotifier,
  createCollectingLog,
  createSeededEngine,
  world,
} from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { TronNode } from '@salar/testing/chains/tron-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTicketKeys } from '../files/key-files.ts';
import { openFamilies } from '@salar/signer/families/open-families';
import { createSeed } from '../files/seed-file.ts';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import { tronAddresses, parseTronAddressHex } from './tron-addresses.ts';
import { TronClient } from './tron-client.ts';
import { noCodes } from '@salar/testing/no-codes';
import { trustedPrices } from '@salar/testing/trusted-prices';

const { usdt } = world.ids;
const { maria } = world;
const contract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const minuteMs = 60_000;
const network: TronNetwork = {
  family: 'tron',
  chainId: 3_448_148_188,
  name: 'tron',
  displayName: 'TRON',
  assets: [{ productId: usdt, contract, decimals: 6 }],
  confirmations: 3,
  reorgGraceBlocks: 6,
  stuckBlocks: 6,
  paymentFees: { perHour: 4_000_000_000n, perDay: 16_000_000_000n },
  startHeight: 0,
  pollMs: 100,
  feeLimit: 40_000_000n,
  sweeps: null,
};
const provider: ChainProvider = {
  kind: 'chain',
  chainId: network.chainId,
  providerId: 20,
  name: 'USDT_TRON',
  displayName: 'TRON',
  productId: usdt,
  depositTemplate: 'WSAccountProvider_Tron',
  withdrawTemplate: 'ToExternalTronAddress',
  depositMin: minor(1_000_000n),
  withdrawFee: minor(2_000_000n),
  withdrawMin: minor(5_000_000n),
  confirmations: network.confirmations,
};

let data: TestDatabase;
let node: TronNode;
let keysDir: string;
let services: TicketServices;
let options: OpenTicketServicesOptions;
let engine: TicketWorld['engine'];
let hotAddress: string;
const clock = { now: 0 };
let mails: TicketWorld['mails'];
let alerts: string[];
let nextReceiver = 1;

beforeEach(async () => {
  data = await openTestDatabase();
  clock.now = Date.UTC(2026, 0, 5, 12);
  node = await TronNode.open({
    chainId: network.chainId,
    contracts: new Map([[contract, 6]]),
    startAt: clock.now - 21 * 3_000,
  });
  keysDir = mkdtempSync(join(tmpdir(), 'salar-tron-'));
  const keys = openTicketKeys(keysDir);
  const seed = createSeed(join(keysDir, 'seed.json'), 'a passphrase for tests');
  const signer = new TicketSigner({
    families: await openFamilies(new SignerKeys(new SeedKeys(seed, 'regtest')), [network]),
    networks: [network],
    caps: [
      {
        chainId: network.chainId,
        productId: usdt,
        perTransaction: minor(500_000_000n),
        perHour: minor(2_000_000_000n),
        perDay: minor(8_000_000_000n),
      },
    ],
    approvals: null,
    ticketMacKey: keys.ticketMac,
    log: new SigningLog(new ClaimStore(keysDir)),
    clock: () => clock.now,
  });
  const wallet = findWallet(await signer.identity(), 'tron');
  hotAddress = wallet.hotAddress;
  const seeded = createSeededEngine(() => clock.now);
  engine = seeded.engine;
  mails = [];
  const collected = createCollectingLog();
  alerts = collected.alerts;
  options = {
    database: data.database,
    sequencer: seeded.ledger,
    networks: [
      {
        family: 'tron',
        settings: network,
        client: new TronClient({ url: node.url, network }),
        scheme: tronAddresses(wallet),
        wallet,
      },
    ],
    providers: [provider],
    signer,
    approvals: signer,
    notifier: createCollectingNotifier(mails),
    customers: { findEmail: async () => 'maria@example.com' },
    credentialChanges: { readLast: async () => null },
    codes: noCodes,
    priceTrust: trustedPrices,
    acceptance: generousAcceptance,
    macs: testMacs,
    keys,
    decisions: createDecisions(() => clock.now),
    clock: () => clock.now,
    log: collected.log,
    reconcileEveryMs: 0,
  };
  services = await openTicketServices(options);
  await pass(1);
  await node.pay({ to: hotAddress, contract, amount: 1_000_000_000n });
  await node.pay({ to: hotAddress, contract: null, amount: 1_000_000_000n });
  await node.pay({ to: await addressOfMaria(), contract, amount: 100_000_000n });
  for (let turn = 0; turn < 4; turn += 1) await pass(1);
});
afterEach(async () => {
  await services?.stop();
  await node?.close();
  await data?.close();
  rmSync(keysDir, { recursive: true, force: true });
});

async function pass(blocks: number): Promise<void> {
  node.mine(blocks);
  clock.now += blocks * 3_000;
  await services.turn();
}

/** Advances the final chain past this time with empty blocks. */
function passTime(ms: number): void {
  clock.now += ms;
  node.dropWaiting();
  node.pause(ms);
  node.mine(21);
}

async function addressOfMaria(): Promise<string> {
  const answer = await services.deposits.getAddress({
    accountId: maria,
    productId: usdt,
    generateNew: false,
  });
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.value.address;
}

function receiver(): string {
  return parseTronAddressHex((nextReceiver++).toString(16).padStart(40, 'ab'));
}

async function withdraw(to: string, amount = 10_000_000n): Promise<WithdrawTicket> {
  const created = await services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: usdt,
    amount: minor(amount),
    templateType: provider.withdrawTemplate,
    templateForm: JSON.stringify({ ExternalAddress: to, Comment: '' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  await confirm();
  return created.value;
}

async function confirm(): Promise<void> {
  const mail = mails.findLast(({ notification }) => notification.kind === 'confirm_withdrawal')?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await services.withdrawals.confirm({ userId: userId(7), code: mail.code });
}

async function current(ticket: WithdrawTicket): Promise<WithdrawTicket> {
  const list = await services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 100 });
  const found = list.find(({ ticketId }) => ticketId === ticket.ticketId);
  if (found === undefined) throw new Error('the ticket is gone');
  return found;
}

async function until(ticket: WithdrawTicket, status: string): Promise<WithdrawTicket> {
  for (let turn = 0; turn < 12; turn += 1) {
    const now = await current(ticket);
    if (now.status === status) return now;
    await pass(1);
  }
  return current(ticket);
}

test('a deposit is counted, credited after its blocks, and the house’s own coins stay the house’s', async () => {
  const [deposit] = await services.deposits.list({ accountId: maria, startIndex: 0, limit: 10 });
  expect(deposit).toMatchObject({ status: 'FullyProcessed', amount: 100_000_000n, fromAddress: node.bank });
  expect(engine.position(maria, usdt).total).toBe(100_000_000n);
  expect(engine.position(accountId(5), usdt).total).toBe(1_000_000_000n);
});

test('a withdrawal arrives to the last unit, and wallets and books agree', async () => {
  const to = receiver();
  const ticket = await withdraw(to, 12_345_679n);
  expect(await until(ticket, 'FullyProcessed')).toMatchObject({ status: 'FullyProcessed' });
  expect(node.getBalance(contract, to)).toBe(10_345_679n);
  expect(engine.position(maria, usdt)).toMatchObject({ total: 87_654_321n, held: 0n });
  const results = await listReconciliations(data.database);
  expect(results.filter((result) => result.found !== result.expected)).toEqual([]);
  expect(results.length).toBeGreaterThan(1);
});

test('two payments at the same time are two transactions', async () => {
  const to = receiver();
  const tickets = [await withdraw(to), await withdraw(to)];
  for (const ticket of tickets) await until(ticket, 'FullyProcessed');
  expect(node.getBalance(contract, to)).toBe(16_000_000n);
  const hashes = await Promise.all(tickets.map(async (ticket) => (await current(ticket)).txId));
  expect(new Set(hashes).size).toBe(2);
});

test('a transfer that expired unseen is made again, once, when the final chain has passed its expiry', async () => {
  const to = receiver();
  const ticket = await withdraw(to);
  await services.turn();
  const first = await current(ticket);
  expect(first.status).toBe('Submitted');
  node.dropWaiting();
  clock.now += 5 * minuteMs;
  await services.turn();
  expect((await current(ticket)).txId).toBe(first.txId); // the same bytes, sent again
  node.dropWaiting();
  passTime(12 * minuteMs);
  const again = await until(ticket, 'FullyProcessed');
  expect(again.status).toBe('FullyProcessed');
  expect(again.txId).not.toBe(first.txId);
  expect(node.getBalance(contract, to)).toBe(8_000_000n);
});

test('a transfer that was mined is not made again when somebody moves its attempt to a ticket of their own', async () => {
  const { database } = data;
  const to = receiver();
  const ticket = await withdraw(to);
  const id = ticket.ticketId;
  await database.query(`CREATE TABLE kept AS SELECT * FROM withdrawal WHERE ticket_id = ${id}`);
  await services.turn();
  expect((await current(ticket)).status).toBe('Submitted');
  node.mine(1);
  clock.now += 3_000;
  expect(node.getBalance(contract, to)).toBe(8_000_000n);
  // Until it is final: the former row is put back, and the transfer belongs to a row that nothing proves.
  await database.query(`CREATE TABLE other AS SELECT * FROM kept`);
  await database.query(`UPDATE other SET ticket_id = 900001, request_code = 'other', status = 'Pending2Fa', status_mac = NULL,
    code_hash = NULL, code_expires_at = 9e15`);
  await database.query(`INSERT INTO withdrawal SELECT * FROM other`);
  await database.query(
    `INSERT INTO payment SELECT 900001, chain_id, sender, nonce, created_at FROM payment WHERE ticket_id = ${id}`,
  );
  await database.query(`UPDATE payment_attempt SET ticket_id = 900001 WHERE ticket_id = ${id}`);
  await database.query(`DELETE FROM payment WHERE ticket_id = ${id}`);
  await database.query(`UPDATE withdrawal w SET status = k.status, status_mac = k.status_mac, updated_at = k.updated_at, tx_id = NULL,
    step = k.step, status_before = k.status_before, status_by = k.status_by, trail = k.trail
    FROM kept k WHERE k.ticket_id = w.ticket_id`);
  await database.query(`DELETE FROM ticket_step s WHERE ticket_id = ${id} AND (step > (SELECT step FROM kept) OR step_id > (
    SELECT min(step_id) FROM ticket_step o WHERE o.ticket_id = s.ticket_id AND o.step = s.step))`);
  for (let turn = 0; turn < 4; turn += 1) await pass(1);
  passTime(12 * minuteMs);
  for (let turn = 0; turn < 8; turn += 1) await pass(1);
  expect({ received: node.getBalance(contract, to), alerts }).toMatchObject({ received: 8_000_000n });
});

describe('a transfer that was made is not made again', () => {
  /** Sends a payment, has it mined, and returns its receiver. */
  async function pay(): Promise<{ to: string; ticket: WithdrawTicket }> {
    const to = receiver();
    const ticket = await withdraw(to);
    await services.turn();
    expect((await current(ticket)).status).toBe('Submitted');
    node.mine(1);
    return { to, ticket };
  }

  async function waitForExpiry(): Promise<void> {
    passTime(12 * minuteMs);
    for (let turn = 0; turn < 4; turn += 1) await pass(1);
  }

  test('when its hash was changed in the database', async () => {
    const { to } = await pay();
    await data.database.query(`UPDATE payment_attempt SET hash = '${'00'.repeat(32)}'`);
    await waitForExpiry();
    expect(node.getBalance(contract, to)).toBe(8_000_000n);
    expect(alerts).toContain('ALERT: a withdrawal was paid by a transfer that is not recorded');
  });

  test('when one node does not show it, and the second does', async () => {
    const [first] = options.networks;
    if (first?.family !== 'tron') throw new Error('there is one network');
    const { client } = first;
    const hiding = new TronClient({ url: node.url, network });
    hiding.receipt = async () => null;
    await services.stop();
    services = await openTicketServices({
      ...options,
      networks: [{ ...first, client: hiding, secondSource: client }],
    });
    const { to } = await pay();
    await waitForExpiry();
    expect(node.getBalance(contract, to)).toBe(8_000_000n);
    expect(alerts).toContain('ALERT: the second node does not confirm that a payment was not made');
  });
});

describe('a transfer that the token refuses', () => {
  test('is not signed: an operator decides', async () => {
    const to = receiver();
    node.refuseTokensTo(to);
    const ticket = await until(await withdraw(to), 'AdminProcessing');
    expect(ticket).toMatchObject({ rejectReason: 'payment_would_revert', txId: null });
    expect(engine.position(maria, usdt)).toMatchObject({ total: 100_000_000n, held: 10_000_000n });
  });

  test('after it was signed returns the net amount', async () => {
    const to = receiver();
    const ticket = await withdraw(to);
    await services.turn();
    expect((await current(ticket)).status).toBe('Submitted');
    node.refuseTokensTo(to);
    const failed = await until(ticket, 'Failed');
    expect(failed.rejectReason).toBe('the network refused the payment and kept its fee');
    expect(engine.position(maria, usdt)).toMatchObject({ total: 98_000_000n, held: 0n });
    expect(engine.position(houseAccounts.feeIncome, usdt).total).toBe(2_000_000n);
  });
});

test('what the hot wallet cannot pay waits', async () => {
  const balance = node.getBalance(contract, hotAddress);
  await node.pay({ to: await addressOfMaria(), contract, amount: balance * 2n });
  for (let turn = 0; turn < 4; turn += 1) await pass(1);
  const ticket = await withdraw(receiver(), balance + 10_000_000n).catch(() => null);
  if (ticket === null) throw new Error('the request was refused');
  for (let turn = 0; turn < 3; turn += 1) await pass(1);
  expect((await current(ticket)).status).toBe('SystemProcessing');
  expect(node.getBalance(contract, hotAddress)).toBe(balance);
});

test('a reorg removes a payment, and the same bytes are sent again', async () => {
  const to = receiver();
  const ticket = await withdraw(to);
  const seen = await until(ticket, 'Confirmed');
  expect(seen.status).toBe('Confirmed');
  node.reorg(2);
  await services.turn();
  const done = await until(ticket, 'FullyProcessed');
  expect(done).toMatchObject({ status: 'FullyProcessed', txId: seen.txId });
  expect(node.getBalance(contract, to)).toBe(8_000_000n);
});

describe('a crash', () => {
  const steps = [
    'accepted',
    'processing',
    'nonce_reserved',
    'payment_signed',
    'payment_stored',
    'payment_sent',
  ];
  test.each([...steps, 'payment_seen', 'settled', 'finished'])('after "%s": paid once', async (step) => {
    const to = receiver();
    let hasCrashed = false;
    await services.stop();
    services = await openTicketServices({
      ...options,
      onStep: (reached) => {
        if (reached !== step || hasCrashed) return;
        hasCrashed = true;
        throw new Error(`crash after ${step}`);
      },
    });
    const ticket = await withdraw(to);
    await expect(until(ticket, 'FullyProcessed')).rejects.toThrow('crash');
    await services.stop();
    services = await openTicketServices(options);
    // Signed bytes that were not stored may have reached the network: the signer waits until they have expired.
    passTime(12 * minuteMs);
    expect(await until(ticket, 'FullyProcessed')).toMatchObject({ status: 'FullyProcessed' });
    expect(node.getBalance(contract, to)).toBe(8_000_000n);
    expect(engine.position(maria, usdt)).toMatchObject({ total: 90_000_000n, held: 0n });
    expect(alerts).toEqual([]);
  });
});

test('an address of another network or with a wrong checksum is refused', async () => {
  for (const to of [
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    productId(3).toString(),
  ])
    await expect(withdraw(to)).rejects.toThrow('destination_malformed');
  for (const to of [contract, hotAddress, await addressOfMaria()])
    await expect(withdraw(to)).rejects.toThrow('destination_refused');
});
