/**
 * Payments of an EVM network with the keys of its wallets in a token or in a cloud service: a payment, and its
 * replacement. `SALAR_TEST_KEY_STORES=all` repeats all tests of payments with them.
 */
import { minor, userId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { WithdrawTicket } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;
const customer = userId(7);

let data: TestDatabase;
let exchange: TicketWorld;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  for (const address of [exchange.hotAddress, await exchange.getDepositAddress(maria)]) {
    await exchange.anvil.faucet.send({ address, contract: null, amount: 10n * ether });
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 100_000_000n });
  }
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

/** Requests a withdrawal to a new address and confirms it. */
async function ask(productId: ProductId, amount: bigint) {
  const to = privateKeyToAddress(generatePrivateKey());
  const { withdrawals } = exchange.services;
  const made = await withdrawals.create({
    userId: customer,
    accountId: maria,
    productId,
    requestIp: null,
    amount: minor(amount),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: to }),
  });
  if (!made.ok) throw new Error(made.refusal);
  const mail = exchange.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${made.value.ticketId}`);
  if (mail?.notification.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await withdrawals.confirm({ userId: customer, code: mail.notification.code });
  return { to, ticket: made.value };
}

async function current({ ticketId }: WithdrawTicket): Promise<WithdrawTicket | undefined> {
  const list = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 100 });
  return list.find((candidate) => candidate.ticketId === ticketId);
}

test.each([
  ['the coin', eth, ether, (ether * 2n) / 1000n],
  ['a token', usdt, 12_345_678n, 1_000_000n],
])('a withdrawal of %s pays amount minus fee to the last unit', async (_, productId, amount, fee) => {
  const { to, ticket } = await ask(productId, amount);
  await exchange.services.turn();
  await exchange.services.turn();
  await exchange.pass(1);
  expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed' });
  expect(await exchange.client.getBalance(productId, to)).toBe(amount - fee);
});

test('a payment that is stuck is signed again with higher fees, and paid once', async () => {
  const rpc = new JsonRpc(exchange.anvil.url);
  await rpc.call('evm_setIntervalMining', 3600); // blocks by time only
  const { to, ticket } = await ask(usdt, 10_000_000n);
  await exchange.services.turn();
  const first = await current(ticket);
  expect(first?.status).toBe('Submitted');
  await data.database.query(
    'UPDATE payment_attempt SET signed_height = signed_height - 20 WHERE ticket_id = $1',
    [ticket.ticketId],
  );
  await exchange.services.turn();
  const second = await current(ticket);
  expect(second?.txId).not.toBe(first?.txId);
  await rpc.call('evm_setAutomine', true);
  await exchange.pass(1);
  await exchange.pass(2);
  expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed', txId: second?.txId });
  expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
});
