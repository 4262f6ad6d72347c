/**
 * Runs the journeys in a browser and counts them.
 *
 *   node scripts/journeys.mjs [--all] [options and file names of Playwright]
 *
 * `--all` sweeps over every screen, dialog, look and language, and runs every journey; without it, each kind of them is
 * checked once, and journeys that take the steps of others are left out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root, readText } from './files.mjs';
import { runTool } from './run.mjs';

const cli = '@playwright/test/cli.js';
const config = ['test', '--config', 'e2e/playwright.config.ts'];
/**
 * A journey that fails runs once more. One that passes then is listed as flaky, with the report of its failure: a fault
 * of the test or of the product that somebody has to find. More of them than this fail the run.
 */
const flakyMax = 1;

/**
 * Runs all journeys.
 *
 * @param chromium  the browser's path; null when there is none, which is a failure
 * @returns how many passed and failed, and which failed or are flaky
 */
export async function runJourneys(chromium) {
  const isWhole = process.env.SALAR_E2E === 'all';
  console.log(
    `\n> journeys${isWhole ? '' : ' (the short run; `npm run test:e2e -- --all` runs all of them)'}`,
  );
  if (chromium === null) return { passed: 0, failed: 1 };
  const { status } = await runTool(cli, [...config, '--retries', '1'], { env: { CHROMIUM_PATH: chromium } });
  const text = readText(join(root, 'test-results/e2e.json'));
  const { stats = {}, suites = [] } = text === null ? {} : JSON.parse(text);
  const { expected = 0, unexpected = 0 } = stats;
  const flaky = suites.flatMap((suite) => journeysWith('flaky', suite));
  const failed = unexpected + (flaky.length > flakyMax ? flaky.length : 0);
  return {
    passed: expected + (flaky.length > flakyMax ? 0 : flaky.length),
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

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const chromium = findChromium();
  if (chromium === null) process.exit(1);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', cli), ...config, ...args.filter((arg) => arg !== '--all')],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHROMIUM_PATH: chromium,
        ...(args.includes('--all') ? { SALAR_E2E: 'all' } : {}),
      },
    },
  );
  process.exit(status ?? 1);
}
