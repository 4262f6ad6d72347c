/**
 * `npm run test:postgres`: the database tests, and a short torture, on a PostgreSQL of this machine instead of the embedded one:
 * the oldest version that Salar supports, or what `SALAR_TEST_POSTGRES` names.
 *
 *   npm run test:postgres                        all database tests
 *   npm run test:postgres -- --short             what `npm test` runs of it
 *   npm run test:postgres -- packages/store      the tests whose path contains a text
 *
 * The last line counts: `N passed, N failed`.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, stale } from './build.mjs';
import { useMemoryFolder } from './memory-folder.mjs';
import { runTool } from './run.mjs';
import { runVitest } from './vitest-counts.mjs';

/** Where Debian and Ubuntu have the oldest version (`apt-get install postgresql-15`). */
const oldest = '/usr/lib/postgresql/15/bin';
/** Tests of what another version changes first: migrations, roles, partitions, locks, replication. */
const shortFiles = [
  'packages/store/src/lease',
  'packages/store/src/journal',
  'packages/store/src/roles',
  'packages/sequencer/src/sequencer.db.test.ts',
  'packages/sequencer/src/outages.db.test.ts',
];
const shortTorture = ['--kills', '4', '--customers', '3', '--only', 'outage,read-only,server'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const programs = process.env.SALAR_TEST_POSTGRES || oldest;
if (!existsSync(programs)) {
  console.log(
    `There is no PostgreSQL in ${programs}: install Debian's postgresql-15, or set SALAR_TEST_POSTGRES.`,
  );
  console.log(`0 passed, ${values.short ? 0 : 1} failed`);
  process.exit(values.short ? 0 : 1);
}
useMemoryFolder();
if (stale().includes('server')) await build(['server'], (line) => console.log(line));
const env = { SALAR_TEST_POSTGRES: programs };
const tests = await runVitest({
  projects: ['db'],
  files: values.short ? shortFiles : positionals,
  report: 'vitest-postgres.json',
  env,
});
const { passed, failed, failures } = values.short ? tests : addTorture(tests, await runTorture());
for (const failure of failures) console.log(`  failed: ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Returns true when the torture passed. */
async function runTorture() {
  const args = ['e2e/torture/torture.ts', '--own-postgres', ...shortTorture];
  const { status } = await runTool('tsx/dist/cli.mjs', args, { env });
  return status === 0;
}

function addTorture(counts, isPassed) {
  return isPassed
    ? { ...counts, passed: counts.passed + 1 }
    : { ...counts, failed: counts.failed + 1, failures: [...counts.failures, 'the torture'] };
}
