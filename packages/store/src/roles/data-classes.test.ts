/** docs/data.md gives each table of the database a class, names the columns with secrets, and lists what is logged. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { storePrivileges } from './declared-privileges.ts';

const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = read('docs/data.md');
const classes = ['secret', 'confidential', 'personal', 'financial', 'internal'] as const;

const section = (title: string) => page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
/** The rows of the tables of a section, as the class and the second cell. */
const readRows = (title: string) =>
  [...section(title).matchAll(/^\| (\w+) +\| (.*?) *\|/gm)].map(([, name = '', cell = '']) => ({
    name,
    cell,
  }));
/** The tables of a class with the columns that the page names, as `table.column`. */
const readTables = (cell: string) =>
  [...cell.matchAll(/`(\w+)`(?: \(([^)]*)\))?/g)].map(([, table = '', columns = '']) => ({
    table,
    columns: [...columns.matchAll(/`(\w+)`/g)].map(([, column = '']) => `${table}.${column}`),
  }));

const rows = readRows('Tables').filter(({ name }) => name !== 'Class');
const listed = rows.flatMap(({ name, cell }) => readTables(cell).map((one) => ({ ...one, name })));

test('each class has its protection, and the sections use these classes only', () => {
  expect(readRows('Classes').map(({ name }) => name)).toEqual(['Class', ...classes]);
  expect(rows.map(({ name }) => name)).toEqual([...classes]);
  for (const { name } of readRows('Files').slice(1)) expect(classes).toContain(name);
});

test('each table of the database is in one class', () => {
  expect(listed.map(({ table }) => table).toSorted()).toEqual(Object.keys(storePrivileges.tables).toSorted());
});

test('each column that holds a secret or something sealed is named, in a class for it', () => {
  const types = read('packages/store/src/tables/generated/tables.ts');
  const columns = [...types.matchAll(/^  (\w+): \{([^}]*(?:\{[^}]*\}[^}]*)*)\};$/gm)].flatMap(
    ([, table = '', body = '']) =>
      [...body.matchAll(/(?:^|;|\s)(\w+): (Buffer|string)\b/g)].map(
        ([, column = '']) => `${table}.${column}`,
      ),
  );
  expect(columns.length).toBeGreaterThan(100);
  const isSecret =
    /\.(?:\w*sealed\w*|\w*secret\w*|password_hash|token_hash|code_hash|code_mac|challenge_hash|tax_id\w*|form|hosted_url|content|funds)$/;
  const named = listed.flatMap((one) => one.columns);
  expect(columns.filter((column) => isSecret.test(column) && !named.includes(column))).toEqual([]);
  for (const column of named) expect(columns, column).toContain(column);
  for (const { name, table, columns: own } of listed)
    expect(own.length > 0, table).toBe(name === 'secret' || name === 'confidential');
});

test('programs write logs to the places of the inventory only', () => {
  expect(section('Logs')).toContain('`logs/salar.log`');
  const folders = [
    'packages/services/src',
    'packages/adapters/src',
    'packages/sequencer/src',
    'packages/store/src',
    'apps/exchange/src',
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\/|browser\//.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const openers = files.filter((path) =>
    /openSync\(path, 'a'|pino\.destination\(|pino\.transport\(|createWriteStream\(|'node:syslog'/.test(
      read(path),
    ),
  );
  expect(openers).toEqual(['apps/exchange/src/lifecycle/rotated-file.ts']);
  // What runs for long prints for people at a terminal only; commands print their results.
  const printing = files.filter((path) => /\bconsole\.|process\.std(?:out|err)\.write/.test(read(path)));
  const allowed =
    /^(?:apps\/exchange\/src\/(?:main\.ts$|programs\/|operator\/|compose\/|lifecycle\/|gateway\/docs\/)|packages\/adapters\/src\/terminal\/)/;
  expect(printing.filter((path) => !allowed.test(path))).toEqual([]);
});
