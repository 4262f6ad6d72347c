/**
 * `npm test`: installs what the tests need and runs them all. The last line counts: `N passed, N failed`.
 *
 * In this order: format, lint, types; the build and its sizes; unit, web and database tests; journeys in a real
 * browser; a short torture with random kills. If one part fails, the others still run.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { build, stale } from './build.mjs';
import { checkSizes } from './bundle-sizes.mjs';
import { runChecks } from './checks.mjs';
import { findChromium } from './chromium.mjs';
import { root, readText } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { runTool } from './run.mjs';
import { runVitest } from './vitest-counts.mjs';

const tortureKills = process.env.SALAR_TEST_KILLS ?? '4';

if (!isInstalled()) install();
const chromium = findChromium();
const parts = {
  checks: await runChecks(),
  build: await counted(() => build(stale(), (line) => console.log(line))),
  sizes: await checkSizes(),
  'unit, web and database tests': await runVitest(),
  journeys: await runJourneys(),
  torture: await runTorture(),
};

console.log('');
for (const [name, { passed, failed, failures = [] }] of Object.entries(parts)) {
  console.log(`${name}: ${passed} passed, ${failed} failed`);
  for (const failure of failures) console.log(`  failed: ${failure}`);
}
const sum = (key) => Object.values(parts).reduce((total, part) => total + part[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

async function runJourneys() {
  console.log('\n> journeys');
  if (chromium === null) return { passed: 0, failed: 1 };
  const { status } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts'],
    { env: { CHROMIUM_PATH: chromium } },
  );
  const text = readText(join(root, 'test-results/e2e.json'));
  const { stats = {}, suites = [] } = text === null ? {} : JSON.parse(text);
  const { expected = 0, unexpected = 0, flaky = 0 } = stats;
  const failed = unexpected + flaky;
  return {
    passed: expected,
    failed: status !== 0 && failed === 0 ? 1 : failed,
    failures: suites.flatMap(failedJourneys),
  };
}

function failedJourneys({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`);
  return [...failed, ...suites.flatMap(failedJourneys)];
}

async function runTorture() {
  console.log('\n> torture');
  const { status, output } = await runTool('tsx/dist/cli.mjs', [
    'e2e/torture/torture.ts',
    '--kills',
    tortureKills,
  ]);
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
