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
  // One more than the cores: journeys wait for new codes, blocks and timers while others render.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
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
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: chromiumArgs,
    },
  },
});
