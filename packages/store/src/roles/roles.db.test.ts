/** Tests by PostgreSQL itself what the roles may do: the declaration, and attacks with the login of the running exchange. */
import { randomBytes } from 'node:crypto';
import { sequence } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createDatabaseIfMissing } from '../create-database.ts';
import { Database } from '../database.ts';
import { genesisHash, rowAfter } from '../journal/journal-row.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { commandsPerPart, listJournalParts, makeJournalParts } from '../journal/journal-parts.ts';
import { assertMigrated, migrate } from '../migrate.ts';
import { privileges, roles, storePrivileges } from './declared-privileges.ts';
import { findExchangeRoleProblem } from './exchange-role.ts';
import { findPrivilegeDifferences } from './grant-privileges.ts';

let store: TestDatabase;
/** The same database with the login of the running exchange. */
let exchange: Database;

beforeAll(async () => {
  store = await openTestDatabase();
  exchange = new Database({ ...store.options, user: 'salar_exchange', poolSize: 2 });
});
afterAll(async () => {
  await exchange.close();
  await store.close();
});

describe('the declaration', () => {
  let created: Database;
  beforeAll(async () => {
    const options = {
      socketDir: inject('postgresSocketDir'),
      user: 'salar',
      database: `test_${randomBytes(8).toString('hex')}`,
    };
    await createDatabaseIfMissing(options);
    created = new Database({ ...options, poolSize: 1 });
    await migrate(created);
  });
  afterAll(() => created.close());

  test('has each table of the schema, and PostgreSQL grants exactly what it says', async () => {
    const tables = await created.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT relispartition`,
    );
    const names = tables.map((table) => table.name).toSorted();
    expect(Object.keys(storePrivileges.tables).toSorted()).toEqual(names);
    for (const role of roles) {
      for (const table of [...names, 'journal_1']) {
        const [row] = await created.query<Record<string, boolean>>(
          `SELECT ${privileges.map((one) => `has_table_privilege($1, $2, '${one}') AS "${one}"`).join(', ')}`,
          [role, table],
        );
        const declared = storePrivileges.tables[table === 'journal_1' ? 'journal' : table]?.[role] ?? [];
        expect(
          privileges.filter((one) => row?.[one]),
          `${role} on ${table}`,
        ).toEqual(privileges.filter((one) => declared.includes(one)));
      }
    }
  });

  test('a new table grants nothing to any role', async () => {
    await created.query('CREATE TABLE not_declared (n bigint)');
    const allowed = await created.query(
      `SELECT role, privilege FROM unnest($1::text[]) AS role, unnest($2::text[]) AS privilege
       WHERE has_table_privilege(role, 'not_declared', privilege)`,
      [roles, privileges],
    );
    expect(allowed).toEqual([]);
    await created.query('DROP TABLE not_declared');
  });

  test('is restored by the next migration where somebody granted more or revoked something', async () => {
    await created.query('GRANT UPDATE ON journal TO PUBLIC; REVOKE INSERT ON trade FROM salar_core');
    expect(await findPrivilegeDifferences(created, storePrivileges)).toMatchObject([
      { table: 'journal', role: 'salar_core', actual: ['SELECT', 'INSERT', 'UPDATE'] },
      { table: 'journal', role: 'salar_reader', actual: ['SELECT', 'UPDATE'] },
      { table: 'journal', role: 'salar_watcher', actual: ['SELECT', 'UPDATE'] },
      { table: 'trade', role: 'salar_core', actual: ['SELECT'] },
    ]);
    expect(await migrate(created)).toEqual([]);
    expect(await findPrivilegeDifferences(created, storePrivileges)).toEqual([]);
  });
});

describe('the login of the running exchange', () => {
  test.each([
    'UPDATE journal SET payload = payload',
    'UPDATE journal_1 SET payload = payload',
    'DELETE FROM journal',
    'DELETE FROM journal_1',
    'TRUNCATE journal',
    'TRUNCATE journal_1',
    'DROP TRIGGER journal_is_for_ever ON journal',
    'DROP TRIGGER journal_is_for_ever ON journal_1',
    'ALTER TABLE journal DISABLE TRIGGER ALL',
    'ALTER TABLE journal_1 DISABLE TRIGGER ALL',
    'ALTER TABLE journal DETACH PARTITION journal_1',
    'ALTER TABLE journal ADD COLUMN more text',
    'DROP TABLE journal_1',
    'CREATE OR REPLACE FUNCTION journal_is_for_ever() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
    'ALTER FUNCTION lock_journal() OWNER TO salar_exchange',
    'UPDATE audit_entry SET detail = detail',
    'DELETE FROM audit_chain',
    'DELETE FROM operator_audit',
    'UPDATE bank_entry SET amount = 1',
    'UPDATE trade SET price = 1',
    'DELETE FROM ledger_entry',
    `INSERT INTO migration (id) VALUES ('999-mine')`,
    'CREATE TABLE mine (n bigint)',
    'CREATE FUNCTION mine() RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE ROLE mine SUPERUSER',
    'ALTER ROLE salar_exchange SUPERUSER',
    'SET ROLE salar',
    'SET session_replication_role = replica',
    `COPY (SELECT 1) TO PROGRAM 'true'`,
  ])('cannot run %s', async (statement) => {
    await expect(exchange.query(statement)).rejects.toThrow(
      /permission denied|must be (owner|able|superuser)/,
    );
  });

  test('appends to the journal and adds its next part, which it cannot change either', async () => {
    const writer = await JournalWriter.open(exchange, { holder: 'a test' });
    const end = { sequence: sequence(0), hash: genesisHash };
    const row = rowAfter(end, { count: 1, at: 1, epoch: writer.epoch, payload: new Uint8Array([1]) });
    expect(await writer.append(row)).toBe('appended');
    await writer.close();
    await makeJournalParts(exchange, sequence(commandsPerPart + 1));
    const { table } = (await listJournalParts(exchange)).at(-1) ?? {};
    expect(table).toBe(`journal_${commandsPerPart + 1}`);
    expect(await findPrivilegeDifferences(store.database, storePrivileges)).toEqual([]);
    await expect(exchange.query(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied/);
    await expect(exchange.query(`DROP TABLE ${table}`)).rejects.toThrow(/must be owner/);
  });

  test('is the one with which the exchange may run, and the owner is not', async () => {
    await assertMigrated(exchange);
    expect(await findExchangeRoleProblem(exchange)).toBeNull();
    expect(await findExchangeRoleProblem(store.database)).toMatch(/the login salar is a superuser/);
  });
});

describe('a login of your own', () => {
  let name: string;
  beforeEach(async () => {
    name = `login_${randomBytes(6).toString('hex')}`;
    await store.database.query(`CREATE ROLE ${name} NOLOGIN`);
    return async () => {
      await store.database.query(
        `REASSIGN OWNED BY ${name} TO salar; DROP OWNED BY ${name}; DROP ROLE ${name}`,
      );
    };
  });
  const problem = () =>
    store.database.transaction(async (tx) => {
      await tx.query(`SET LOCAL ROLE ${name}`);
      return findExchangeRoleProblem(tx);
    });

  test('needs to be a member of salar_core', async () => {
    expect(await problem()).toMatch(/is not a member of salar_core; run `npm run migrate`/);
    await store.database.query(`GRANT salar_core TO ${name}`);
    expect(await problem()).toBeNull();
  });

  test('must not own a table, directly or as a member of its owner', async () => {
    await store.database.query(`GRANT salar_core TO ${name}; ALTER TABLE snapshot OWNER TO ${name}`);
    expect(await problem()).toMatch(/owns the tables and could alter the journal/);
  });

  test('must not be able to create roles', async () => {
    await store.database.query(`GRANT salar_core TO ${name}; ALTER ROLE ${name} CREATEROLE`);
    expect(await problem()).toMatch(/can create roles/);
  });

  test('is refused while the privileges are not those of this version', async () => {
    await store.database.query(`GRANT salar_core TO ${name}; GRANT DELETE ON journal TO salar_core`);
    expect(await problem()).toMatch(/salar_core has other privileges on journal/);
    await migrate(store.database);
    expect(await problem()).toBeNull();
  });
});

test('a database without migrations is refused with what to do', async () => {
  const options = { ...store.options, database: `test_${randomBytes(8).toString('hex')}` };
  await createDatabaseIfMissing(options);
  const empty = new Database({ ...options, poolSize: 1 });
  await expect(assertMigrated(empty)).rejects.toThrow(
    /lacks migrations .*001-journal on: run `npm run migrate`/,
  );
  await empty.close();
});
