/**
 * `npm test`: installs what the tests need and runs them all. The last line counts: `N passed, N failed`.
 *
 * In this order: format, lint, types; the build and its sizes; unit, web and database tests; journeys in a real
 * browser; at the same time a short torture with random kills, the drills of custody, keys, attacks and the signers, two faults of
 * a cluster where the machine has its packages, some tests on the other version of Node (`npm run test:runtimes` runs all of them
 * on it), and some on the oldest PostgreSQL (`npm run test:postgres`).
 * If one part fails, the others still run.
 */
import './node-version.mjs';
import { build, stale } from './build.mjs';
import { checkSizes } from './bundle-sizes.mjs';
import { runChecks } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { install, isInstalled } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { useMemoryFolder } from './memory-folder.mjs';
import { runTool, takeTurns } from './run.mjs';
import { prepareSoftHsm } from './softhsm.mjs';
import { runVitest } from './vitest-counts.mjs';

const tortureKills = process.env.SALAR_TEST_KILLS ?? '3';
/** More of them would start their exchanges, nodes and signers at the same time, and be late. */
const programsAtOnce = 3;

if (!isInstalled()) install();
const chromium = findChromium();
prepareSoftHsm();
useMemoryFolder();
const parts = {
  checks: await runChecks(),
  build: await counted(() => build(stale(), (line) => console.log(line))),
  sizes: await checkSizes(),
  'unit, web and database tests': await runVitest(),
  journeys: await runJourneys(chromium),
  // The longest come first.
  ...(await runSideBySide({
    torture: ['e2e/torture/torture.ts', '--kills', tortureKills],
    'drill of custody, the database': ['e2e/drills/drill.ts', 'custody-database'],
    'drill of custody, the signer': ['e2e/drills/drill.ts', 'custody-signer'],
    'drill of keys': ['e2e/drills/drill.ts', 'keys'],
    'drill of attacks': ['e2e/drills/drill.ts', 'attacks'],
    'drill of the signers': ['e2e/drills/drill.ts', 'signers', '--payments', '40'],
    cluster: [
      'e2e/cluster/run-cluster.ts',
      '--faults',
      '2',
      '--kinds',
      'exchange-kill,postgres-kill',
      '--if-possible',
    ],
    'the other version of Node': ['scripts/test-runtimes.mjs', '--short'],
    'a PostgreSQL of the machine': ['scripts/test-postgres.mjs', '--short'],
  })),
};

console.log('');
for (const [name, { passed, failed, failures = [], flaky = [] }] of Object.entries(parts)) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
  for (const failure of failures) console.log(`  failed: ${failure}`);
  for (const journey of flaky) console.log(`  failed once, then passed: ${journey}`);
}
const sum = (key) => Object.values(parts).reduce((total, part) => total + part[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** Runs programs side by side, because each of them often waits: for blocks, starts and alerts. Prints their outputs as they end. */
async function runSideBySide(programs) {
  const counts = {};
  await takeTurns(Object.entries(programs), programsAtOnce, async ([name, args]) => {
    counts[name] = await runCounted(name, args);
  });
  return counts;
}

/** Runs a program whose last line counts: `N passed, N failed`. */
async function runCounted(name, args) {
  const { status, output } = await runTool('tsx/dist/cli.mjs', args, { isShown: false });
  console.log(`\n> ${name}\n${output}`);
  const [, passed = '0', failed = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return { passed: Number(passed), failed: status !== 0 && failed === '0' ? 1 : Number(failed) };
}

async function counted(work) {
  try {
    await work();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}
