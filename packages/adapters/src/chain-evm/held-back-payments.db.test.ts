/** Payments that do not start: while withdrawals are stopped, and while the hot wallet lacks funds for them. */
import { minor, userId } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { move } from '@salar/services/withdrawals/withdrawal-moves';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const { eth, usdt } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;

let data: TestDatabase;
let exchange: TicketWorld;

beforeEach(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  await fund(exchange.hotAddress, 15n * ether, 15_000_000n);
  await fund(await exchange.getDepositAddress(maria), 100n * ether, 100_000_000n);
  await exchange.pass(2);
});
afterEach(async () => {
  await exchange?.close();
  await data?.close();
});

async function fund(address: string, coins: bigint, tokens: bigint): Promise<void> {
  const { faucet } = exchange.anvil;
  await faucet.send({ address, contract: null, amount: coins });
  await faucet.send({ address, contract: localContracts.usdt, amount: tokens });
}

async function confirmed(productId: ProductId, amount: bigint): Promise<TicketId> {
  const created = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId,
    amount: minor(amount),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: privateKeyToAddress(generatePrivateKey()), Comment: '' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const mail = exchange.mails.at(-1)?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await exchange.services.withdrawals.confirm({ userId: userId(7), code: mail.code });
  return created.value.ticketId;
}

const readStatus = async (ticketId: TicketId) => (await findWithdrawal(data.database, ticketId))?.status;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await exchange.pass(1);
}

describe('what was confirmed before', () => {
  test('its product was halted is not paid until it is open again, and can be canceled', async () => {
    const paid = await confirmed(usdt, 5_000_000n);
    const canceled = await confirmed(usdt, 5_000_000n);
    const other = await confirmed(eth, ether);
    await exchange.ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: true });
    await turns(4);
    expect(await readStatus(paid)).toBe('AutoAccepted');
    expect(await readStatus(other)).toBe('FullyProcessed');
    const requestCode = (await findWithdrawal(data.database, canceled))?.requestCode ?? '';
    const answer = await exchange.services.withdrawals.cancel({ accountId: maria, requestCode });
    expect(answer).toMatchObject({ ok: true });
    await exchange.ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: false });
    await turns(4);
    expect([await readStatus(paid), await readStatus(canceled)]).toEqual(['FullyProcessed', 'UserCanceled']);
  });

  test('F37 its level fell after it was accepted is not paid, and waits for operators', async () => {
    const ticket = await confirmed(usdt, 5_000_000n);
    await exchange.ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: true });
    await turns(1);
    expect(await readStatus(ticket)).toBe('AutoAccepted');
    await exchange.ledger.submit({ type: 'SetAccountLevel', accountId: maria, level: 0 });
    await exchange.ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: false });
    await turns(3);
    expect(await findWithdrawal(data.database, ticket)).toMatchObject({
      status: 'AdminProcessing',
      rejectReason: 'above_verification_level',
    });
    await exchange.ledger.submit({ type: 'SetAccountLevel', accountId: maria, level: 1 });
    await turns(4);
    expect(await readStatus(ticket)).toBe('AdminProcessing');
    expect(await data.database.query('SELECT 1 FROM payment')).toEqual([]);
  });

  test('its account was locked is not paid until it is unlocked', async () => {
    const ticket = await confirmed(usdt, 5_000_000n);
    await exchange.ledger.submit({ type: 'SetAccountLock', accountId: maria, locked: true });
    await turns(4);
    expect(await readStatus(ticket)).toBe('AutoAccepted');
    await exchange.ledger.submit({ type: 'SetAccountLock', accountId: maria, locked: false });
    await turns(4);
    expect(await readStatus(ticket)).toBe('FullyProcessed');
  });
});

describe('two withdrawals that the hot wallet can pay one by one, but not both', () => {
  test.each([
    ['of the coin', eth, 10n * ether, [10n * ether, 0n]],
    ['of a token', usdt, 10_000_000n, [0n, 10_000_000n]],
  ] as const)(
    '%s: the second waits for funds, blocks nothing, and is paid then',
    async (_, productId, amount, more) => {
      const first = await confirmed(productId, amount);
      const second = await confirmed(productId, amount);
      const small = await confirmed(productId === eth ? usdt : eth, productId === eth ? 6_000_000n : ether);
      await turns(5);
      expect(await readStatus(first)).toBe('FullyProcessed');
      expect(await readStatus(second)).toBe('SystemProcessing');
      expect(await readStatus(small)).toBe('FullyProcessed');
      await fund(exchange.hotAddress, more[0], more[1]);
      await turns(4);
      expect(await readStatus(second)).toBe('FullyProcessed');
      expect(exchange.engine.position(maria, productId).held).toBe(0n);
    },
  );
});

test('F37 one that waits for funds when its level falls is left to operators', async () => {
  await confirmed(eth, 10n * ether);
  const waiting = await confirmed(eth, 10n * ether);
  await turns(2);
  expect(await readStatus(waiting)).toBe('SystemProcessing');
  await exchange.ledger.submit({ type: 'SetAccountLevel', accountId: maria, level: 0 });
  await fund(exchange.hotAddress, 10n * ether, 0n);
  await turns(2);
  expect(await findWithdrawal(data.database, waiting)).toMatchObject({
    status: 'AdminProcessing',
    rejectReason: 'above_verification_level',
  });
  // The customer cannot cancel what the signer may have had; operators accept it once the level is back.
  await exchange.ledger.submit({ type: 'SetAccountLevel', accountId: maria, level: 1 });
  const { ticketMacKey, clock } = exchange;
  const acting = { database: data.database, ticketMacKey, clock: () => clock.now, by: 'test' };
  await move(acting, waiting, 'Accepted');
  await turns(4);
  expect(await readStatus(waiting)).toBe('FullyProcessed');
});

test('a product whose hourly cap is used up keeps no other product waiting, and leaves no gap between nonces', async () => {
  let isCapped = true;
  const { signer } = exchange;
  await exchange.reopen({
    signer: {
      identity: () => signer.identity(),
      listSigned: (ticketId) => signer.listSigned(ticketId),
      sign: async (request) =>
        isCapped && request.ticket.productId === usdt
          ? { ok: false, refusal: 'hourly_cap_exceeded' }
          : signer.sign(request),
    },
  });
  const capped = [await confirmed(usdt, 6_000_000n), await confirmed(usdt, 6_000_000n)];
  const other = await confirmed(eth, ether);
  await turns(4);
  expect(await readStatus(other)).toBe('FullyProcessed');
  isCapped = false;
  await turns(4);
  expect(await Promise.all(capped.map(readStatus))).toEqual(['FullyProcessed', 'FullyProcessed']);
  const nonces = await data.database.query<{ nonce: number }>('SELECT nonce FROM payment ORDER BY nonce');
  expect(nonces.map(({ nonce }) => nonce)).toEqual([0, 1, 2]);
});
