/** Bank payouts by hand: every step once, every reference once, and the money always accounted for. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { houseAccounts, millis, sequence } from '@salar/protocol';
import type { Command, TicketId } from '@salar/protocol';
import { readBankBalances } from '@salar/store/tables/operators/bank-entries';
import { listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';
import { releasingStates, withdrawalTransitions } from '../withdrawals/transitions.ts';
import type { WithdrawalState } from '../withdrawals/transitions.ts';

const { cop } = operatorIds;
const form = {
  BankName: '1007',
  AccountType: 'savings',
  Number: '12345678901',
  DocumentType: 'CC',
  DocumentNumber: '1020304050',
};
const destination = JSON.stringify(form);
const amount = 500_000_00n;
const fee = 2_000_00n;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  await world.act(ana, 'bank fund', { provider: 'COP_FIAT_BANK', amount: '1000000', reference: 'opening' });
});
afterAll(() => db.close());
// What one operator may report as returned is counted over a day.
beforeEach(() => {
  world.clock.now += 86_400_000;
});

let ticket: TicketId;
let references = 0;
const nextReference = () => `B${(references += 1)}`;
const payout = (status: WithdrawalState) =>
  world.withdrawal(world.maria, { provider: 'COP_FIAT_BANK', amount, destination, status });
const act = (command: string, params: Record<string, string> = {}) =>
  world.act(ana, command, { ticket: String(ticket), ...params });
const balance = async () => (await readBankBalances(db.database))[0]?.balance ?? 0n;

describe('a payout', () => {
  let heldBefore = 0n;
  beforeEach(async () => {
    heldBefore = world.held(world.maria.accountId, cop);
    ticket = await payout('Accepted');
  });

  test('is taken, sent and settled: the receiver gets the net, the house the fee', async () => {
    const before = { custody: world.total(houseAccounts.custody, cop), bank: await balance() };
    const income = world.total(houseAccounts.feeIncome, cop);
    expect(await act('payout start')).toMatchObject({ ok: true });
    const reference = nextReference();
    expect(await act('payout sent', { reference })).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Submitted', txId: reference });
    expect(await balance()).toBe(before.bank - (amount - fee));
    expect(await act('payout settled')).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'FullyProcessed', moneyDone: true });
    expect(world.held(world.maria.accountId, cop)).toBe(heldBefore);
    expect(world.total(houseAccounts.custody, cop)).toBe(before.custody + (amount - fee));
    expect(world.total(houseAccounts.feeIncome, cop)).toBe(income + fee);
  });

  test.each<[string, (on: boolean) => Command]>([
    ['its product is halted', (halted) => ({ type: 'SetProductHalt', productId: cop, halted })],
    [
      'its customer is locked',
      (locked) => ({ type: 'SetAccountLock', accountId: world.maria.accountId, locked }),
    ],
  ])('is not taken while %s', async (_, stop) => {
    const stamp = () => ({ sequence: sequence(world.engine.lastSequence + 1), at: millis(world.clock.now) });
    world.engine.apply(stop(true), stamp());
    expect(await act('payout start')).toMatchObject({ ok: false, refusal: 'not_possible' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
    world.engine.apply(stop(false), stamp());
    expect(await act('payout start')).toMatchObject({ ok: true });
    expect(await act('payout returned', { reason: 'not needed' })).toMatchObject({ ok: true });
  });

  test('that one operator says is settled counts, so that many of a day take two', async () => {
    const settle = async () => {
      ticket = await payout('Submitted');
      await act('payout settled');
      return (await world.ticket(ticket)).status;
    };
    const day = [await settle(), await settle(), await settle(), await settle()]; // 500,000 COP each
    expect(day).toEqual(['FullyProcessed', 'FullyProcessed', 'FullyProcessed', 'Submitted']);
    const bruno = await world.createOperator('bruno', 'finance', ana);
    expect(await world.act(bruno, 'payout settled', { ticket: String(ticket) })).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'FullyProcessed' });
  });

  test('shows its full destination, what the receiver gets, and our reference', async () => {
    const call = { command: 'payout start', params: { ticket: String(ticket) }, mode: 'show' } as const;
    const preview = await world.service.handle(ana.requests.sign(call));
    expect(preview).toMatchObject({
      facts: {
        'to BankName': 'Bancolombia (1007)',
        'to Number': '12345678901',
        'to DocumentNumber': '1020304050',
        'receiver gets': '498000 COP',
        'receiver gets in words': 'four hundred ninety-eight thousand COP (Colombian peso)',
        'our reference': `SALAR-${ticket}`,
      },
    });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
  });

  test('that the bank returned goes back to the customer, once', async () => {
    const before = await balance();
    const total = world.total(world.maria.accountId, cop);
    await act('payout start');
    await act('payout sent', { reference: nextReference() });
    expect(await act('payout returned', { reason: 'account closed' })).toMatchObject({
      refusal: 'params_wrong',
    });
    const back = { reason: 'account closed', reference: nextReference() };
    expect(await act('payout returned', back)).toMatchObject({ ok: true });
    expect(await act('payout returned', back)).toMatchObject({ refusal: 'not_possible' });
    expect(await act('payout settled')).toMatchObject({ refusal: 'not_possible' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Failed', rejectReason: 'account closed' });
    expect(await balance()).toBe(before);
    expect(world.total(world.maria.accountId, cop)).toBe(total);
    expect(world.held(world.maria.accountId, cop)).toBe(heldBefore);
  });

  test('that could not be sent returns without a movement of the bank', async () => {
    const before = await balance();
    await act('payout start');
    expect(await act('payout returned', { reason: 'no such bank' })).toMatchObject({ ok: true });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Failed' });
    expect(await balance()).toBe(before);
    expect(world.held(world.maria.accountId, cop)).toBe(heldBefore);
  });

  test('is never sent under a used reference, and then nothing is written', async () => {
    await act('payout start');
    expect(await act('payout sent', { reference: 'opening' })).toMatchObject({ refusal: 'reference_used' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'SystemProcessing', txId: null });
    const reference = nextReference();
    await act('payout sent', { reference });
    const first = ticket;
    ticket = await payout('SystemProcessing');
    expect(await act('payout sent', { reference })).toMatchObject({ refusal: 'reference_used' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'SystemProcessing' });
    expect(await world.ticket(first)).toMatchObject({ status: 'Submitted' });
  });

  test('requested twenty times at once is done once', async () => {
    const before = await balance();
    const starts = await Promise.all(Array.from({ length: 20 }, () => act('payout start')));
    expect(starts.filter((answer) => answer.ok)).toHaveLength(1);
    const sends = await Promise.all(
      Array.from({ length: 20 }, () => act('payout sent', { reference: nextReference() })),
    );
    expect(sends.filter((answer) => answer.ok)).toHaveLength(1);
    const ends = await Promise.all([
      ...Array.from({ length: 10 }, () => act('payout settled')),
      ...Array.from({ length: 10 }, () =>
        act('payout returned', { reason: 'x', reference: nextReference() }),
      ),
    ]);
    expect(ends.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await balance()).toBe(before - (amount - fee));
  });

  test('whose row was tampered with is not paid', async () => {
    await db.database.query(
      `UPDATE withdrawal SET destination = $2, template_form = '{}', sealed_receiver = NULL, receiver_key = NULL
       WHERE ticket_id = $1`,
      [ticket, JSON.stringify({ ...form, Number: '99999999999' })],
    );
    expect(await act('payout start')).toMatchObject({ refusal: 'not_possible' });
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Accepted' });
  });
});

describe('every step of a payout from every status', () => {
  const steps = {
    'payout start': ['AutoAccepted', 'Accepted'],
    'payout sent': ['SystemProcessing'],
    'payout settled': ['Submitted', 'Confirmed'],
    'payout returned': ['SystemProcessing', 'Submitted'],
  } as const satisfies Record<string, readonly WithdrawalState[]>;
  const states = (Object.keys(withdrawalTransitions) as WithdrawalState[]).filter((state) => state !== 'New');

  test.each(
    Object.entries(steps).flatMap(([command, from]) =>
      states.map((state) => [command, state, (from as readonly string[]).includes(state)] as const),
    ),
  )('%s from %s: %s', async (command, state, isAllowed) => {
    ticket = await payout(state);
    const params = {
      'payout start': {},
      'payout sent': { reference: nextReference() },
      'payout settled': {},
      'payout returned': { reason: 'x', reference: nextReference() },
    }[command];
    expect((await act(command, params ?? {})).ok).toBe(isAllowed);
    if (!isAllowed) expect(await world.ticket(ticket)).toMatchObject({ status: state });
  });

  test('a payment over a network is not made by hand', async () => {
    ticket = await world.withdrawal(world.joao, {
      provider: 'ETH_LOCAL_ETHEREUM',
      amount: 10n,
      status: 'Accepted',
    });
    expect(await act('payout start')).toMatchObject({ refusal: 'not_possible' });
  });
});

describe('a crash', () => {
  test('between the reported settlement and the ledger is healed, once', async () => {
    ticket = await payout('Submitted');
    world.cutPower();
    await expect(act('payout settled')).rejects.toThrow('the power is gone');
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Confirmed', moneyDone: false });
    await world.reopen();
    expect(await world.ticket(ticket)).toMatchObject({ status: 'FullyProcessed', moneyDone: true });
    const sequence = world.engine.lastSequence;
    await world.reopen();
    expect(world.engine.lastSequence).toBe(sequence);
  });

  test.each([
    ['payout start', 'processing'],
    ['payout sent', 'payment_sent'],
    ['payout settled', 'payment_seen'],
    ['payout settled', 'settled'],
    ['payout settled', 'finished'],
    ['payout returned', 'end_written'],
    ['payout returned', 'released'],
  ] as const)('in %s, right after %s: repeated, it is paid or returned once', async (command, step) => {
    const before = { bank: await balance(), custody: world.total(houseAccounts.custody, cop) };
    const heldBefore = world.held(world.maria.accountId, cop);
    ticket = await payout('Accepted');
    const reference = nextReference();
    const back = { reason: 'account closed', reference: nextReference() };
    const ending = command === 'payout returned' ? 'payout returned' : 'payout settled';
    const way = [
      ['payout start', {}],
      ['payout sent', { reference }],
      [ending, ending === 'payout returned' ? back : {}],
    ] as const;
    for (const [name, params] of way) {
      if (name !== command) {
        expect(await act(name, params)).toMatchObject({ ok: true });
        continue;
      }
      world.cutPowerAt(step);
      await expect(act(name, params)).rejects.toThrow('the power is gone');
      await world.reopen();
      const again = await act(name, params);
      if (!again.ok) expect(again.refusal).toBe('not_possible'); // it was done
    }
    const isPaid = ending === 'payout settled';
    expect(await world.ticket(ticket)).toMatchObject({ status: isPaid ? 'FullyProcessed' : 'Failed' });
    expect(await balance()).toBe(before.bank - (isPaid ? amount - fee : 0n));
    expect(world.total(houseAccounts.custody, cop)).toBe(before.custody + (isPaid ? amount - fee : 0n));
    if (isPaid) expect(world.held(world.maria.accountId, cop)).toBe(heldBefore);
  });

  test('between a failed payout and the release leaves an ended ticket for the worker to release', async () => {
    ticket = await payout('SystemProcessing');
    world.cutPower();
    await expect(act('payout returned', { reason: 'x' })).rejects.toThrow('the power is gone');
    expect(await world.ticket(ticket)).toMatchObject({ status: 'Failed', moneyDone: false });
    const open = await listOpenWithdrawals(db.database, { statuses: releasingStates, limit: 500 });
    expect(open.map((row) => row.ticketId)).toContain(ticket);
    await world.reopen();
  });
});

test('two hundred payments that wait for a network do not hide a payout', async () => {
  for (let count = 0; count < 201; count += 1)
    await world.withdrawal(world.joao, { provider: 'ETH_LOCAL_ETHEREUM', amount: 10n, status: 'Accepted' });
  ticket = await payout('Accepted');
  const list = await world.act(ana, 'payout list');
  expect(list.ok ? list.rows?.map((row) => row['ticket']) : []).toContain(String(ticket));
});

test('the list shows what is to be done, oldest first, without destinations', async () => {
  const list = await world.act(ana, 'payout list');
  const rows = list.ok ? (list.rows ?? []) : [];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map((row) => Number(row['ticket']))).toEqual(
    rows.map((row) => Number(row['ticket'])).sort((a, b) => a - b),
  );
  expect(JSON.stringify(rows)).not.toContain('12345678901');
});
