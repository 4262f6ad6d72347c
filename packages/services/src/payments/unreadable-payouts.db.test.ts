/**
 * Bank payouts whose bank account cannot be read any more, because the sealing key is lost or somebody changed the row: nobody is paid, it
 * is an alert, and two operators record what the bank did.
 */
import { houseAccounts } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { readBankBalances } from '@salar/store/tables/operators/bank-entries';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WithdrawalState } from '../withdrawals/transitions.ts';

const { cop } = operatorIds;
const account = {
  BankName: '1007',
  AccountType: 'savings',
  Number: '12345678901',
  DocumentType: 'CC',
  DocumentNumber: '1020304050',
};
const amount = 500_000_00n;
const fee = 2_000_00n;
const alert = 'ALERT: nothing proves the terms of a withdrawal: operators can only end it';
const flipped = 'set_byte(sealed_receiver, 20, get_byte(sealed_receiver, 20) # 1)';

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let ticket: TicketId;
let references = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'admin', ana);
  await world.act(ana, 'bank fund', { provider: 'COP_FIAT_BANK', amount: '1000000', reference: 'opening' });
});
afterAll(() => db?.close());
// What one operator may decide alone is counted over a day.
beforeEach(() => {
  world.clock.now += 86_400_000;
  world.alerts.length = 0;
});

const change = (columns: string) =>
  db.database.query(`UPDATE withdrawal SET ${columns} WHERE ticket_id = $1`, [ticket]);
const act = (by: TestOperator, command: string, params: Readonly<Record<string, string>> = {}) =>
  world.act(by, command, { ticket: String(ticket), ...params });
const nextReference = () => `U${(references += 1)}`;
const readBooks = async () => ({
  held: world.held(world.maria.accountId, cop),
  total: world.total(world.maria.accountId, cop),
  custody: world.total(houseAccounts.custody, cop),
  bank: (await readBankBalances(db.database))[0]?.balance ?? 0n,
});

/** Creates a payout, which operators start and send as every other one, up to a status. */
async function createPayout(status: 'Accepted' | 'SystemProcessing' | 'Submitted'): Promise<void> {
  const from: WithdrawalState = 'Accepted';
  const options = { provider: 'COP_FIAT_BANK', amount, destination: JSON.stringify(account), status: from };
  ticket = await world.withdrawal(world.maria, options);
  if (status === 'Accepted') return;
  expect(await act(ana, 'payout start')).toMatchObject({ ok: true });
  if (status === 'Submitted')
    expect(await act(ana, 'payout sent', { reference: nextReference() })).toMatchObject({ ok: true });
}

/** Has one operator propose a step, which does nothing yet and shows no receiver, and a second one agree. */
async function decideTogether(command: string, params: Readonly<Record<string, string>> = {}) {
  const before = await world.ticket(ticket);
  const proposed = await act(bruno, command, params);
  expect(proposed).toMatchObject({
    facts: {
      proposal: expect.any(String) as string,
      amount: '500000 COP',
      'receiver gets': '498000 COP',
      'by, as the database says': 'COP_FIAT_BANK',
      'our reference': `SALAR-${ticket}`,
    },
  });
  expect(JSON.stringify(proposed)).not.toContain(account.Number);
  expect(await world.ticket(ticket)).toMatchObject({ status: before.status, step: before.step });
  expect(world.alerts).toContain(alert);
  return act(ana, command, params);
}

describe('is not started, and returned by two operators:', () => {
  test.each([
    ['that cannot be read any more', async () => change(`sealed_receiver = ${flipped}`)],
    [
      'of another withdrawal, which somebody put there',
      async () => {
        const other = await world.withdrawal(world.joao, {
          provider: 'COP_FIAT_BANK',
          amount,
          destination: JSON.stringify({ ...account, Number: '99999999999' }),
          status: 'Accepted',
        });
        const of = (column: string) => `(SELECT ${column} FROM withdrawal WHERE ticket_id = ${other})`;
        await change(`sealed_receiver = ${of('sealed_receiver')}, receiver_key = ${of('receiver_key')}`);
      },
    ],
  ])('a payout with a bank account %s', async (_, spoil) => {
    const before = await readBooks();
    await createPayout('Accepted');
    await spoil();
    expect(await act(ana, 'payout start')).toMatchObject({
      refusal: 'not_possible',
      text: expect.stringContaining('withdrawals reject') as string,
    });
    expect(world.alerts).toContain(alert);
    expect(world.decisions.payoutStartedAt(ticket)).toBeNull();
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
    await act(bruno, 'withdrawals reject', { reason: 'the account cannot be read' });
    expect(await act(ana, 'withdrawals reject', { reason: 'the account cannot be read' })).toMatchObject({
      ok: true,
    });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Rejected', moneyDone: true });
    expect(await readBooks()).toMatchObject({
      held: before.held,
      custody: before.custody,
      bank: before.bank,
    });
  });
});

describe('once started, a payout whose bank account cannot be read any more', () => {
  test('is recorded as sent and as settled by two operators each', async () => {
    const before = await readBooks();
    await createPayout('SystemProcessing');
    await change(`sealed_receiver = ${flipped}`);
    const reference = nextReference();
    expect(await decideTogether('payout sent', { reference })).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Submitted', txId: reference });
    expect(await decideTogether('payout settled')).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'FullyProcessed', moneyDone: true });
    expect(await readBooks()).toMatchObject({
      held: before.held,
      custody: before.custody + (amount - fee),
      bank: before.bank - (amount - fee),
    });
    expect(world.decisions.payoutStartedAt(ticket)).toBeNull();
  });

  test('that was not sent returns to its customer, once', async () => {
    await createPayout('SystemProcessing');
    const before = await readBooks();
    await change(`sealed_receiver = ${flipped}`);
    expect(await decideTogether('payout returned', { reason: 'not sent' })).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Failed', moneyDone: true });
    expect(await readBooks()).toEqual({ ...before, held: before.held - amount });
    expect(await act(ana, 'payout start')).toMatchObject({ refusal: 'not_possible' });
  });

  test('that the bank sent back returns to its customer, once', async () => {
    await createPayout('Submitted');
    const before = await readBooks();
    await change(`sealed_receiver = ${flipped}`);
    const back = { reason: 'the bank refused it', reference: nextReference() };
    expect(await decideTogether('payout returned', back)).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Failed', moneyDone: true });
    expect(await readBooks()).toEqual({
      ...before,
      held: before.held - amount,
      bank: before.bank + (amount - fee),
    });
    expect(await act(bruno, 'payout returned', back)).toMatchObject({ refusal: 'not_possible' });
  });

  test('is reported at each start, and a settlement that a crash interrupted is completed', async () => {
    await createPayout('Submitted');
    await change(`sealed_receiver = ${flipped}`);
    await act(bruno, 'payout settled');
    world.cutPower();
    await expect(act(ana, 'payout settled')).rejects.toThrow('the power is gone');
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Confirmed', moneyDone: false });
    world.alerts.length = 0;
    await world.reopen();
    expect(world.alerts).toContain(alert);
    expect(await world.ticket(ticket)).toMatchObject({ status: 'FullyProcessed', moneyDone: true });
  });

  test('ends with what the books hold only: a row with another amount or account moves nothing', async () => {
    for (const columns of [`amount = amount * 2`, `account_id = ${world.joao.accountId}`]) {
      await createPayout('SystemProcessing');
      const before = await readBooks();
      await change(`sealed_receiver = ${flipped}, ${columns}`);
      await act(bruno, 'payout returned', { reason: 'not sent' });
      const returned = await act(ana, 'payout returned', { reason: 'not sent' });
      expect(returned).toMatchObject({ refusal: 'not_possible' });
      expect(await world.ticket(ticket)).toMatchObject({ status: 'SystemProcessing' });
      expect(await readBooks()).toEqual(before);
      expect(world.alerts).toContain('ALERT: nothing proves the status of a withdrawal');
    }
  });
});

test('a withdrawal on a network is no payout because its row names a bank', async () => {
  const options = { provider: 'ETH_LOCAL_ETHEREUM', amount: 10n ** 15n, status: 'SystemProcessing' } as const;
  ticket = await world.withdrawal(world.maria, options);
  const bank = world.providers.find(({ name }) => name === 'COP_FIAT_BANK');
  await change(`provider_id = ${bank?.providerId ?? 0}`);
  for (const by of [bruno, ana])
    expect(await act(by, 'payout returned', { reason: 'not sent' })).toMatchObject({
      refusal: 'not_possible',
    });
  expect(await world.ticket(ticket)).toMatchObject({ status: 'SystemProcessing', moneyDone: false });
});
