import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { sequence } from '@salar/protocol';
import {
  Database,
  commandsPerPart,
  findExchangeRoleProblem,
  makeJournalParts,
  takeLease,
} from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test } from 'vitest';

function runMigrate(address: string | undefined) {
  return spawnSync(process.execPath, [resolve('dist/server/migrate.js')], {
    env: { ...process.env, SALAR_MIGRATION_DATABASE_URL: address },
    encoding: 'utf8',
  });
}

test('an owner without any power creates the tables, on which the exchange runs with its own login', async () => {
  const store = await openTestDatabase();
  const { socketDir = '' } = store.options;
  const name = `owner_${randomBytes(6).toString('hex')}`;
  await store.database.query(`CREATE ROLE ${name} NOLOGIN`);
  await store.database.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const address = `postgres:///${name}?host=${encodeURIComponent(socketDir)}&user=salar&options=-c%20role%3D${name}`;
  const first = runMigrate(address);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.stdout).toMatch(/001-journal\n[^]*117-owner-functions\n/);
  expect(runMigrate(address).stdout).toMatch(/^0 migrations ran/);

  const exchange = new Database({ socketDir, database: name, user: 'salar_exchange', poolSize: 2 });
  expect(await findExchangeRoleProblem(exchange)).toBeNull();
  expect(await takeLease(exchange, { holder: 'a test' })).toBe(1);
  expect(await makeJournalParts(exchange, sequence(commandsPerPart + 1))).toMatchObject({
    start: commandsPerPart + 1,
  });
  await exchange.close();
  const owner = new Database({ connectionString: address, poolSize: 1 });
  expect(await findExchangeRoleProblem(owner)).toMatch(/owns the tables and could alter the journal/);
  await owner.close();
  await store.close();
});

test('without the owner’s login it says which setting is missing', () => {
  expect(runMigrate('')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^migrate: set SALAR_MIGRATION_DATABASE_URL to the PostgreSQL login that owns/,
    ) as string,
  });
});
