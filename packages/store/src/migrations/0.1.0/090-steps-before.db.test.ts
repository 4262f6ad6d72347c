import { randomBytes } from 'node:crypto';
import { ticketId } from '@salar/protocol';
import { testSeals } from '@salar/testing/test-seals';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabaseIfMissing } from '../../create-database.ts';
import { TicketDatabase, TicketEvents } from '../../ticket-database.ts';
import { migrate } from '../../migrate.ts';
import { listTicketSteps } from '../../tables/tickets/ticket-steps.ts';
import { moveWithdrawal } from '../../tables/tickets/withdrawals.ts';
import { migrations } from '../index.ts';

let database: TicketDatabase;
beforeEach(async () => {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  database = new TicketDatabase(options, { events: new TicketEvents(), seals: testSeals });
  await database.query('CREATE TABLE migration (id text PRIMARY KEY, ran_at timestamptz DEFAULT now())');
  // As it was before there were bank rails and operators.
  const end = migrations.findIndex((one) => one.id === '080-payment-plans');
  for (const { id, sql } of migrations.slice(0, end)) {
    await database.query(sql);
    await database.query('INSERT INTO migration (id) VALUES ($1)', [id]);
  }
});
afterEach(() => database.close());

test('the upgrade records the status of tickets in flight, and which of them the signer has processed', async () => {
  const statuses = ['Pending2Fa', 'AdminProcessing', 'Submitted'];
  for (const [place, status] of statuses.entries()) {
    await database.query(
      `INSERT INTO withdrawal (ticket_id, request_code, user_id, account_id, product_id, provider_id, template_type,
         template_form, destination, amount, fee, status, mac, created_at, updated_at)
       VALUES ($1, $2, 1, 1001, 2, 1, 'ToExternalEthereumAddress', '{}', '0x', 10, 1, $2, $3, 1, 7)`,
      [2000 + place, status, Buffer.alloc(32)],
    );
  }
  expect(await migrate(database)).toContain('090-steps-before');

  const stepsOf = async (id: number) =>
    (await listTicketSteps(database, ticketId(id))).map(({ status }) => status);
  expect(await stepsOf(2000)).toEqual(['Pending2Fa']);
  expect(await stepsOf(2001)).toEqual(['SystemProcessing', 'AdminProcessing']);
  expect(await stepsOf(2002)).toEqual(['Submitted']);
  const cancel = { to: 'UserCanceled', unlessEver: 'SystemProcessing', at: 8 };
  const moved = await Promise.all(
    statuses.map((from, place) =>
      moveWithdrawal(database, { ...cancel, ticketId: ticketId(2000 + place), from: [from] }),
    ),
  );
  expect(moved.map((row) => row?.status)).toEqual(['UserCanceled', undefined, 'UserCanceled']);
});
