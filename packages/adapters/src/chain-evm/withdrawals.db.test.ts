/** Withdrawals on a real local chain with real signer and PostgreSQL, from the request to the receiver's balance. */
import { formatPaymentText } from '@salar/approvals/payment-text';
import { houseAccounts, minor, userId } from '@salar/protocol';
import type { AccountId, Minor, ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { move, sealMove } from '@salar/services/withdrawals/withdrawal-moves';
import { storePaymentApproval } from '@salar/store/tables/tickets/payment-approvals';
import { findWithdrawal, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { signAs, testInstallation } from '@salar/testing/keys/approvers';
import type { Signer, SignRequest, WithdrawTicket } from '@salar/services';
import { evmChainLike } from '@salar/testing/chains/evm-chain-like';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt, usdc } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;
const mariaUser = userId(7);

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  rpc = new JsonRpc(exchange.anvil.url);
  await fund(exchange.hotAddress, 1000n * ether, 1_000_000_000_000n);
  for (const account of [maria, joao])
    await fund(await exchange.getDepositAddress(account), 100n * ether, 100_000_000_000n);
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function fund(address: string, coins: bigint, tokens: bigint): Promise<void> {
  const { faucet } = exchange.anvil;
  await faucet.send({ address, contract: null, amount: coins });
  await faucet.send({ address, contract: localContracts.usdt, amount: tokens });
  await faucet.send({ address, contract: localContracts.usdc, amount: tokens });
}

function stranger(): string {
  return privateKeyToAddress(generatePrivateKey());
}

type Wish = { accountId?: AccountId; productId?: ProductId; amount?: bigint; to?: string; form?: string };

function request({ accountId: account = maria, productId = usdt, amount = 10_000_000n, to, form }: Wish) {
  return {
    userId: mariaUser,
    accountId: account,
    productId,
    requestIp: '203.0.113.9',
    amount: minor(amount),
    templateType: 'ToExternalEthereumAddress',
    templateForm: form ?? JSON.stringify({ ExternalAddress: to ?? stranger(), Comment: 'for the rent' }),
  };
}

async function create(ask: Wish): Promise<WithdrawTicket> {
  const answer = await exchange.services.withdrawals.create(request(ask));
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.value;
}

function findMail(ticket: WithdrawTicket) {
  const mail = exchange.mails.find((candidate) => candidate.dedupKey === `withdrawal:${ticket.ticketId}`);
  if (mail?.notification.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  return mail.notification;
}

async function confirm(ticket: WithdrawTicket) {
  return exchange.services.withdrawals.confirm({ userId: mariaUser, code: findMail(ticket).code });
}

async function current(ticket: WithdrawTicket): Promise<WithdrawTicket> {
  const list = await exchange.services.withdrawals.list({
    accountId: ticket.accountId,
    startIndex: 0,
    limit: 1000,
  });
  const found = list.find((candidate) => candidate.ticketId === ticket.ticketId);
  if (found === undefined) throw new Error('the ticket is not listed');
  return found;
}

/** Returns what a move by an operator needs. */
function moveContext() {
  const { ticketMacKey, clock } = exchange;
  return { database: data.database, clock: () => clock.now, ticketMacKey, by: 'operator ana' };
}

/** Gives a ticket a status with the MAC that the exchange makes, from any other status. */
async function give({ ticketId }: WithdrawTicket, status: 'AdminCanceled' | 'Submitted'): Promise<void> {
  const row = await findWithdrawal(data.database, ticketId);
  if (row === null) throw new Error('the ticket is missing');
  const transition = sealMove(moveContext(), row, status, { isUnproved: true });
  const change = { ticketId, from: [row.status], to: status, transition };
  if ((await moveWithdrawal(data.database, change)) === null) throw new Error('the ticket was not moved');
}

/** Puts a row back as it was, with its MAC and the history that it had. */
async function putBack(
  { ticketId, status, updatedAt, step, statusBefore, statusBy, trail, statusMac, txId }: WithdrawalRow,
  others = 'money_done = money_done',
): Promise<void> {
  await data.database.query(
    `UPDATE withdrawal SET status = $2, updated_at = $3, step = $4, status_before = $5, status_by = $6, trail = $7,
       status_mac = $8, tx_id = $9, ${others} WHERE ticket_id = $1`,
    [ticketId, status, updatedAt, step, statusBefore, statusBy, trail, statusMac, txId],
  );
  await data.database.query(
    `DELETE FROM ticket_step s WHERE ticket_id = $1 AND (step > $2 OR step_id > (
       SELECT min(step_id) FROM ticket_step o WHERE o.ticket_id = s.ticket_id AND o.step = s.step))`,
    [ticketId, step],
  );
}

function held(product: ProductId, account = maria): Minor {
  return exchange.engine.position(account, product).held;
}

describe('a withdrawal', () => {
  test.each([
    ['the coin', eth, ether / 3n, (ether * 2n) / 1000n],
    ['a token that returns nothing', usdt, 12_345_678n, 1_000_000n],
    ['a token that returns a value', usdc, 5_000_001n, 1_000_000n],
  ])('of %s pays amount minus fee to the last unit', async (_, productId, amount, fee) => {
    const to = stranger();
    const before = exchange.engine.position(maria, productId).total;
    const ticket = await create({ productId, amount, to });
    expect(ticket).toMatchObject({ status: 'Pending2Fa', amount, fee, destination: to, txId: null });
    expect(held(productId)).toBe(amount);
    expect(findMail(ticket)).toMatchObject({ destination: to, network: 'Ethereum (local)' });
    await exchange.pass(3);
    expect((await current(ticket)).status).toBe('Pending2Fa');

    expect(await confirm(ticket)).toMatchObject({ ok: true, value: { status: 'Confirmed2Fa' } });
    await exchange.services.turn();
    expect(await current(ticket)).toMatchObject({ status: 'Submitted' });
    await exchange.services.turn();
    expect(await current(ticket)).toMatchObject({ status: 'Confirmed' });
    expect(held(productId)).toBe(amount);
    await exchange.pass(1);
    expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed' });
    expect(await exchange.client.getBalance(productId, to)).toBe(amount - fee);
    expect(exchange.engine.position(maria, productId)).toMatchObject({ total: before - amount, held: 0n });
    expect(await confirm(ticket)).toMatchObject({ ok: true });
  });

  test('has all details in its mail', async () => {
    const to = stranger();
    const ticket = await create({ amount: 10_500_000n, to });
    expect(findMail(ticket)).toMatchObject({
      amount: '10.5',
      fee: '1',
      net: '9.5',
      product: 'USDT',
      destination: to,
    });
    expect(JSON.parse(ticket.templateForm)).toEqual({
      TemplateType: 'ToExternalEthereumAddress',
      Comment: 'for the rent',
      ExternalAddress: to,
    });
    await exchange.services.withdrawals.cancel(ticket);
  });

  test('can be canceled until it is processed, and returns the money once', async () => {
    const ticket = await create({});
    expect(held(usdt)).toBe(10_000_000n);
    const { withdrawals } = exchange.services;
    const stranger = { accountId: joao, requestCode: ticket.requestCode };
    expect(await withdrawals.cancel(stranger)).toEqual({ ok: false, refusal: 'ticket_unknown' });
    expect(await withdrawals.cancel(ticket)).toMatchObject({ ok: true, value: { status: 'UserCanceled' } });
    expect(held(usdt)).toBe(0n);
    expect(await withdrawals.cancel(ticket)).toEqual({ ok: false, refusal: 'ticket_already_processed' });
    expect(await confirm(ticket)).toEqual({ ok: false, refusal: 'code_invalid' });

    const paid = await create({});
    await confirm(paid);
    await exchange.services.turn();
    expect(await withdrawals.cancel(paid)).toEqual({ ok: false, refusal: 'ticket_already_processed' });
    await exchange.pass(2);
    expect((await current(paid)).status).toBe('FullyProcessed');
  });

  test('that is not confirmed in time expires and returns the money', async () => {
    const ticket = await create({});
    exchange.clock.now += 30 * 60_000;
    expect(await confirm(ticket)).toEqual({ ok: false, refusal: 'code_invalid' });
    await exchange.services.turn();
    expect(await current(ticket)).toMatchObject({ status: 'Expired' });
    expect(held(usdt)).toBe(0n);
  });

  test('is confirmed by its own customer with its own code only', async () => {
    const ticket = await create({});
    const { withdrawals } = exchange.services;
    const { code } = findMail(ticket);
    const refused = { ok: false, refusal: 'code_invalid' };
    expect(await withdrawals.confirm({ userId: userId(8), code })).toEqual(refused);
    expect(await withdrawals.confirm({ userId: mariaUser, code: `${code}x` })).toEqual(refused);
    const both = await Promise.all([confirm(ticket), confirm(ticket)]);
    expect(both.every((answer) => answer.ok)).toBe(true);
    await exchange.pass(1);
    await exchange.pass(2);
    expect((await current(ticket)).status).toBe('FullyProcessed');
  });

  test('many at once are paid one nonce after the other', async () => {
    const receivers = Array.from({ length: 8 }, stranger);
    for (const to of receivers) await confirm(await create({ to, amount: 6_000_000n }));
    await exchange.pass(1);
    await exchange.pass(2);
    await exchange.pass(1);
    for (const to of receivers) expect(await exchange.client.getBalance(usdt, to)).toBe(5_000_000n);
    expect(held(usdt)).toBe(0n);
  });
});

describe('a request is refused', () => {
  const cases: readonly [string, () => Wish | Promise<Wish>][] = [
    ['provider_unknown', () => ({ productId: world.cop })],
    ['level_too_low', () => ({ accountId: world.newcomer })],
    ['amount_not_positive', () => ({ amount: 0n })],
    ['amount_below_minimum', () => ({ amount: 4_999_999n })],
    ['form_malformed', () => ({ form: '["no object"]' })],
    ['field_malformed', () => ({ form: '{"ExternalAddress": 5}' })],
    ['field_missing', () => ({ form: '{"Comment":"none"}' })],
    ['destination_malformed', () => ({ to: '0x1234' })],
    ['destination_malformed', () => ({ to: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })],
    ['destination_refused', () => ({ to: '0x0000000000000000000000000000000000000000' })],
    ['destination_refused', () => ({ to: localContracts.usdc })],
    ['destination_refused', () => ({ to: exchange.hotAddress })],
    ['destination_refused', async () => ({ to: await exchange.getDepositAddress(joao) })],
    ['insufficient_funds', () => ({ amount: 10n ** 15n })],
  ];
  test.each(cases)('with %s, and nothing is held', async (refusal, ask) => {
    const before = held(usdt);
    const answer = await exchange.services.withdrawals.create(request(await ask()));
    expect(answer).toMatchObject({ ok: false, refusal });
    expect(held(usdt)).toBe(before);
  });

  test('in the order of the union: an unknown template before an empty amount', async () => {
    const wrong = { ...request({ amount: 0n }), templateType: 'ToExternalMars' };
    const answer = await exchange.services.withdrawals.create({ ...wrong, providerId: 2 });
    expect(answer).toEqual({ ok: false, refusal: 'template_unknown' });
  });

  test('while the account is locked or the product halted', async () => {
    const { ledger } = exchange;
    await ledger.submit({ type: 'SetAccountLock', accountId: maria, locked: true });
    expect(await exchange.services.withdrawals.create(request({}))).toMatchObject({
      refusal: 'account_locked',
    });
    await ledger.submit({ type: 'SetAccountLock', accountId: maria, locked: false });
    await ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: true });
    expect(await exchange.services.withdrawals.create(request({}))).toMatchObject({
      refusal: 'product_halted',
    });
    await ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: false });
    const { providerId = 0 } = exchange.services.withdrawals.listProviders(usdt)[0] ?? {};
    const provider = { type: 'SetProviderHalt', providerId, deposits: false } as const;
    await ledger.submit({ ...provider, withdrawals: true });
    expect(await exchange.services.withdrawals.create(request({}))).toMatchObject({
      refusal: 'network_halted',
    });
    await ledger.submit({ ...provider, withdrawals: false });
  });
});

describe('a crash', () => {
  const steps =
    `ticket_written hold_placed mail_queued confirmed accepted processing nonce_reserved payment_signed
    payment_stored payment_sent payment_seen settled finished`.split(/\s+/);
  test.each(steps)('after "%s" is repaired at the next start: paid once, settled once', async (step) => {
    const to = stranger();
    const before = exchange.engine.position(joao, usdc).total;
    const crashing = crashOnceAt(step);
    await exchange.reopen({ onStep: crashing.onStep });
    const ask = { accountId: joao, productId: usdc, amount: 9_000_000n, to };
    const run = async () => {
      let [ticket] = await exchange.services.withdrawals.list({ accountId: joao, startIndex: 0, limit: 1 });
      if (ticket?.destination !== to) ticket = await create(ask);
      await confirm(ticket);
      for (let turns = 0; turns < 6; turns += 1) await exchange.pass(1);
      return current(ticket);
    };
    await expect(run()).rejects.toThrow('crash');
    await exchange.reopen();
    const ticket = await run();
    expect(ticket.status).toBe('FullyProcessed');
    expect(await exchange.client.getBalance(usdc, to)).toBe(8_000_000n);
    expect(exchange.engine.position(joao, usdc)).toMatchObject({ total: before - 9_000_000n, held: 0n });
    expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('settled');
  });

  test.each(['end_written', 'released'])('after "%s" of a cancel returns the money once', async (step) => {
    const ticket = await create({ productId: usdc });
    await exchange.reopen({ onStep: crashOnceAt(step).onStep });
    await expect(exchange.services.withdrawals.cancel(ticket)).rejects.toThrow('crash');
    await exchange.reopen();
    expect(await current(ticket)).toMatchObject({ status: 'UserCanceled' });
    await exchange.services.turn(); // the signer confirms that it signed nothing
    expect(held(usdc)).toBe(0n);
    expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('released');
  });

  test('of the chain between sending and the block loses no payment', async () => {
    const to = stranger();
    const ticket = await create({ to });
    await confirm(ticket);
    await exchange.services.turn();
    await exchange.anvil.kill();
    await exchange.pass(1);
    await exchange.pass(2);
    await exchange.pass(1);
    expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed' });
    expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
  });
});

test('a reorg before finality takes a payment back to Submitted and sends the same bytes again', async () => {
  const to = stranger();
  const ticket = await create({ to });
  await confirm(ticket);
  await exchange.services.turn();
  await exchange.services.turn();
  const first = await current(ticket);
  expect(first.status).toBe('Confirmed');
  await rpc.call('anvil_reorg', 1, []);
  await rpc.call('anvil_dropAllTransactions');
  await exchange.services.turn();
  await exchange.pass(1);
  await exchange.pass(2);
  await exchange.pass(1);
  expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed', txId: first.txId });
  expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
});

test('a payment that is stuck is signed again with the same nonce and higher fees, and paid once', async () => {
  const to = stranger();
  await rpc.call('evm_setIntervalMining', 3600); // blocks by time only
  const ticket = await create({ to });
  await confirm(ticket);
  await exchange.services.turn();
  const first = await current(ticket);
  expect(first.status).toBe('Submitted');
  await data.database.query(
    'UPDATE payment_attempt SET signed_height = signed_height - 20 WHERE ticket_id = $1',
    [ticket.ticketId],
  );
  await exchange.services.turn();
  const second = await current(ticket);
  expect(second.txId).not.toBe(first.txId);
  await rpc.call('evm_setAutomine', true);
  await exchange.pass(1);
  await exchange.pass(2);
  expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed', txId: second.txId });
  expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
});

describe('the signer', () => {
  async function tampered(change: (request: SignRequest) => SignRequest) {
    let refusal = 'none';
    const signer: Signer = {
      identity: () => exchange.signer.identity(),
      listSigned: (ticketId) => exchange.signer.listSigned(ticketId),
      sign: async (request) => {
        const answer = await exchange.signer.sign(change(request));
        if (!answer.ok) refusal = answer.refusal;
        return answer;
      },
    };
    await exchange.reopen({ signer });
    const ticket = await create({});
    await confirm(ticket);
    await exchange.services.turn();
    const after = await current(ticket);
    await exchange.reopen();
    return { refusal, status: after.status };
  }

  test('refuses a ticket that differs from what the customer confirmed, and the money comes back', async () => {
    const other = stranger();
    expect(
      await tampered((request) => ({ ...request, ticket: { ...request.ticket, destination: other } })),
    ).toEqual({ refusal: 'mac_invalid', status: 'Failed' });
    expect(
      await tampered((request) => ({ ...request, ticket: { ...request.ticket, amount: minor(10n ** 9n) } })),
    ).toEqual({ refusal: 'mac_invalid', status: 'Failed' });
    expect(await tampered((request) => ({ ...request, approval: request.mac }))).toEqual({
      refusal: 'approval_invalid',
      status: 'Failed',
    });
    expect(held(usdt)).toBe(0n);
  });

  test('uses one nonce per ticket for ever, and a nonce for one ticket', async () => {
    const requests: SignRequest[] = [];
    const signer: Signer = {
      identity: () => exchange.signer.identity(),
      listSigned: (ticketId) => exchange.signer.listSigned(ticketId),
      sign: (request) => {
        requests.push(request);
        return exchange.signer.sign(request);
      },
    };
    await exchange.reopen({ signer });
    for (const _ of [1, 2]) await confirm(await create({}));
    await exchange.pass(1);
    await exchange.pass(2);
    await exchange.pass(1);
    const [first, second] = requests;
    if (first === undefined || second === undefined) throw new Error('two payments were signed');
    const { signer: real } = exchange;
    if (first.plan.family !== 'evm') throw new Error('the network is an EVM one');
    const { nonce, feeMax } = first.plan;
    const otherNonce = { ...first.plan, nonce: nonce + 100 };
    expect(await real.sign({ ...first, plan: otherNonce })).toMatchObject({
      refusal: 'ticket_already_signed',
    });
    expect(await real.sign(first)).toMatchObject({ ok: true });
    const greedy = { ...first.plan, feePriority: feeMax + 1n };
    expect(await real.sign({ ...first, plan: greedy })).toMatchObject({
      refusal: 'fees_too_high',
    });
    await exchange.reopen();
  });
});

test("above the signer's cap an operator decides, and no nonce is lost", async () => {
  await exchange.anvil.faucet.send({
    address: await exchange.getDepositAddress(maria),
    contract: localContracts.usdt,
    amount: 700_000_000_000n,
  });
  await exchange.pass(2);
  const large = await create({ amount: 600_000_000_000n });
  await confirm(large);
  await exchange.pass(1);
  expect(await current(large)).toMatchObject({
    status: 'AdminProcessing',
    rejectReason: 'transaction_cap_exceeded',
  });
  expect(held(usdt)).toBe(600_000_000_000n);

  const to = stranger();
  const small = await create({ to });
  await confirm(small);
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect(await current(small)).toMatchObject({ status: 'FullyProcessed' });
  // The signer had it: only an operator ends it.
  expect(await exchange.services.withdrawals.cancel(large)).toEqual({
    ok: false,
    refusal: 'ticket_already_processed',
  });
  expect(await move(moveContext(), large.ticketId, 'AdminCanceled')).not.toBeNull();
  await exchange.services.turn();
  expect(held(usdt)).toBe(0n);
});

describe('a status that somebody wrote into the database', () => {
  const alert = 'ALERT: nothing proves the status of a withdrawal';
  const write = (ticket: WithdrawTicket, columns: string, values: readonly unknown[] = []) =>
    data.database.query(`UPDATE withdrawal SET ${columns} WHERE ticket_id = $1`, [
      ticket.ticketId,
      ...values,
    ]);

  test.each(['Confirmed2Fa', 'AutoAccepted', 'Accepted'])(
    '%s pays nothing: operators decide',
    async (status) => {
      exchange.log.alerts.length = 0;
      const to = stranger();
      const ticket = await create({ to });
      await write(ticket, 'status = $2', [status]);
      await exchange.pass(1);
      await exchange.pass(2);
      expect(await current(ticket)).toMatchObject({
        status: 'AdminProcessing',
        rejectReason: 'status_unproved',
      });
      expect(await exchange.client.getBalance(usdt, to)).toBe(0n);
      expect(exchange.log.alerts).toContain(alert);
      await write(ticket, `status = 'AdminCanceled'`);
      await exchange.services.turn();
      expect(held(usdt)).toBe(10_000_000n); // nor does a forged end return the money
      await give(ticket, 'AdminCanceled');
      await exchange.services.turn();
      expect(held(usdt)).toBe(0n);
    },
  );

  test('SystemProcessing pays nothing and waits', async () => {
    const to = stranger();
    const ticket = await create({ to });
    await write(ticket, `status = 'SystemProcessing'`);
    await exchange.pass(2);
    expect(await current(ticket)).toMatchObject({ status: 'SystemProcessing', txId: null });
    await give(ticket, 'AdminCanceled');
    await exchange.services.turn();
    expect(held(usdt)).toBe(0n);
  });

  test('Submitted signs nothing, whatever payment is written beside it', async () => {
    exchange.log.alerts.length = 0;
    const to = stranger();
    const { ticketId } = await create({ to });
    const nonce = await exchange.client.getNonce(exchange.hotAddress);
    const values = [ticketId, exchange.hotAddress, nonce];
    await data.database.query(
      `INSERT INTO payment (ticket_id, chain_id, sender, nonce, created_at) VALUES ($1, 31337, $2, $3, 1)`,
      values,
    );
    await data.database.query(
      `INSERT INTO payment_attempt (ticket_id, attempt, hash, raw, fee_max, fee_priority, signed_height, created_at)
         VALUES ($1, 1, '0x${'ab'.repeat(32)}', '0x', 1, 1, -100, 1)`,
      [ticketId],
    );
    await data.database.query(`UPDATE withdrawal SET status = 'Submitted' WHERE ticket_id = $1`, [ticketId]);
    await exchange.pass(1);
    await exchange.pass(1);
    expect(await exchange.signer.listSigned(ticketId)).toEqual([]);
    expect(await exchange.client.getBalance(usdt, to)).toBe(0n);
    expect(exchange.log.alerts).toContain(alert);
    for (const table of ['payment_attempt', 'payment', 'ticket_step', 'withdrawal'])
      await data.database.query(`DELETE FROM ${table} WHERE ticket_id = $1`, [ticketId]);
    await exchange.ledger.submit({ type: 'ReleaseWithdrawal', ticketId });
  });

  test('a sent payment is not taken for a reverted one because the row states another amount', async () => {
    const to = stranger();
    const ticket = await create({ to });
    await confirm(ticket);
    await exchange.services.turn();
    await write(ticket, 'amount = amount + 1');
    for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
    expect(held(usdt)).toBe(10_000_000n);
    expect((await current(ticket)).status).toBe('Submitted');
    await write(ticket, 'amount = amount - 1');
    for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
    expect((await current(ticket)).status).toBe('FullyProcessed');
    expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
  });

  test.each(['expired by itself', 'canceled by its customer'])(
    'that a sent ticket had before returns no money when it is %s',
    async (how) => {
      const to = stranger();
      const ticket = await create({ to });
      const before = await findWithdrawal(data.database, ticket.ticketId);
      await confirm(ticket);
      await exchange.services.turn();
      expect(await current(ticket)).toMatchObject({ status: 'Submitted' });
      exchange.log.alerts.length = 0;
      if (before === null) throw new Error('the ticket is missing');
      await putBack(before);
      if (how === 'expired by itself') exchange.clock.now += 31 * 60_000;
      else expect(await exchange.services.withdrawals.cancel(ticket)).toMatchObject({ ok: true });
      for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
      expect(held(usdt)).toBe(10_000_000n);
      const signedAlert = 'ALERT: a withdrawal without a payment has signed ones: its hold is not released';
      expect(exchange.log.alerts.filter((one) => one === signedAlert).length).toBeGreaterThan(0);
      expect(exchange.log.alerts.filter((one) => one === signedAlert).length).toBeLessThan(3);
      // The payment is on its way: with its true status back, the books agree again.
      await give(ticket, 'Submitted');
      for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
      expect(await current(ticket)).toMatchObject({ status: 'FullyProcessed' });
      expect(await exchange.client.getBalance(usdt, to)).toBe(9_000_000n);
      expect(held(usdt)).toBe(0n);
    },
  );

  test('that the ticket had before pays nothing once its hold is released', async () => {
    exchange.log.alerts.length = 0;
    const to = stranger();
    const ticket = await create({ to });
    const { ticketId } = ticket;
    await confirm(ticket);
    const accepted = await findWithdrawal(data.database, ticketId);
    if (accepted?.status !== 'Confirmed2Fa') throw new Error('the ticket is not confirmed');
    expect(await exchange.services.withdrawals.cancel(ticket)).toMatchObject({ ok: true });
    await putBack(accepted, 'money_done = false');
    await exchange.pass(1);
    await exchange.pass(2);
    expect((await current(ticket)).status).toBe('AdminProcessing');
    expect(await exchange.client.getBalance(usdt, to)).toBe(0n);
    expect(exchange.log.alerts).toContain(alert);
  });
});

test('a payment above the cap is made once two people have approved it', async () => {
  const to = stranger();
  await exchange.anvil.faucet.send({
    address: await exchange.getDepositAddress(maria),
    contract: localContracts.usdt,
    amount: 700_000_000_000n,
  });
  await exchange.pass(2);
  const large = await create({ amount: 600_000_000_000n, to });
  await confirm(large);
  const { ticketId } = large;
  const accept = async () => {
    expect(await move(moveContext(), ticketId, 'Accepted')).not.toBeNull();
    await exchange.services.turn();
  };
  const approve = async (approver: string) => {
    const { chainId } = exchange.network.settings;
    const row = await findWithdrawal(data.database, ticketId);
    if (row === null) throw new Error('the ticket is stored');
    const product = { symbol: 'USDT', decimals: 6 };
    const text = formatPaymentText({ terms: { ...row, chainId }, product, installation: testInstallation });
    if (!text.ok) throw new Error(text.refusal);
    const signature = signAs(exchange.approvers, approver, text.value);
    await storePaymentApproval(data.database, { ticketId, approver, signature, at: exchange.clock.now });
  };
  const waits = (rejectReason: string) => ({ status: 'AdminProcessing', rejectReason });
  await exchange.pass(1);
  expect(await current(large)).toMatchObject(waits('transaction_cap_exceeded'));
  await approve('ana');
  await accept();
  expect(await current(large)).toMatchObject(waits('approvals_invalid'));
  await approve('carla');
  await accept();
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect(await current(large)).toMatchObject({ status: 'FullyProcessed' });
  expect(await exchange.client.getBalance(usdt, to)).toBe(599_999_000_000n);
});

test('what the hot wallet cannot pay waits, and lets others pass', async () => {
  const balance = await exchange.client.coinBalance(exchange.hotAddress);
  await rpc.call('anvil_setBalance', exchange.hotAddress, `0x${ether.toString(16)}`);
  const large = await create({ productId: eth, amount: 50n * ether });
  const small = await create({ productId: eth, amount: ether / 2n });
  for (const ticket of [large, small]) await confirm(ticket);
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect((await current(large)).status).toBe('SystemProcessing');
  expect((await current(small)).status).toBe('FullyProcessed');
  await rpc.call('anvil_setBalance', exchange.hotAddress, `0x${balance.toString(16)}`);
  for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
  expect((await current(large)).status).toBe('FullyProcessed');
});

describe('the network fee of a payment', () => {
  const booked = () => 0n - exchange.engine.position(houseAccounts.networkCosts, eth).total;
  const feeOf = async (txId: string | null) => (await exchange.client.receipt(txId ?? ''))?.networkFee ?? 0n;
  const finish = async (ticket: WithdrawTicket) => {
    await confirm(ticket);
    for (let turns = 0; turns < 4; turns += 1) await exchange.pass(1);
    return current(ticket);
  };

  test('is booked once, with the amount in the receipt', async () => {
    const before = booked();
    const ticket = await finish(await create({}));
    expect(await feeOf(ticket.txId)).toBeGreaterThan(0n);
    expect(booked() - before).toBe(await feeOf(ticket.txId));
    await exchange.reopen();
    await exchange.pass(3);
    expect(booked() - before).toBe(await feeOf(ticket.txId));
  });

  test('is booked for a reverted one, too, and the customer gets the net amount back', async () => {
    const before = booked();
    const balance = exchange.engine.position(maria, usdt).total;
    const income = exchange.engine.position(houseAccounts.feeIncome, usdt).total;
    const used = exchange.engine.withdrawalUsage(maria, exchange.engine.lastAt).day;
    // Between the check of the balance and the block the tokens are gone, and come back.
    const holder = [exchange.hotAddress as Hex, 1n] as const;
    const slot = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), holder));
    const held = await rpc.call('eth_getStorageAt', localContracts.usdt, slot, 'latest');
    const setHeld = (value: unknown) => rpc.call('anvil_setStorageAt', localContracts.usdt, slot, value);
    const { client } = exchange.network;
    const emptied = evmChainLike(client, {
      broadcast: async (raw) => {
        await setHeld(`0x${'0'.repeat(64)}`);
        const answer = await client.broadcast(raw);
        await rpc.call('anvil_mine', '0x1'); // the chain answers before it has the payment in a block
        await setHeld(held);
        return answer;
      },
    });
    const { onStep } = crashOnceAt('returned');
    await exchange.reopen({ networks: [{ ...exchange.network, client: emptied }], onStep });
    const created = await create({});
    await expect(finish(created)).rejects.toThrow('crash after returned');
    await exchange.reopen();
    await exchange.pass(1);
    const ticket = await current(created);
    expect(ticket).toMatchObject({
      status: 'Failed',
      rejectReason: 'the network refused the payment and kept its fee',
    });
    expect(exchange.engine.withdrawal(ticket.ticketId)?.state).toBe('returned');
    expect(exchange.engine.position(maria, usdt)).toMatchObject({ total: balance - ticket.fee, held: 0n });
    expect(exchange.engine.position(houseAccounts.feeIncome, usdt).total).toBe(income + ticket.fee);
    expect(exchange.engine.withdrawalUsage(maria, exchange.engine.lastAt).day).toBeGreaterThan(used);
    expect(booked() - before).toBe(await feeOf(ticket.txId));
    expect(booked()).toBeGreaterThan(before);
  });
});

describe('a payment that would revert', () => {
  const refusing = async () => {
    const to = stranger();
    await rpc.call('anvil_setCode', to, '0x60006000fd');
    return to;
  };

  test('is not signed: an operator decides', async () => {
    const nonce = await exchange.client.getNonce(exchange.hotAddress);
    const ticket = await create({ productId: eth, amount: ether, to: await refusing() });
    await confirm(ticket);
    await exchange.pass(1);
    await exchange.pass(1);
    const seen = await current(ticket);
    expect(seen).toMatchObject({
      status: 'AdminProcessing',
      rejectReason: 'payment_would_revert',
      txId: null,
    });
    expect(held(eth)).toBe(ether);
    expect(await exchange.client.getNonce(exchange.hotAddress)).toBe(nonce);
    const paid = await create({ productId: eth, amount: ether });
    await confirm(paid);
    for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
    expect((await current(paid)).status).toBe('FullyProcessed');
  });

  test('is tried again while the node does not say so', async () => {
    const { client } = exchange.network;
    const unsure = evmChainLike(client, {
      tryPayment: async () => ({ kind: 'unclear', reason: 'header not found' }),
    });
    await exchange.reopen({ networks: [{ ...exchange.network, client: unsure }] });
    const ticket = await create({});
    await confirm(ticket);
    await exchange.pass(1);
    expect(await current(ticket)).toMatchObject({ status: 'SystemProcessing', txId: null });
    await exchange.reopen();
    for (let turns = 0; turns < 3; turns += 1) await exchange.pass(1);
    expect((await current(ticket)).status).toBe('FullyProcessed');
  });
});

test('a payment that one node calls reverted, and another one has, does not return its money', async () => {
  const { client } = exchange.network;
  const lying = evmChainLike(client, {
    receipt: async (txId) => {
      const receipt = await client.receipt(txId);
      return receipt && { ...receipt, succeeded: false, transfers: [] };
    },
  });
  await exchange.reopen({ networks: [{ ...exchange.network, client: lying, secondSource: client }] });
  exchange.log.alerts.length = 0;
  const to = stranger();
  const balance = exchange.engine.position(maria, usdt).total;
  const ticket = await create({ amount: 10_000_000n, to });
  await confirm(ticket);
  for (let turns = 0; turns < 4; turns += 1) await exchange.pass(1);
  const { total, held: stillHeld } = exchange.engine.position(maria, usdt);
  expect(await client.getBalance(usdt, to)).toBe(9_000_000n);
  expect({ total, held: stillHeld }).toEqual({ total: balance, held: 10_000_000n });
  const alert = 'ALERT: the second node does not confirm that a payment was not made';
  expect(exchange.log.alerts.filter((one) => one === alert)).toHaveLength(1);
  await exchange.reopen(); // the node answers truly again
  for (let turns = 0; turns < 2; turns += 1) await exchange.pass(1);
  expect((await current(ticket)).status).toBe('FullyProcessed');
  expect(exchange.engine.position(maria, usdt)).toMatchObject({ total: balance - 10_000_000n, held: 0n });
  // A comparison while the node denied the payment may have frozen withdrawals.
  await exchange.ledger.submit({ type: 'SetProductHalt', productId: usdt, halted: false });
});

test('a manipulated ticket row is not paid', async () => {
  const ticket = await create({});
  await data.database.query('UPDATE withdrawal SET destination = $1 WHERE ticket_id = $2', [
    stranger(),
    ticket.ticketId,
  ]);
  await expect(confirm(ticket)).rejects.toThrow('has a valid MAC');
  await exchange.services.withdrawals.cancel(ticket);
  expect(held(usdt)).toBe(0n);
});

function crashOnceAt(step: string) {
  let hasCrashed = false;
  return {
    onStep: (reached: string) => {
      if (reached !== step || hasCrashed) return;
      hasCrashed = true;
      throw new Error(`crash after ${step}`);
    },
  };
}
