import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '@salar/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { clusterPlaces } from './directories.ts';
import { isAlive } from './postmaster-pid.ts';
import { startServer } from './postmaster-process.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './index.ts';
import type { EmbeddedPostgres } from './index.ts';

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'salar-embedded-'));
  });
  afterEach(async () => {
    for (const postgres of running.splice(0)) await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (directory = dataDir) => {
    const postgres = await startEmbeddedPostgres({ dataDir: directory });
    running.push(postgres);
    return postgres;
  };

  test('keeps committed rows over a stop and a start, and leaves no process behind', async () => {
    const first = await start();
    await write(first, 'CREATE TABLE kept (n bigint)', 'INSERT INTO kept VALUES (7)');
    await first.stop();
    expect(isAlive(first.pid())).toBe(false);
    expect(await read(await start(), 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  test('is restarted after kill -9, with every committed row', async () => {
    const postgres = await start();
    await write(postgres, 'CREATE TABLE kept (n bigint)', 'INSERT INTO kept VALUES (8)');
    const killed = postgres.pid();
    process.kill(killed, 'SIGKILL');
    await until(() => postgres.pid() !== killed);
    expect(await read(postgres, 'SELECT n FROM kept')).toEqual([{ n: 8 }]);
  });

  const leaveBehind = async () => {
    const postgres = await start();
    await postgres.stop();
    const places = clusterPlaces(dataDir);
    const binaries = findBinaries(places.binaries, () => undefined);
    return startServer({ ...places, binaries, socketDir: postgres.socketDir });
  };

  test('adopts the server of a killed exchange, and stops it at the end', async () => {
    const leftBehind = await leaveBehind();
    const next = await start();
    expect(next.pid()).toBe(leftBehind.pid);
    expect(await read(next, 'SELECT 1::bigint AS one')).toEqual([{ one: 1 }]);
    await next.stop();
    expect(isAlive(leftBehind.pid)).toBe(false);
  });

  test('restarts a server that it had adopted, when that one is killed', async () => {
    const leftBehind = await leaveBehind();
    const next = await start();
    process.kill(leftBehind.pid, 'SIGKILL');
    await until(() => next.pid() !== leftBehind.pid);
    expect(await read(next, 'SELECT 1::bigint AS one')).toEqual([{ one: 1 }]);
  });

  test('replaces a leftover server that has other settings', async () => {
    const leftBehind = await leaveBehind();
    const opts = join(clusterPlaces(dataDir).cluster, 'postmaster.opts');
    writeFileSync(opts, readFileSync(opts, 'utf8').replace('fsync=on', 'fsync=off'));
    const next = await start();
    expect(isAlive(leftBehind.pid)).toBe(false);
    expect(await read(next, 'SELECT 1::bigint AS one')).toEqual([{ one: 1 }]);
  });

  test('can be found by another process while it runs, and not after', async () => {
    const postgres = await start();
    expect(await findRunningPostgres(dataDir)).toEqual(postgres.databaseOptions);
    await postgres.stop();
    expect(await findRunningPostgres(dataDir)).toBeNull();
  });

  test('a program that only waits for its stop is not ended in the middle of it', async () => {
    const program = `
      import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
      for (let i = 0; i < 5; i += 1) {
        const postgres = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR, log: () => undefined });
        await postgres.stop();
      }
      console.log('to the end');`;
    const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type', 'module', '-e', program], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ stdout: 'to the end\n', status: 0 });
  });

  test('works below a path that is too long for a socket', async () => {
    const postgres = await start(join(dataDir, 'a'.repeat(90)));
    expect(postgres.socketDir.length).toBeLessThan(90);
    expect(await read(postgres, 'SELECT 1::bigint AS one')).toEqual([{ one: 1 }]);
  });

  test('rejects a cluster of another major version with one sentence', async () => {
    await (await start()).stop();
    writeFileSync(join(clusterPlaces(dataDir).cluster, 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow(/created by PostgreSQL 12 .* upgrade it with pg_upgrade/);
  });

  test('rejects a damaged cluster with one sentence', async () => {
    await (await start()).stop();
    rmSync(join(clusterPlaces(dataDir).cluster, 'global/pg_control'));
    await expect(start()).rejects.toThrow(/is damaged/);
  });
});

async function write(postgres: EmbeddedPostgres, ...statements: string[]): Promise<void> {
  const database = new Database(postgres.databaseOptions);
  for (const statement of statements) await database.query(statement);
  await database.close();
}

async function read(postgres: EmbeddedPostgres, statement: string): Promise<object[]> {
  const database = new Database(postgres.databaseOptions);
  const rows = await database.query(statement);
  await database.close();
  return rows;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(20);
}
