/** Journeys through the whole system: real server, real PostgreSQL, real chains, real browser. */
import { defineConfig } from '@playwright/test';

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

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/../baselines/{arg}{ext}',
  globalSetup: './support/global-setup.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One more than cores: journeys wait for half minutes of codes, blocks and timers while others draw.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    // A fifth of the time of a run would go into traces that nobody reads: `--trace on` keeps them for the one journey to look into.
    trace: 'off',
    screenshot: 'only-on-failure',
    // What fades and slides is waited for again and again.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Bogota',
    // Journeys that stand between page and server would not see what the worker asks; one journey is about it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: chromiumArgs,
    },
  },
});
