/**
 * Injects random faults into a running exchange while customers use it, lets it recover, and checks the books.
 *
 *   npm run torture -- --kills 60 --seed 1
 *   npm run torture -- --only write-point,disk-full
 *   npm run torture -- --own-postgres        with DATABASE_URL; SALAR_TEST_POSTGRES names the programs of another version
 *
 * The faults are in `faults.ts`. At the end: every acknowledged order, deposit and withdrawal exists once; on every
 * chain receivers have the amount minus the fee, and customers were credited what they received; banks' statements
 * agree; no funds are held without an open ticket; after a fresh start wallets, banks and books agree to the last unit,
 * no product is halted and the operators' audit log is intact; `npm run verify` finds no difference beside the running
 * server nor after its stop; no process is left behind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabaseIfMissing } from '@salar/store';
import { OwnPostgres } from '@salar/testing/own-postgres';
import { createSeededRandom } from '@salar/testing/seeded-random';
import { ShiftedClock } from '../clock/shifted-clock.ts';
import { freePort, serverDir, startServer } from '../support/server.ts';
import { checkBooks, checkHouse } from './check-books.ts';
import { drawnPoints, faultNames, Faults, faultsOfEmbedded, faultsOfOwn } from './faults.ts';
import type { FaultName } from './faults.ts';
import { Load } from './load.ts';
import { listProcesses } from './processes.ts';
import { SmallDisk } from './small-disk.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    customers: { type: 'string', default: '5' },
    only: { type: 'string' },
    'own-postgres': { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const endGraceMs = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-torture-'));
const clock = new ShiftedClock(dataDir);
const began = performance.now();
const failures: string[] = [];
const own = values['own-postgres'] ? OwnPostgres.create() : null;
if (own !== null) await createDatabaseIfMissing(own.options);
const settings = {
  dataDir,
  port: await freePort(),
  env: {
    ...(own && { DATABASE_URL: own.address, SALAR_LOCAL_DATABASE: 'on' }),
    SALAR_RATE_LIMITS: 'off',
    SALAR_LOCAL_AUTO_REVIEW: 'off',
    ...clock.env,
    NODE_OPTIONS: clock.args.join(' '),
  },
};
const first = await startServer(settings);
await first.stop();
const disk = own === null ? SmallDisk.move(dataDir) : null;
const faults = new Faults({
  settings,
  clock,
  disk,
  own,
  random: createSeededRandom(seed),
  names: namesToDraw(),
  fail: (sentence) => void failures.push(sentence),
});

try {
  await faults.start();
  const load = new Load({ url: faults.url, dataDir, random: createSeededRandom(seed + 1_000_000) });
  await load.prepare(Number(values.customers));
  console.log(`torture: ${kills} faults, seed ${seed}, ${values.customers} customers at ${faults.url}`);
  if (disk === null && own === null)
    console.log('the disk-full fault is skipped: it needs the right to mount a disk');
  load.start();
  await faults.run(load, kills);
  await load.stop();
  console.log(load.ledger.summary());
  failures.push(...(await checkBooks(load, dataDir, own?.options)));
  console.log(faults.summary());
  const since = Date.now();
  await faults.restart();
  failures.push(...(await checkHouse(load, dataDir, { since, ...(own && { own: own.options }) })));
  const unreached = drawnPoints.filter((point) => !faults.reached.has(point));
  console.log(`write points: ${faults.reached.size} of ${drawnPoints.length} reached`);
  if (unreached.length > 0) console.log(`not reached: ${unreached.join(', ')}`);
  verify('beside the running server');
} catch (error) {
  failures.push(`the torture broke off: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  const code = await faults.stop();
  if (code !== 0) failures.push(`the server stopped with ${code}`);
}

verify('after the stop');
await pause(endGraceMs);
for (const { pid, command } of listProcesses(dataDir)) failures.push(`left behind: ${pid} ${command}`);

for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length === 0) {
  disk?.end();
  own?.remove();
  rmSync(dataDir, { recursive: true, force: true });
} else console.error(`the data directory is kept: ${dataDir}`);
console.log(`${kills} faults in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function namesToDraw(): readonly FaultName[] {
  const wanted = values.only?.split(',') ?? faultNames;
  const unknown = wanted.find((name) => !faultNames.includes(name as FaultName));
  if (unknown !== undefined) throw new Error(`there is no fault ${unknown}: ${faultNames.join(', ')}`);
  return faultNames.filter((name) => wanted.includes(name) && isPossible(name));
}

function isPossible(name: FaultName): boolean {
  if (faultsOfOwn.has(name)) return own !== null;
  return name === 'disk-full' ? disk !== null : own === null || !faultsOfEmbedded.has(name);
}

function verify(when: string): void {
  const run = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
    env: { ...process.env, SALAR_DATA_DIR: dataDir, ...(own && { DATABASE_URL: own.address }) },
    encoding: 'utf8',
  });
  process.stdout.write(`verify ${when}:\n${run.stdout}`);
  process.stderr.write(run.stderr);
  if (run.status !== 0) failures.push(`verify ${when} found a difference`);
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
