/** Somebody who writes to the database changes who moved a withdrawal, when, or its history: nobody acts on the ticket then. */
import { minor } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { TicketServices } from '@salar/services';
import { listTicketSteps } from '@salar/store/tables/tickets/ticket-steps';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Log } from '../ports/log.ts';
import { bankProviders } from '../tickets/bank-providers.ts';
import { isStatusProved, move } from './withdrawal-moves.ts';
import { checkStatus } from './withdrawal-steps.ts';
import type { StepContext } from './withdrawal-steps.ts';

const { brl, cop, maria, ticketMacKey } = bankWorld;
const alert = 'ALERT: nothing proves the status of a withdrawal';
const session = { kind: 'session', id: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' } as const;
const newest = 'step = (SELECT max(step) FROM ticket_step WHERE ticket_id = $1)';
const proof = 'status, updated_at, step, status_before, status_by, trail, status_mac';

let db: TestDatabase;
let world: BankWorld;
let services: TicketServices;
const alerts: string[] = [];
const ignore = () => undefined;
const log: Log = { info: ignore, warn: ignore, error: (_details, message) => void alerts.push(message) };

beforeAll(async () => {
  db = await openTestDatabase();
  world = openBankWorld(db.database);
  services = await world.open({ log });
});
afterAll(async () => {
  await services?.stop();
  await db?.close();
});
beforeEach(() => {
  alerts.length = 0;
  world.clock.now += 1_000;
});

const write = (statement: string, values: readonly unknown[]) => db.database.query(statement, [...values]);
const find = async (ticketId: TicketId) => {
  const row = await findWithdrawal(db.database, ticketId);
  if (row === null) throw new Error('the ticket is missing');
  return row;
};

/** Requests ten reais. @returns the ticket and its mailed code */
async function request(): Promise<{ readonly ticketId: TicketId; readonly code: string }> {
  const created = await services.withdrawals.create({
    ...maria,
    productId: brl,
    amount: minor(10_00n),
    templateForm: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
    requestIp: null,
    credential: session,
  });
  if (!created.ok) throw new Error(created.refusal);
  const { ticketId } = created.value;
  const mail = world.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${ticketId}`)?.notification;
  return { ticketId, code: mail?.kind === 'confirm_withdrawal' ? mail.code : '' };
}

async function confirmed(): Promise<TicketId> {
  const { ticketId, code } = await request();
  world.clock.now += 10;
  expect(await services.withdrawals.confirm({ userId: maria.userId, code })).toMatchObject({ ok: true });
  return ticketId;
}

test('each transition of a ticket names who made it, from which status, and when', async () => {
  const ticketId = await confirmed();
  await services.turn();
  const steps = await listTicketSteps(db.database, ticketId);
  const customer = `customer ${maria.userId}`;
  expect(steps.map(({ statusBefore, status, statusBy }) => [statusBefore, status, statusBy])).toEqual([
    ['', 'New', `${customer}, session ${session.id}`],
    ['New', 'Pending2Fa', `${customer}, session ${session.id}`],
    ['Pending2Fa', 'Confirmed2Fa', `${customer}, mailed code`],
    ['Confirmed2Fa', 'AutoAccepted', 'worker, withdrawals'],
  ]);
  expect(steps.map(({ step, amount }) => [step, amount])).toEqual([1, 2, 3, 4].map((step) => [step, 10_00n]));
  expect(steps[2]?.at).toBe((steps[1]?.at ?? 0) + 10);
  const context = { database: db.database, ticketMacKey, clock: () => world.clock.now, by: 'operator ana' };
  expect(await isStatusProved(context, await find(ticketId))).toBe(true);
  expect(alerts).toEqual([]);
});

describe('nobody acts on a confirmed ticket, which waits for two operators, once somebody has changed', () => {
  test.each([
    ['who confirmed it', `UPDATE withdrawal SET status_by = 'operator ana' WHERE ticket_id = $1`],
    ['when it was confirmed', `UPDATE withdrawal SET updated_at = updated_at - 1 WHERE ticket_id = $1`],
    ['the status before', `UPDATE withdrawal SET status_before = 'Delayed' WHERE ticket_id = $1`],
    ['the reason', `UPDATE withdrawal SET reject_reason = 'none' WHERE ticket_id = $1`],
    [
      'who requested it, in the history',
      `UPDATE ticket_step SET status_by = 'customer 8' WHERE ticket_id = $1 AND step = 1`,
    ],
    [
      'when it was requested, in the history',
      `UPDATE ticket_step SET at = at - 1 WHERE ticket_id = $1 AND step = 2`,
    ],
    [
      'what was requested, in the history',
      `UPDATE ticket_step SET amount = 1 WHERE ticket_id = $1 AND step = 2`,
    ],
    ['the last record of the history to none', `DELETE FROM ticket_step WHERE ticket_id = $1 AND ${newest}`],
    ['the first record of the history to none', `DELETE FROM ticket_step WHERE ticket_id = $1 AND step = 1`],
    [
      'a record of the history to two',
      `INSERT INTO ticket_step (ticket_id, status, at, step, status_before, status_by,
       account_id, product_id, amount, trail) SELECT ticket_id, status, at, step, status_before, status_by, account_id,
       product_id, amount, trail FROM ticket_step WHERE ticket_id = $1 AND step = 2`,
    ],
  ])('%s', async (_, statement) => {
    const ticketId = await confirmed();
    await write(statement, [ticketId]);
    await services.turn();
    expect(await find(ticketId)).toMatchObject({
      status: 'AdminProcessing',
      rejectReason: 'status_unproved',
      statusBy: 'worker, withdrawals',
      trail: null, // the proved history begins here: what nothing proved before stays unproved
    });
    expect(alerts).toEqual([alert]);
  });

  test('its newest transition to that of another ticket, with its history', async () => {
    const accepted = await confirmed();
    await services.turn();
    expect((await find(accepted)).status).toBe('AutoAccepted');
    const ticketId = await confirmed();
    await write(
      `UPDATE withdrawal SET (${proof}) = (SELECT ${proof} FROM withdrawal WHERE ticket_id = $2) WHERE ticket_id = $1`,
      [ticketId, accepted],
    );
    await write('DELETE FROM ticket_step WHERE ticket_id = $1', [ticketId]);
    const columns =
      'status, tx_id, reason, at, step, status_before, status_by, account_id, product_id, amount, trail';
    await write(
      `INSERT INTO ticket_step (ticket_id, ${columns}) SELECT $1, ${columns} FROM ticket_step
       WHERE ticket_id = $2 ORDER BY step_id`,
      [ticketId, accepted],
    );
    const context = { database: db.database, ticketMacKey, clock: () => world.clock.now, by: 'operator ana' };
    expect(await isStatusProved(context, await find(ticketId))).toBe(false);
    expect(await isStatusProved(context, await find(accepted))).toBe(true);
  });

  test.each([
    ['and its history is as it was', false],
    ['and the records since are deleted', true],
  ])('its status back to the one before it was canceled, %s', async (_, isTrimmed) => {
    const ticketId = await confirmed();
    const before = await find(ticketId);
    const { requestCode } = before;
    const canceled = await services.withdrawals.cancel({
      accountId: maria.accountId,
      requestCode,
      credential: session,
    });
    expect(canceled).toMatchObject({ ok: true });
    const { status, updatedAt, step, statusBefore, statusBy, trail, statusMac } = before;
    await write('ALTER TABLE withdrawal DISABLE TRIGGER withdrawal_moved', []);
    await write(
      `UPDATE withdrawal SET (${proof}) = ($2, $3, $4, $5, $6, $7, $8), money_done = false WHERE ticket_id = $1`,
      [ticketId, status, updatedAt, step, statusBefore, statusBy, trail, statusMac],
    );
    await write('ALTER TABLE withdrawal ENABLE TRIGGER withdrawal_moved', []);
    if (isTrimmed)
      await write('DELETE FROM ticket_step WHERE ticket_id = $1 AND step > $2', [ticketId, step]);
    await services.turn();
    expect(await find(ticketId)).toMatchObject({
      status: 'AdminProcessing',
      rejectReason: 'status_unproved',
    });
    expect(alerts).toEqual([alert]);
  });
});

test('an unconfirmed ticket whose requester was changed is neither confirmed nor canceled, and does not expire', async () => {
  const { ticketId, code } = await request();
  await write(`UPDATE withdrawal SET status_by = 'customer 8' WHERE ticket_id = $1`, [ticketId]);
  expect(await services.withdrawals.confirm({ userId: maria.userId, code })).toMatchObject({ ok: false });
  const { requestCode } = await find(ticketId);
  const cancel = { accountId: maria.accountId, requestCode };
  expect(await services.withdrawals.cancel(cancel)).toMatchObject({ ok: false });
  expect(alerts).toEqual([alert, alert]);
  world.clock.now += 31 * 60_000;
  await services.turn();
  await services.turn();
  expect((await find(ticketId)).status).toBe('Pending2Fa');
  expect(alerts).toEqual([alert, alert, alert]); // the worker reports it once
});

test('of two who move a ticket at once one wins, and its history is proved', async () => {
  const ticketId = await confirmed();
  const context = { database: db.database, ticketMacKey, clock: () => world.clock.now };
  const moved = await Promise.all(
    ['ana', 'carla', 'diego'].map((name) =>
      move({ ...context, by: `operator ${name}` }, ticketId, 'AdminCanceled'),
    ),
  );
  expect(moved.filter((row) => row !== null)).toHaveLength(1);
  expect(await isStatusProved(context, await find(ticketId))).toBe(true);
});

describe('nobody is refused, and nothing is reported, because a ticket moves while it is checked:', () => {
  const context = () => ({
    database: db.database,
    ledger: world.ledger,
    providers: bankProviders({ cop, brl }),
    ticketMacKey,
    clock: () => world.clock.now,
    log,
    by: 'worker, payments',
  });
  const listStatuses = async (ticketId: TicketId) =>
    (await listTicketSteps(db.database, ticketId)).map(({ status }) => status);
  const cancel = async (ticketId: TicketId) => {
    const { requestCode } = await find(ticketId);
    return services.withdrawals.cancel({ accountId: maria.accountId, requestCode, credential: session });
  };

  /** Does something between the read of a row and that of its history, once. */
  function beforeNextHistory(meanwhile: () => Promise<unknown>): void {
    const query = db.database.query.bind(db.database);
    const spy = vi.spyOn(db.database, 'query').mockImplementation(async (text, values, name) => {
      if (text.startsWith('select') && text.includes('from "ticket_step"')) {
        spy.mockRestore();
        await meanwhile();
      }
      return query(text, values, name);
    });
  }

  test('its customer cancels it while the worker accepts it', async () => {
    const ticketId = await confirmed();
    beforeNextHistory(() => services.turn());
    expect(await cancel(ticketId)).toMatchObject({ ok: true, value: { status: 'UserCanceled' } });
    const statuses = ['New', 'Pending2Fa', 'Confirmed2Fa', 'AutoAccepted', 'UserCanceled'];
    expect(await listStatuses(ticketId)).toEqual(statuses);
    expect(await isStatusProved(context(), await find(ticketId))).toBe(true);
    expect(alerts).toEqual([]);
  });

  test('its customer confirms it twice', async () => {
    const { ticketId, code } = await request();
    const confirm = () => services.withdrawals.confirm({ userId: maria.userId, code });
    beforeNextHistory(confirm);
    expect(await confirm()).toMatchObject({ ok: true, value: { ticketId, status: 'Confirmed2Fa' } });
    expect(await listStatuses(ticketId)).toEqual(['New', 'Pending2Fa', 'Confirmed2Fa']);
    expect(alerts).toEqual([]);
  });

  test('an operator accepts it after a payment has read it', async () => {
    const ticketId = await confirmed();
    await services.turn();
    const seen = await find(ticketId);
    expect(seen.status).toBe('AutoAccepted');
    await move(context(), ticketId, 'AdminProcessing', { reason: 'above_level' });
    await move({ ...context(), by: 'operator ana' }, ticketId, 'Accepted');
    expect(await checkStatus(context(), seen)).toBe(false);
    expect(await find(ticketId)).toMatchObject({ status: 'Accepted', statusBy: 'operator ana' });
    expect(await checkStatus(context(), await find(ticketId))).toBe(true);
    expect(alerts).toEqual([]);
  });

  test('it is canceled before its hold is compared', async () => {
    const ticketId = await confirmed();
    await services.turn();
    const ledger: StepContext['ledger'] = {
      ...world.ledger,
      read: async (look) => {
        expect(await cancel(ticketId)).toMatchObject({ ok: true });
        return world.ledger.read(look);
      },
    };
    expect(await checkStatus({ ...context(), ledger }, await find(ticketId))).toBe(false);
    expect(await find(ticketId)).toMatchObject({ status: 'UserCanceled', moneyDone: true });
    expect(alerts).toEqual([]);
  });

  test('but one that somebody changes meanwhile in the database is', async () => {
    const ticketId = await confirmed();
    beforeNextHistory(() => write('UPDATE withdrawal SET step = step + 1 WHERE ticket_id = $1', [ticketId]));
    expect(await cancel(ticketId)).toMatchObject({ ok: false });
    expect(alerts).toEqual([alert]);
    await services.turn();
    expect(await find(ticketId)).toMatchObject({
      status: 'AdminProcessing',
      rejectReason: 'status_unproved',
    });
  });
});
