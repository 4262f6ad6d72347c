import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { clusterPlaces } from './directories.ts';
import { startServer } from './postmaster-process.ts';
import { asExchange, startEmbeddedPostgres } from './index.ts';
import type { EmbeddedPostgres } from './index.ts';

let dataDir: string;
const running: EmbeddedPostgres[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-access-'));
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  const postgres = await startEmbeddedPostgres({ dataDir });
  running.push(postgres);
  return postgres;
};

async function run(options: DatabaseOptions, statement: string): Promise<object[]> {
  const database = new Database({ ...options, poolSize: 1 });
  try {
    return await database.query(statement);
  } finally {
    await database.close();
  }
}

const whoAmI =
  'SELECT current_user::text AS login, rolsuper AS power FROM pg_roles WHERE rolname = current_user';

test('the owner and the running exchange have a login each, and no other login may connect', async () => {
  const { databaseOptions } = await start();
  expect(await run(databaseOptions, whoAmI)).toEqual([{ login: 'salar', power: true }]);
  expect(await run(asExchange(databaseOptions), whoAmI)).toEqual([{ login: 'salar_exchange', power: false }]);
  await run(databaseOptions, 'CREATE ROLE third LOGIN SUPERUSER');
  await expect(run({ ...databaseOptions, user: 'third' }, whoAmI)).rejects.toThrow(/no pg_hba.conf entry/);
});

test.runIf(process.getuid?.() === 0)('another user of the system is refused', async () => {
  const { socketDir } = await start();
  // The start message of PostgreSQL's protocol; the answer is R (authentication) or E (error).
  const program = `
    const body = Buffer.from('\\0\\x03\\0\\0user\\0salar\\0database\\0salar\\0\\0', 'latin1');
    const size = Buffer.alloc(4);
    size.writeInt32BE(body.length + 4);
    const socket = require('node:net').connect(${JSON.stringify(`${socketDir}/.s.PGSQL.5432`)});
    socket.write(Buffer.concat([size, body]));
    socket.once('data', (answer) => { process.stdout.write(answer.toString('latin1')); process.exit(); });`;
  const connectAs = (uid: number) =>
    spawnSync(process.execPath, ['-e', program], { uid, gid: uid, cwd: '/', encoding: 'utf8' }).stdout;
  expect(connectAs(65_534)).toMatch(/^E.*Peer authentication failed/s); // it may open the socket
  expect(connectAs(0)).toMatch(/^R/);
});

test('a cluster of an earlier version, which trusted every connection, is carried over while it runs', async () => {
  const first = await start();
  await run(first.databaseOptions, 'CREATE TABLE kept AS SELECT 7::bigint AS n');
  await run(first.databaseOptions, 'DROP ROLE salar_exchange');
  await run(first.databaseOptions, 'CREATE ROLE third LOGIN');
  await first.stop();
  const places = clusterPlaces(dataDir);
  writeFileSync(join(places.cluster, 'pg_hba.conf'), 'local all all trust\n');
  writeFileSync(join(places.cluster, 'pg_ident.conf'), '');
  const binaries = findBinaries(places.binaries, () => undefined);
  const former = await startServer({ ...places, binaries, socketDir: first.socketDir });

  const postgres = await start();
  const { databaseOptions } = postgres;
  expect(postgres.pid()).toBe(former.pid);
  expect(await run(asExchange(databaseOptions), whoAmI)).toEqual([{ login: 'salar_exchange', power: false }]);
  expect(await run(databaseOptions, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await expect(run(asExchange(databaseOptions), 'SELECT n FROM kept')).rejects.toThrow(/permission denied/);
  await vi.waitFor(
    () => expect(run({ ...databaseOptions, user: 'third' }, whoAmI)).rejects.toThrow(/no pg_hba.conf entry/),
    { timeout: 5_000 },
  );
});
