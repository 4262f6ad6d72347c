/** Journeys through the whole system: real server, real PostgreSQL, real chains, real browser. */
import { defineConfig } from '@playwright/test';
import { isWholeSweep, sweepOnly } from './support/sweep.ts';

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Each answer to the browser is delayed by up to this time, to find faults that only slow answers show. */
const delayMs = Number(process.env['SALAR_JOURNEY_DELAY_MS'] ?? 0);
/** Delays and slow processors add up over the steps of a journey. */
const patience = delayMs > 0 || process.env['SALAR_JOURNEY_CPU_SLOWDOWN'] ? 4 : 1;
const proxy = process.env['SALAR_E2E_PROXY'];

export default defineConfig({
  testDir: './journeys',
  ...(isWholeSweep ? {} : { grepInvert: new RegExp(sweepOnly.tag) }),
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/../baselines/{arg}{ext}',
  globalSetup: './support/global-setup.ts',
  timeout: 120_000 * patience,
  expect: { timeout: 15_000 * patience },
  // One more than the cores: journeys wait for new codes, blocks and timers while others render.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [
    ['list'],
    ['json', { outputFile: '../test-results/e2e.json' }],
    ['./support/failure-reporter.ts'],
  ],
  use: {
    actionTimeout: 15_000 * patience,
    navigationTimeout: 20_000 * patience,
    // Traces would take a fifth of a run; use `--trace on` for a single journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Without reduced motion, each step would wait for animations.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Bogota',
    // Journeys that intercept requests would not see those of the service worker; one journey tests it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(proxy === undefined ? {} : { proxy: { server: proxy } }),
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: chromiumArgs,
    },
  },
});
