import { randomBytes } from 'node:crypto';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabaseIfMissing } from '../../create-database.ts';
import { TicketDatabase, TicketEvents } from '../../ticket-database.ts';
import { migrate } from '../../migrate.ts';
import { listWithdrawalSteps } from '../../tables/tickets/withdrawal-steps.ts';
import { insertWithdrawal, moveWithdrawal } from '../../tables/tickets/withdrawals.ts';
import { migrations } from '../index.ts';

let database: TicketDatabase;
beforeEach(async () => {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  database = new TicketDatabase(options, new TicketEvents());
  await database.query('CREATE TABLE migration (id text PRIMARY KEY, ran_at timestamptz DEFAULT now())');
  // As it was before there were bank rails and operators.
  const end = migrations.findIndex((one) => one.id === '080-payment-plans');
  for (const { id, sql } of migrations.slice(0, end)) {
    await database.query(sql);
    await database.query('INSERT INTO migration (id) VALUES ($1)', [id]);
  }
});
afterEach(() => database.close());

const fields = {
  userId: userId(1),
  accountId: accountId(1001),
  productId: productId(2),
  providerId: 1,
  templateType: 'ToExternalEthereumAddress',
  templateForm: '{}',
  destination: '0x',
  amount: minor(10n),
  fee: minor(1n),
  mac: Buffer.alloc(32),
  requestIp: null,
  createdAt: millis(1),
};

test('the upgrade records the status of tickets in flight, and which of them the signer has processed', async () => {
  const statuses = ['Pending2Fa', 'AdminProcessing', 'Submitted'];
  for (const [place, status] of statuses.entries()) {
    const id = ticketId(2000 + place);
    await insertWithdrawal(database, { ...fields, ticketId: id, requestCode: status });
    await database.query('UPDATE withdrawal SET status = $2, updated_at = 7 WHERE ticket_id = $1', [
      id,
      status,
    ]);
  }
  expect(await migrate(database)).toContain('090-steps-before');

  const stepsOf = async (id: number) =>
    (await listWithdrawalSteps(database, ticketId(id))).map(({ status }) => status);
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
