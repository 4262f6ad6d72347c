import { randomBytes } from 'node:crypto';
import { accountId, orderId } from '@salar/protocol';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabaseIfMissing } from '../create-database.ts';
import { Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { findFinishedOrders, listEntriesInRange, listTradesInRange } from '../projection/audit-reads.ts';
import { listAccountTrades, listLedgerEntries } from '../projection/reads.ts';
import { migrations } from './index.ts';

let database: Database;
beforeEach(async () => {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  database = new Database(options);
  await database.query('CREATE TABLE migration (id text PRIMARY KEY, ran_at timestamptz DEFAULT now())');
  const end = migrations.findIndex((one) => one.id === '112-history-indexes');
  for (const { id, sql } of migrations.slice(0, end)) {
    await database.query(sql);
    await database.query('INSERT INTO migration (id) VALUES ($1)', [id]);
  }
  await database.query(
    `INSERT INTO ledger_entry SELECT n, n, n, 1001 + n % 3, 1, 1, 0, 0, 0, 1, n FROM generate_series(1, 30) AS n;
     INSERT INTO trade SELECT n, n, n, 1 + n % 2, 7, 1, 1001, 0, 2, 1002 + n % 2, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0
       FROM generate_series(1, 20) AS n;
     INSERT INTO order_history SELECT n, 1001 + n % 2, 1, 1, 7, 0, 1, 1, 0, 0, 0, 1, 1, false, 1, 0, 1, 1
       FROM generate_series(1, 10) AS n`,
  );
});
afterEach(() => database.close());

const indexes = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid
         AND indrelid IN ('ledger_entry'::regclass, 'order_history'::regclass, 'trade'::regclass) ORDER BY name`,
    )
  ).map(({ name }) => name);
const expected = [
  'ledger_entry_ids',
  'ledger_entry_pkey',
  'order_history_pkey',
  'trade_by_maker',
  'trade_by_taker',
  'trade_ids',
  'trade_pkey',
];

test('the upgrade keeps every row of history, by account and by id', async () => {
  expect(await migrate(database)).toContain('112-history-indexes');
  expect(await indexes()).toEqual(expected);
  const page = { accountId: accountId(1002), startIndex: 1, limit: 3 };
  expect((await listLedgerEntries(database, page)).map((entry) => entry.entryId)).toEqual([25, 22, 19]);
  expect((await listAccountTrades(database, page)).map((trade) => trade.tradeId)).toEqual([18, 16, 14]);
  const range = { first: 9, last: 12 };
  expect((await listEntriesInRange(database, range)).map((entry) => entry.entryId)).toEqual([9, 10, 11, 12]);
  expect((await listTradesInRange(database, range)).map((trade) => trade.tradeId)).toEqual([9, 10, 11, 12]);
  const wanted = [1, 2].map((id) => ({ accountId: accountId(1002), orderId: orderId(id) }));
  expect((await findFinishedOrders(database, wanted)).map((order) => order.orderId)).toEqual([1]);
});

test('indexes that were built before the upgrade are taken over', async () => {
  await database.query(
    'CREATE UNIQUE INDEX CONCURRENTLY ledger_entry_key ON ledger_entry (account_id, entry_id)',
  );
  const [built] = await database.query(`SELECT 'ledger_entry_key'::regclass::oid AS oid`);
  await migrate(database);
  expect(await indexes()).toEqual(expected);
  expect(await database.query(`SELECT 'ledger_entry_pkey'::regclass::oid AS oid`)).toEqual([built]);
});

test('an index that was not built to its end is named, and nothing is changed', async () => {
  await database.query('CREATE INDEX trade_by_taker ON trade (taker_account_id, trade_id)');
  await database.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'trade_by_taker'::regclass`,
  );
  await expect(migrate(database)).rejects.toThrow('trade_by_taker');
  expect(await indexes()).toContain('ledger_entry_account');
});
