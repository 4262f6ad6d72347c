/** Withdrawals from a wallet with hardly enough funds: what is in flight, and what the chain removed. */
import { assert, minor, userId } from '@salar/protocol';
import type { WithdrawTicket } from '@salar/services';
import { listFreeOutputs, sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { sealMove } from '@salar/services/withdrawals/withdrawal-moves';
import { findWithdrawal, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A network of its own for each test takes its time on a busy machine. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { maria } = world;
const customer = userId(7);
const receiver = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';
const bitcoin = 10n ** 8n;

let data: TestDatabase;
let exchange: BitcoinExchange;
let address: string;
beforeEach(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  address = await exchange.getDepositAddress(maria);
});
afterEach(async () => {
  await exchange?.close();
  await data?.close();
});

async function deposited(amount: bigint): Promise<void> {
  await exchange.pay({ address, amount });
  await exchange.pass(1);
}

async function confirmed(amount: bigint): Promise<WithdrawTicket> {
  const answer = await exchange.services.withdrawals.create({
    userId: customer,
    accountId: maria,
    productId: bitcoinProduct,
    amount: minor(amount),
    templateForm: JSON.stringify({ ExternalAddress: receiver }),
    requestIp: null,
  });
  assert(answer.ok, 'the withdrawal is possible');
  const mail = exchange.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${answer.value.ticketId}`);
  assert(mail?.notification.kind === 'confirm_withdrawal', 'a mail was sent');
  await exchange.services.withdrawals.confirm({ userId: customer, code: mail.notification.code });
  return answer.value;
}

async function readStatus({ ticketId }: WithdrawTicket): Promise<string | undefined> {
  const page = { accountId: maria, startIndex: 0, limit: 100 };
  const list = await exchange.services.withdrawals.list(page);
  return list.find((candidate) => candidate.ticketId === ticketId)?.status;
}

async function listAttempts({ ticketId }: WithdrawTicket): Promise<readonly string[][]> {
  const rows = await data.database.query<{ plan: string }>(
    'SELECT plan FROM payment_attempt WHERE ticket_id = $1 ORDER BY attempt',
    [ticketId],
  );
  return rows.map(({ plan }) =>
    (JSON.parse(plan) as { inputs: { txId: string }[] }).inputs.map(({ txId }) => txId),
  );
}

test('change that is not final is not spent: the next withdrawal waits for it, and a smaller one continues', async () => {
  await deposited(3n * bitcoin);
  await deposited(bitcoin / 100n);
  const first = await confirmed(bitcoin);
  await exchange.pass(0);
  const large = await confirmed(bitcoin);
  const small = await confirmed(bitcoin / 200n);
  await exchange.pass(0);
  expect(await readStatus(first)).toBe('Submitted');
  expect(await readStatus(large)).toBe('SystemProcessing');
  expect(await readStatus(small)).toBe('Submitted');
  await exchange.pass(1);
  expect(await readStatus(large)).toBe('SystemProcessing');
  await exchange.pass(1);
  expect(await readStatus(first)).toBe('FullyProcessed');
  expect(await readStatus(large)).toBe('Submitted');
  await exchange.pass(2);
  expect(await readStatus(large)).toBe('FullyProcessed');
});

test('a deposit that is seen and not yet credited is not spent', async () => {
  await deposited(bitcoin / 10n);
  const before = await confirmed(bitcoin / 20n);
  await exchange.pass(0);
  await exchange.pay({ address, amount: bitcoin });
  await exchange.services.turn();
  const next = await confirmed(bitcoin / 25n);
  await exchange.services.turn();
  expect(await readStatus(before)).not.toBe('SystemProcessing');
  expect(await readStatus(next)).toBe('SystemProcessing');
  await exchange.pass(1);
  expect(await readStatus(next)).toBe('Submitted');
});

test('an output that is too small to be a deposit is ours, and is never spent', async () => {
  await deposited(bitcoin / 10n);
  await exchange.pay({ address, amount: 9_999n });
  await exchange.pass(3);
  const { chainId } = exchange.network;
  const height = await exchange.client.height();
  const source = { hotAddresses: [exchange.hotAddress] };
  const free = await listFreeOutputs(data.database, { chainId, height, limit: 10, source });
  expect(free.map(({ amount }) => amount)).toEqual([bitcoin / 10n]);
  expect(await sumUnspent(data.database, chainId)).toBe(bitcoin / 10n + 9_999n);
});

test('a deposit that left the chain under a payment is replaced by other funds, and an alert is raised', async () => {
  await deposited(bitcoin / 10n);
  await deposited(bitcoin / 5n);
  const ticket = await confirmed(bitcoin / 4n);
  await exchange.pass(0);
  const [first] = await listAttempts(ticket);
  assert(first?.length === 2, 'the payment spends both deposits');
  await exchange.node.reorg(2, false);
  await exchange.pass(0);
  expect(await readStatus(ticket)).toBe('Submitted');
  await deposited(bitcoin / 2n);
  for (let turns = 0; turns < exchange.network.stuckBlocks; turns += 1) await exchange.pass(1);
  const [, second] = await listAttempts(ticket);
  const [kept, gone] = [
    first.filter((txId) => second?.includes(txId)),
    first.filter((txId) => !second?.includes(txId)),
  ];
  expect([kept.length, gone.length, second?.length]).toEqual([1, 1, 2]);
  expect(exchange.alerts).toContain('ALERT: an output of a payment left the chain');
  await exchange.pass(1);
  await exchange.pass(1);
  expect(await readStatus(ticket)).toBe('FullyProcessed');
});

test('a ticket that an older database considers unpaid is not paid twice: an operator decides', async () => {
  await deposited(bitcoin / 10n);
  await deposited(bitcoin / 5n);
  const ticket = await confirmed(bitcoin / 20n);
  await exchange.pass(0);
  await exchange.node.mine(1);
  const { database } = data;
  await database.query('UPDATE bitcoin_output SET ticket_id = NULL');
  await database.query('DELETE FROM payment_attempt');
  await database.query('DELETE FROM payment');
  const { ticketId } = ticket;
  await database.query('UPDATE withdrawal SET tx_id = NULL WHERE ticket_id = $1', [ticketId]);
  const row = await findWithdrawal(database, ticketId);
  if (row === null) throw new Error('the ticket is missing');
  const { ticketMacKey } = exchange;
  const transition = sealMove({ ticketMacKey, clock: () => 1, by: 'test' }, row, 'AutoAccepted');
  await moveWithdrawal(database, { ticketId, from: [row.status], to: 'AutoAccepted', transition });
  await exchange.pass(0);
  expect(await readStatus(ticket)).toBe('AdminProcessing');
  expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('held');
  expect(exchange.alerts).toContain('ALERT: the signer refuses a withdrawal');
});

test.each(['customer_cap_exceeded', 'new_receivers_cap_exceeded'] as const)(
  'a payment that waits for its %s keeps no output from another one, and is paid later',
  async (refusal) => {
    await deposited(bitcoin);
    const { signer } = exchange;
    const waiting = await confirmed(bitcoin / 4n);
    let isFull = true;
    await exchange.reopen({
      signer: {
        identity: () => signer.identity(),
        listSigned: (ticketId) => signer.listSigned(ticketId),
        sign: async (request) =>
          isFull && request.ticket.ticketId === waiting.ticketId
            ? { ok: false, refusal }
            : signer.sign(request),
      },
    });
    const other = await confirmed(bitcoin / 4n);
    await exchange.pass(0);
    expect(await readStatus(waiting)).toBe('SystemProcessing');
    expect(await readStatus(other)).toBe('Submitted');
    isFull = false;
    await exchange.pass(3);
    await exchange.pass(3);
    expect(await readStatus(other)).toBe('FullyProcessed');
    expect(await readStatus(waiting)).toBe('FullyProcessed');
  },
);

test('an output whose amount was changed in the database is not spent, and is spent once it is repaired', async () => {
  await deposited(bitcoin / 10n);
  await deposited(bitcoin / 5n);
  const change = (sign: '+' | '-') =>
    data.database.query(`UPDATE bitcoin_output SET amount = amount ${sign} 1`);
  await change('+');
  const ticket = await confirmed(bitcoin / 20n);
  await exchange.pass(0);
  expect(await readStatus(ticket)).toBe('SystemProcessing');
  expect(await listAttempts(ticket)).toEqual([]);
  expect(exchange.alerts).toContain('ALERT: one of our outputs is gone, or has another amount');
  await change('-');
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect(await readStatus(ticket)).toBe('FullyProcessed');
});
