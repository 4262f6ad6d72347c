/**
 * Payments of a Bitcoin network with the keys of its wallets in a token: a payment, and its replacement.
 * `SALAR_TEST_KEY_STORES=all` repeats all tests of payments with it.
 */
import { randomBytes } from 'node:crypto';
import { minor, userId } from '@salar/protocol';
import type { WithdrawTicket } from '@salar/services';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toBitcoinAddress } from './bitcoin-addresses.ts';

const { maria } = world;
const customer = userId(7);
const bitcoin = 10n ** 8n;

let data: TestDatabase;
let exchange: BitcoinExchange;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  const address = await exchange.getDepositAddress(maria);
  const hot = Array.from({ length: 4 }, () => ({ address: exchange.hotAddress, amount: bitcoin }));
  await exchange.pay({ address, amount: bitcoin }, ...hot);
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Requests a withdrawal to a new address and confirms it. */
async function ask(amount: bigint) {
  const to = toBitcoinAddress(HDKey.fromMasterSeed(randomBytes(32)), 'regtest');
  const { withdrawals } = exchange.services;
  const made = await withdrawals.create({
    userId: customer,
    accountId: maria,
    productId: bitcoinProduct,
    requestIp: null,
    amount: minor(amount),
    templateType: 'ToExternalBitcoinAddress',
    templateForm: JSON.stringify({ ExternalAddress: to }),
  });
  if (!made.ok) throw new Error(made.refusal);
  const mail = exchange.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${made.value.ticketId}`);
  if (mail?.notification.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await withdrawals.confirm({ userId: customer, code: mail.notification.code });
  return { to, ticket: made.value };
}

async function finish({ ticketId }: WithdrawTicket): Promise<WithdrawTicket | undefined> {
  for (let turns = 0; turns < 5; turns += 1) await exchange.pass(1);
  const list = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 100 });
  return list.find((candidate) => candidate.ticketId === ticketId);
}

/** Returns the satoshi that a receiver has got, one sum for each payment. */
async function listReceived(address: string): Promise<readonly bigint[]> {
  const sums: bigint[] = [];
  for (let height = await exchange.client.height(); height > 0; height -= 1) {
    const block = await exchange.client.block(height);
    for (const { to, amount } of block?.transfers ?? []) if (to === address) sums.push(amount);
  }
  return sums;
}

test('a withdrawal pays amount less fee', async () => {
  const { to, ticket } = await ask(1_000_000n);
  await exchange.pass(0);
  expect(await finish(ticket)).toMatchObject({ status: 'FullyProcessed' });
  expect(await listReceived(to)).toEqual([990_000n]);
});

test('a payment that is stuck is replaced by one that pays more, and is paid once', async () => {
  const { to, ticket } = await ask(2_000_000n);
  await exchange.pass(0);
  await data.database.query(
    'UPDATE payment_attempt SET signed_height = signed_height - 20 WHERE ticket_id = $1',
    [ticket.ticketId],
  );
  await exchange.pass(0);
  const attempts = await data.database.query<{ hash: string }>(
    'SELECT hash FROM payment_attempt WHERE ticket_id = $1 ORDER BY attempt',
    [ticket.ticketId],
  );
  expect(attempts).toHaveLength(2);
  expect(await finish(ticket)).toMatchObject({ status: 'FullyProcessed', txId: attempts[1]?.hash });
  expect(await listReceived(to)).toEqual([1_990_000n]);
});
