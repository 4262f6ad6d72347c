import { randomBytes } from 'node:crypto';
import { millis, userId } from '@salar/protocol';
import type { SecurityAction } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createDatabaseIfMissing } from '../../create-database.ts';
import { Database } from '../../database.ts';
import { migrate } from '../../migrate.ts';
import { migrations } from '../../migrations/index.ts';
import { checkAudit, insertAudit, listUserAudit } from './audit.ts';

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.close());

const entry = (user: number, action: SecurityAction = 'sign_in', detail?: string) => ({
  at: millis(1_700_000_000_000),
  userId: userId(user),
  requestIp: '203.0.113.9',
  action,
  ...(detail !== undefined && { detail }),
});

/** Bypasses the rule that rows are never changed. */
async function tamper(sql: string): Promise<void> {
  await store.database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(sql);
  });
}

test('X4 every entry is linked to the one before it, whatever it contains', async () => {
  const odd = 'línea\nnueva "comillas" \\ \t \u007f \u2028 😀';
  for (const detail of ['', odd, 'a, b', 'null'])
    await insertAudit(store.database, { ...entry(1, 'sign_in', detail), object: odd });
  await insertAudit(store.database, { ...entry(1), userId: null, requestIp: null });
  expect(await checkAudit(store.database)).toMatchObject({ isWhole: true, entries: 5 });
});

test('X4 a changed, a removed and an inserted entry are found', async () => {
  for (let i = 0; i < 6; i += 1) await insertAudit(store.database, entry(1));
  await tamper(`UPDATE audit_entry SET request_ip = '198.51.100.1' WHERE entry_id = 4`);
  expect(await checkAudit(store.database)).toEqual({ isWhole: false, link: 4 });
  await tamper('DELETE FROM audit_entry WHERE entry_id = 2');
  expect(await checkAudit(store.database)).toEqual({ isWhole: false, link: 2 });
});

test('X4 an entry without a link is found', async () => {
  await insertAudit(store.database, entry(1));
  await tamper(`INSERT INTO audit_entry (at, user_id, action) VALUES (1, 1, 'sign_in')`);
  expect(await checkAudit(store.database)).toEqual({ isWhole: false, link: 2 });
});

test('entries and links are never changed or removed', async () => {
  await insertAudit(store.database, entry(1));
  for (const sql of [
    `UPDATE audit_entry SET action = 'x'`,
    'DELETE FROM audit_chain',
    'TRUNCATE audit_entry CASCADE',
    `UPDATE audit_chain SET hash = ''`,
  ])
    await expect(store.database.query(sql)).rejects.toThrow('never changed');
});

test('parallel writers that hold other locks in any order build one chain', async () => {
  const writers = Array.from({ length: 20 }, (_, writer) =>
    store.database.transaction(async (tx) => {
      await insertAudit(tx, entry(writer + 1));
      // The audit entry comes first and the other lock second, or the other way round.
      await tx.query('SELECT pg_advisory_xact_lock($1)', [writer % 2]);
      await insertAudit(tx, entry(writer + 1, 'proved_again'));
    }),
  );
  await Promise.all(writers);
  expect(await checkAudit(store.database)).toMatchObject({ isWhole: true, entries: 40 });
});

test('a transaction that is rolled back leaves no gap in the chain', async () => {
  await insertAudit(store.database, entry(1));
  const undone = store.database.transaction(async (tx) => {
    await insertAudit(tx, entry(1));
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  await insertAudit(store.database, entry(1));
  expect(await checkAudit(store.database)).toMatchObject({ isWhole: true, entries: 2 });
});

test('a customer sees their own entries only, newest first, page by page', async () => {
  for (let i = 0; i < 5; i += 1) {
    await insertAudit(store.database, entry(1, 'sign_in', String(i)));
    await insertAudit(store.database, entry(2));
  }
  const details = async (startIndex: number) =>
    (await listUserAudit(store.database, userId(1), { startIndex, limit: 2 })).map(({ detail }) => detail);
  expect([await details(0), await details(2), await details(4), await details(6)]).toEqual([
    ['4', '3'],
    ['2', '1'],
    ['0'],
    [],
  ]);
});

test('entries from before the chain are linked when it is introduced', async () => {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await database.query('CREATE TABLE migration (id text PRIMARY KEY, ran_at timestamptz DEFAULT now())');
  const end = migrations.findIndex((one) => one.id === '106-audit-chain');
  for (const { id, sql } of migrations.slice(0, end)) {
    await database.query(sql);
    await database.query('INSERT INTO migration (id) VALUES ($1)', [id]);
  }
  await database.query(`INSERT INTO audit_entry (at, user_id, action) VALUES (1, 7, 'a'), (2, NULL, 'b')`);
  await migrate(database);
  await insertAudit(database, entry(7));
  expect(await checkAudit(database)).toMatchObject({ isWhole: true, entries: 3 });
  await database.close();
});
