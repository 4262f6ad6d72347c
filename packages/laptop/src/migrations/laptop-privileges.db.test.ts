import { findPrivilegeDifferences, storePrivileges } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test } from 'vitest';
import { laptopPrivileges } from './laptop-privileges.ts';

test('each table that the laptop adds is declared, and PostgreSQL grants exactly that', async () => {
  const store = await openTestDatabase();
  const { database } = store;
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const added = tables.map((table) => table.name).filter((name) => !(name in storePrivileges.tables));
  expect(added.toSorted()).toEqual(Object.keys(laptopPrivileges.tables).toSorted());
  expect(await findPrivilegeDifferences(database, laptopPrivileges)).toEqual([]);
  await store.close();
});
