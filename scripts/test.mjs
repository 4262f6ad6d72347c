/**
 * `npm test`: installs what the tests need and runs them all. The last line counts: `N passed, N failed`.
 *
 * In this order: format, lint, types; the build and its sizes; unit, web and database tests; journeys in a real
 * browser; a short torture with random kills; the drills of custody, of keys and of the two signers. If one part fails, the others still run.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { build, stale } from './build.mjs';
import { checkSizes } from './bundle-sizes.mjs';
import { runChecks } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { root, readText } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { useMemoryFolder } from './memory-folder.mjs';
import { runTool } from './run.mjs';
import { prepareSoftHsm } from './softhsm.mjs';
import { runVitest } from './vitest-counts.mjs';

const tortureKills = process.env.SALAR_TEST_KILLS ?? '4';
/**
 * A journey that fails runs once more. One that passes then is listed as flaky, with the report of its failure: a fault
 * of the test or of the product that somebody has to find. More of them than this fail the run.
 */
const flakyJourneysMax = 1;

if (!isInstalled()) install();
const chromium = findChromium();
prepareSoftHsm();
useMemoryFolder();
const parts = {
  checks: await runChecks(),
  build: await counted(() => build(stale(), (line) => console.log(line))),
  sizes: await checkSizes(),
  'unit, web and database tests': await runVitest(),
  journeys: await runJourneys(),
  torture: await runCounted('torture', ['e2e/torture/torture.ts', '--kills', tortureKills]),
  drills: await runCounted('drills', [
    'e2e/drills/drill.ts',
    'custody',
    'keys',
    'signers',
    '--payments',
    '40',
  ]),
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

async function runJourneys() {
  console.log('\n> journeys');
  if (chromium === null) return { passed: 0, failed: 1 };
  const { status } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--retries', '1'],
    { env: { CHROMIUM_PATH: chromium } },
  );
  const text = readText(join(root, 'test-results/e2e.json'));
  const { stats = {}, suites = [] } = text === null ? {} : JSON.parse(text);
  const { expected = 0, unexpected = 0 } = stats;
  const flaky = suites.flatMap((suite) => journeysWith('flaky', suite));
  const failed = unexpected + (flaky.length > flakyJourneysMax ? flaky.length : 0);
  return {
    passed: expected + (flaky.length > flakyJourneysMax ? 0 : flaky.length),
    failed: status !== 0 && failed === 0 ? 1 : failed,
    failures: suites.flatMap((suite) => journeysWith('unexpected', suite)),
    flaky,
  };
}

/** Returns the titles of the journeys that ended with a status of Playwright's, from its report. */
function journeysWith(status, { specs = [], suites = [] }) {
  const found = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...found.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => journeysWith(status, suite)),
  ];
}

/** Runs a program whose last line counts: `N passed, N failed`. */
async function runCounted(name, args) {
  console.log(`\n> ${name}`);
  const { status, output } = await runTool('tsx/dist/cli.mjs', args);
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
