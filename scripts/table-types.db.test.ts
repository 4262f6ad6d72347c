import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import { format, resolveConfig } from 'prettier';
import { expect, inject, test } from 'vitest';
import { generateTableTypes } from './table-types-source.ts';

test('the types of the tables are those of the migrations: npm run table-types writes them', async () => {
  const options = {
    socketDir: inject('postgresSocketDir'),
    user: 'salar',
    database: `test_${randomBytes(8).toString('hex')}`,
  };
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const source = await generateTableTypes(database);
  await database.close();
  const path = resolve(import.meta.dirname, '../packages/store/src/tables/generated/tables.ts');
  const config = await resolveConfig(path);
  expect(readFileSync(path, 'utf8')).toBe(await format(source, { ...config, filepath: path }));
});
