import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asExchange, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database, findExchangeRoleProblem, migrate } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import { insertTestUser } from '@salar/testing/test-customers';
import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import type { Config } from '../settings/config.ts';
import { checkProfile } from './check-profile.ts';
import { prepareSchema } from './prepare-schema.ts';
import { StartFailure } from './start-failure.ts';

test('the embedded PostgreSQL of an earlier version gets the roles at its next start, with its rows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-schema-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const owner = new Database({ ...postgres.databaseOptions, poolSize: 1 });
  const exchange = new Database({ ...asExchange(postgres.databaseOptions), poolSize: 1 });
  try {
    await migrate(owner);
    // As the version before had it: no functions of the owner, and no privilege of any role.
    await owner.query('DROP OWNED BY salar_core, salar_reader');
    await owner.query('DROP FUNCTION lock_journal(), make_journal_part(bigint, bigint)');
    await owner.query(`DELETE FROM migration WHERE id = '117-owner-functions'`);
    await owner.query('UPDATE projection SET entry_count = 7');
    await expect(exchange.query('SELECT 1 FROM projection')).rejects.toThrow(/permission denied/);

    await prepareSchema({
      config: readConfig({ SALAR_DATA_DIR: dataDir }),
      laptop: null,
      database: exchange,
    });
    const kept = await exchange.query('SELECT entry_count AS kept FROM projection');
    expect(kept).toEqual([{ kept: 7 }]);
    expect(await findExchangeRoleProblem(exchange)).toBeNull();
    await expect(exchange.query('TRUNCATE journal')).rejects.toThrow(/permission denied/);
  } finally {
    await exchange.close();
    await owner.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('in production the exchange migrates nothing on a PostgreSQL of your own, and refuses its owner', async () => {
  const store = await openTestDatabase();
  const { socketDir = '', database = '' } = store.options;
  const connect = (user: string) => {
    const url = `postgres:///${database}?host=${encodeURIComponent(socketDir)}&user=${user}`;
    return new Database({ connectionString: url, poolSize: 1 });
  };
  const [asOwner, asItself] = [connect('salar'), connect('salar_exchange')];
  const config = { ...readConfig({}), databaseUrl: 'postgres://any', profile: 'production' as const };
  const start = (on: Database) => prepareSchema({ config, laptop: null, database: on });
  try {
    await start(asItself);
    const refused = await start(asOwner).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartFailure);
    expect(String(refused)).toMatch(/the login salar is a superuser.*CREATE ROLE salar_exchange LOGIN/);
    await store.database.query(`DELETE FROM migration WHERE id = '117-owner-functions'`);
    await expect(start(asItself)).rejects.toThrow(
      /lacks migrations .*117-owner-functions on: run `npm run migrate`/,
    );
  } finally {
    for (const one of [asOwner, asItself, store]) await one.close();
  }
});

test('a database is used with the profile of its first start only', async () => {
  const store = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-schema-'));
  const local = { ...readConfig({ SALAR_DATA_DIR: dataDir }), databaseUrl: 'postgres://any' };
  const production = { ...local, profile: 'production' as const };
  const check = (config: Config) => checkProfile(config, store.database);
  try {
    await check(production);
    await check(production);
    const refused = await check(local).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartFailure);
    expect(String(refused)).toMatch('belongs to an exchange in production');

    await store.database.query('DELETE FROM installation');
    await check(local);
    await expect(check(production)).rejects.toThrow('belongs to the local profile');
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a database from before the profile was written is the one that its customers show', async () => {
  const store = await openTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-schema-'));
  const local = readConfig({ SALAR_DATA_DIR: dataDir });
  try {
    await insertTestUser(store.database, 'maria');
    await expect(checkProfile({ ...local, profile: 'production' }, store.database)).rejects.toThrow('local');

    await store.database.query('DELETE FROM installation');
    await store.database.query('DROP TABLE local_mail');
    await expect(checkProfile(local, store.database)).rejects.toThrow('belongs to an exchange in production');

    await store.database.query('DELETE FROM installation');
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(join(dataDir, 'keys', 'password-pepper.key'), '');
    await checkProfile(local, store.database);
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
