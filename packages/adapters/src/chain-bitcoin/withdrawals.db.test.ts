/** Withdrawals on a real private Bitcoin network, with real signer and PostgreSQL, to the receiver's last satoshi. */
import { randomBytes } from 'node:crypto';
import { houseAccounts, minor, userId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { WithdrawTicket } from '@salar/services';
import { sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toBitcoinAddress } from './bitcoin-addresses.ts';
import { bitcoinParameters } from './bitcoin-networks.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria, joao } = world;
const mariaUser = userId(7);
const bitcoin = 10n ** 8n;

/** More than any test here removes by a longer branch. */
const reorgMax = 10;

let data: TestDatabase;
let exchange: BitcoinExchange;
/** Where the test began. */
let startHeight: number;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  const address = await exchange.getDepositAddress(maria);
  const others = await exchange.getDepositAddress(joao);
  const hot = Array.from({ length: 30 }, () => ({ address: exchange.hotAddress, amount: bitcoin }));
  await exchange.pay({ address, amount: 30n * bitcoin }, { address: others, amount: 10n * bitcoin }, ...hot);
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
beforeEach(async () => {
  startHeight = (await exchange.client.height()) - reorgMax;
});
afterEach(async () => {
  expect(exchange.engine.position(houseAccounts.custody, bitcoinProduct).total).toBe(
    -(await sumUnspent(data.database, exchange.network.chainId)),
  );
});

function stranger(): string {
  return toBitcoinAddress(HDKey.fromMasterSeed(randomBytes(32)), 'regtest');
}

type Wish = { accountId?: AccountId; amount?: bigint; to?: string };

function request({ accountId = maria, amount = 1_000_000n, to = stranger() }: Wish) {
  return {
    userId: mariaUser,
    accountId,
    productId: bitcoinProduct,
    requestIp: '203.0.113.9',
    amount: minor(amount),
    templateType: 'ToExternalBitcoinAddress',
    templateForm: JSON.stringify({ ExternalAddress: to }),
  };
}

async function create(ask: Wish): Promise<WithdrawTicket> {
  const answer = await exchange.services.withdrawals.create(request(ask));
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.value;
}

async function confirm(ticket: WithdrawTicket): Promise<void> {
  const mail = exchange.mails.find((candidate) => candidate.dedupKey === `withdrawal:${ticket.ticketId}`);
  if (mail?.notification.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await exchange.services.withdrawals.confirm({ userId: mariaUser, code: mail.notification.code });
}

async function confirmed(ask: Wish): Promise<WithdrawTicket> {
  const ticket = await create(ask);
  await confirm(ticket);
  return ticket;
}

async function current({ ticketId, accountId }: WithdrawTicket): Promise<WithdrawTicket> {
  const list = await exchange.services.withdrawals.list({ accountId, startIndex: 0, limit: 1000 });
  const found = list.find((candidate) => candidate.ticketId === ticketId);
  if (found === undefined) throw new Error('the ticket is not listed');
  return found;
}

/** Returns the satoshi that the receiver has got in blocks of the chain. */
async function receivedBy(address: string): Promise<bigint> {
  let sum = 0n;
  for (let height = await exchange.client.height(); height > startHeight; height -= 1) {
    const block = await exchange.client.block(height);
    for (const { to, amount } of block?.transfers ?? []) if (to === address) sum += amount;
  }
  return sum;
}

type Attempt = { hash: string; raw: string; inputs: readonly string[]; fee: bigint };

/** Oldest first. */
async function listAttempts({ ticketId }: WithdrawTicket): Promise<readonly Attempt[]> {
  const rows = await data.database.query<{ hash: string; raw: string; plan: string }>(
    'SELECT hash, raw, plan FROM payment_attempt WHERE ticket_id = $1 ORDER BY attempt',
    [ticketId],
  );
  return rows.map(({ hash, raw, plan }) => {
    const read = JSON.parse(plan) as { fee: string; inputs: { txId: string; vout: number }[] };
    return {
      hash,
      raw,
      fee: BigInt(read.fee),
      inputs: read.inputs.map(({ txId, vout }) => `${txId}:${vout}`),
    };
  });
}

async function finished(ticket: WithdrawTicket): Promise<WithdrawTicket> {
  for (let turns = 0; turns < 5; turns += 1) await exchange.pass(1);
  return current(ticket);
}

/** Simulates a payment that has waited for many blocks. */
async function letWait({ ticketId }: WithdrawTicket): Promise<void> {
  await data.database.query(
    'UPDATE payment_attempt SET signed_height = signed_height - 20 WHERE ticket_id = $1',
    [ticketId],
  );
}

describe('a withdrawal', () => {
  test('pays amount less fee, and the books contain what the miner took', async () => {
    const to = stranger();
    const position = exchange.engine.position(maria, bitcoinProduct).total;
    const costs = exchange.engine.position(houseAccounts.networkCosts, bitcoinProduct).total;
    const ticket = await confirmed({ amount: 12_345_678n, to });
    await exchange.pass(0);
    expect(await current(ticket)).toMatchObject({ status: 'Submitted' });
    await exchange.pass(1);
    expect(await current(ticket)).toMatchObject({ status: 'Confirmed' });
    await exchange.pass(1);
    expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed' });
    expect(await receivedBy(to)).toBe(12_335_678n);
    expect(exchange.engine.position(maria, bitcoinProduct)).toMatchObject({
      total: position - 12_345_678n,
      held: 0n,
    });
    const [attempt] = await listAttempts(ticket);
    expect(exchange.engine.position(houseAccounts.networkCosts, bitcoinProduct).total).toBe(
      costs - (attempt?.fee ?? 0n),
    );
  });

  test.each([
    ['P2PKH', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['P2SH', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['P2WPKH in capitals', 'BCRT1Q6RZ28MCFAXTMD6V789L9RRLRUSDPRR9PZ3CPPK'],
    ['P2WSH', 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'],
    ['P2TR', 'bcrt1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqvg32hk'],
  ])('is paid to an address of kind %s', async (_, to) => {
    const ticket = await confirmed({ to, amount: 777_777n });
    expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed' });
    expect(await receivedBy(ticket.destination)).toBe(767_777n);
  });

  test.each([
    ['destination_malformed', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['destination_malformed', 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'],
    ['destination_malformed', 'bcrt1q6RZ28mcfaxtmd6v789l9rrlrusdprr9pz3cppk'],
    ['destination_malformed', 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppq'],
    ['destination_malformed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['destination_malformed', '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'],
  ])('is refused with %s to %s', async (refusal, to) => {
    expect(await exchange.services.withdrawals.create(request({ to }))).toMatchObject({ ok: false, refusal });
  });

  test('is refused to our own wallet', async () => {
    for (const to of [exchange.hotAddress, await exchange.getDepositAddress(joao)])
      expect(await exchange.services.withdrawals.create(request({ to }))).toMatchObject({
        refusal: 'destination_refused',
      });
  });
});

test('no payment goes to an address that received our change', async () => {
  const ticket = await finished(await confirmed({}));
  const height = await exchange.client.height();
  const change = new Set<string>();
  for (let at = height; at > startHeight; at -= 1)
    for (const { txId, position, to } of (await exchange.client.block(at))?.transfers ?? [])
      if (txId === ticket.txId && position === '1') change.add(to);
  const [to] = change;
  expect(to).toBeDefined();
  expect(await exchange.services.withdrawals.create(request({ to: to ?? '' }))).toMatchObject({
    refusal: 'destination_refused',
  });
});

test('many at once never share an output, and each is paid exactly', async () => {
  const receivers = Array.from({ length: 8 }, stranger);
  const tickets = [];
  for (const to of receivers) tickets.push(await confirmed({ to, amount: 2_000_001n }));
  await exchange.pass(0);
  const inputs = (await Promise.all(tickets.map(listAttempts))).flat().flatMap((attempt) => attempt.inputs);
  expect(inputs.length).toBeGreaterThanOrEqual(tickets.length);
  expect(new Set(inputs).size).toBe(inputs.length);
  for (let turns = 0; turns < 4; turns += 1) await exchange.pass(1);
  for (const to of receivers) expect(await receivedBy(to)).toBe(1_990_001n);
});

test('two workers at once, as when a frozen leader wakes up, pay each ticket once', async () => {
  const receivers = Array.from({ length: 6 }, stranger);
  const tickets: WithdrawTicket[] = [];
  for (const to of receivers) tickets.push(await confirmed({ to, amount: 3_000_000n }));
  const frozen = exchange.services;
  const leader = await exchange.reopen();
  for (let turns = 0; turns < 5; turns += 1) {
    await Promise.allSettled([frozen.turn(), leader.turn()]);
    await exchange.pass(1);
  }
  for (const ticket of tickets) expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed' });
  for (const to of receivers) expect(await receivedBy(to)).toBe(2_990_000n);
  const attempts = await Promise.all(tickets.map(listAttempts));
  // Both may sign for a ticket, or a fee be raised: the forms share an output, so that only one payment can ever be
  // mined.
  for (const [first, ...others] of attempts)
    for (const other of others)
      expect(other.inputs.filter((input) => first?.inputs.includes(input))).not.toEqual([]);
  const inputs = attempts.flatMap((ofOne) => [...new Set(ofOne.flatMap((attempt) => attempt.inputs))]);
  expect(new Set(inputs).size).toBe(inputs.length);
});

describe('a crash', () => {
  const steps =
    `ticket_written hold_placed mail_queued confirmed accepted processing nonce_reserved payment_signed
    payment_stored payment_sent payment_seen settled finished`.split(/\s+/);
  test.each(steps)('after "%s" is repaired at the next start: paid once, settled once', async (step) => {
    const to = stranger();
    const before = exchange.engine.position(joao, bitcoinProduct).total;
    let hasCrashed = false;
    await exchange.reopen({
      onStep: (reached) => {
        if (reached !== step || hasCrashed) return;
        hasCrashed = true;
        throw new Error(`crash after ${step}`);
      },
    });
    const run = async () => {
      const list = { accountId: joao, startIndex: 0, limit: 1 };
      let [ticket] = await exchange.services.withdrawals.list(list);
      if (ticket?.destination !== to) ticket = await create({ accountId: joao, amount: 900_000n, to });
      await confirm(ticket);
      return finished(ticket);
    };
    await expect(run()).rejects.toThrow('crash');
    await exchange.reopen();
    const ticket = await run();
    expect(ticket.status).toBe('FullyProcessed');
    expect(await receivedBy(to)).toBe(890_000n);
    expect(exchange.engine.position(joao, bitcoinProduct)).toMatchObject({
      total: before - 900_000n,
      held: 0n,
    });
    expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('settled');
    const left = await data.database.query(
      'SELECT 1 AS one FROM bitcoin_output WHERE ticket_id = $1 AND spent_tx IS NULL',
      [ticket.ticketId],
    );
    expect(left).toEqual([]);
  });
});

describe('a longer branch', () => {
  test.each([
    ['that keeps', true],
    ['that loses', false],
  ])('%s the payment moves it back to Submitted, and the same bytes are sent again', async (_, keep) => {
    const to = stranger();
    const ticket = await confirmed({ to });
    await exchange.pass(0);
    await exchange.pass(1);
    const first = await current(ticket);
    expect(first.status).toBe('Confirmed');
    await exchange.node.reorg(1, keep);
    await exchange.pass(0);
    expect((await current(ticket)).status).toBe('Submitted');
    expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed', txId: first.txId });
    expect(await receivedBy(to)).toBe(990_000n);
    expect(await listAttempts(ticket)).toHaveLength(1);
  });

  test('deeper than finality sends a finished payment again, and withholds its change until then', async () => {
    const to = stranger();
    const ticket = await finished(await confirmed({ to }));
    expect(ticket.status).toBe('FullyProcessed');
    await exchange.node.reorg(6, false);
    await exchange.pass(0);
    expect(await receivedBy(to)).toBe(0n);
    await exchange.pass(1);
    await exchange.pass(1);
    expect(await receivedBy(to)).toBe(990_000n);
    expect((await current(ticket)).txId).toBe(ticket.txId);
    for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  });
});

describe('a payment that is stuck', () => {
  test('is replaced by one that spends the same output and pays more, and is paid once', async () => {
    const to = stranger();
    const ticket = await confirmed({ to });
    await exchange.pass(0);
    await letWait(ticket);
    await exchange.pass(0);
    const [first, second, ...others] = await listAttempts(ticket);
    if (first === undefined || second === undefined) throw new Error('it was replaced');
    expect(others).toEqual([]);
    expect(second.inputs).toEqual(first.inputs);
    expect(second.fee).toBeGreaterThan(first.fee);
    expect((await current(ticket)).txId).toBe(second.hash);
    expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed', txId: second.hash });
    expect(await receivedBy(to)).toBe(990_000n);
  });

  test('may still be mined in its first form, and is then settled with that', async () => {
    const to = stranger();
    const costs = exchange.engine.position(houseAccounts.networkCosts, bitcoinProduct).total;
    const ticket = await confirmed({ to });
    await exchange.pass(0);
    await letWait(ticket);
    await exchange.pass(0);
    const [first] = await listAttempts(ticket);
    if (first === undefined) throw new Error('it was signed');
    await exchange.node.mempool.reset();
    expect(await exchange.client.broadcast(first.raw)).toEqual({ kind: 'sent' });
    await exchange.node.mine(1);
    expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed', txId: first.hash });
    expect(await receivedBy(to)).toBe(990_000n);
    expect(exchange.engine.position(houseAccounts.networkCosts, bitcoinProduct).total).toBe(
      costs - first.fee,
    );
  });
});

test("above the signer's cap an operator decides, and the outputs are free again", async () => {
  const free = async () =>
    (await data.database.query('SELECT 1 AS one FROM bitcoin_output WHERE ticket_id IS NULL')).length;
  const before = await free();
  const large = await confirmed({ amount: 21n * bitcoin });
  await exchange.pass(1);
  expect(await current(large)).toMatchObject({
    status: 'AdminProcessing',
    rejectReason: 'transaction_cap_exceeded',
  });
  expect(await free()).toBe(before);
  expect(await exchange.services.withdrawals.cancel(large)).toMatchObject({
    refusal: 'ticket_already_processed',
  });
});

test('an output spent by a transaction that is not ours raises an alert, and the money stays held', async () => {
  const to = stranger();
  const ticket = await confirmed({ to });
  await exchange.pass(0);
  const [attempt] = await listAttempts(ticket);
  const rows = await data.database.query<{
    txId: string;
    vout: number;
    amount: bigint;
    branch: number;
    index: number;
  }>('SELECT tx_id AS "txId", vout, amount, branch, index FROM bitcoin_output WHERE ticket_id = $1', [
    ticket.ticketId,
  ]);
  const accounts = [0, 1].map((account) => exchange.seed.root.derive(`m/84'/1'/${account}'`));
  const findKey = (branch: number, index: number) =>
    accounts[branch >> 1]?.deriveChild(branch & 1).deriveChild(index);
  const theft = new Transaction();
  for (const { txId, vout, amount, branch, index } of rows) {
    const publicKey = findKey(branch, index)?.publicKey;
    const { script } = p2wpkh(publicKey ?? new Uint8Array(33), bitcoinParameters.regtest);
    theft.addInput({ txid: txId, index: vout, witnessUtxo: { script, amount } });
  }
  const sum = rows.reduce((total, { amount }) => total + amount, 0n);
  theft.addOutputAddress(stranger(), sum - 50_000n, bitcoinParameters.regtest);
  rows.forEach(({ branch, index }, place) => {
    const privateKey = findKey(branch, index)?.privateKey;
    theft.signIdx(privateKey ?? new Uint8Array(32), place);
  });
  theft.finalize();
  await exchange.node.mempool.reset();
  expect(await exchange.client.broadcast(theft.hex)).toEqual({ kind: 'sent' });
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect(exchange.alerts).toContain(
    'ALERT: an output of a payment was spent by a transaction that is not ours',
  );
  expect(await current(ticket)).toMatchObject({ status: 'Submitted', txId: attempt?.hash });
  expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('held');
  await exchange.node.reorg(4, false);
  expect(await finished(ticket)).toMatchObject({ status: 'FullyProcessed' });
  expect(await receivedBy(to)).toBe(990_000n);
});

test('payments in a block that is mined while the wallets are compared are not a difference', async () => {
  const { client, node, alerts } = exchange;
  const isUnspent = client.isUnspent.bind(client);
  await exchange.reopen({ reconcileEveryMs: 0 });
  const before = alerts.length;
  let compared = 0;
  client.isUnspent = async (output) => {
    compared += 1;
    if (compared === 1) await node.mine(1);
    return isUnspent(output);
  };
  for (let turn = 0; turn < 3; turn += 1) {
    await confirmed({});
    compared = 0;
    await exchange.pass(0);
    expect(compared).toBeGreaterThan(0);
    expect(await exchange.isBalanced()).toBe(true);
  }
  client.isUnspent = isUnspent;
  for (let block = 0; block < 6; block += 1) await exchange.pass(1);
  expect(await exchange.isBalanced()).toBe(true);
  expect(alerts.slice(before)).toEqual([]);
});
