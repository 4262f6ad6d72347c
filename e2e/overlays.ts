/**
 * Opens and closes the asset picker many times on a slow processor, each time as the first opening after a load, and
 * counts how often something stays over the page.
 *
 *   npm run overlays                          500 runs on a separate exchange; fails when something stays
 *   npm run overlays -- --openings 20         fewer
 *   npm run overlays -- --phones 3            the number of parallel phones (2)
 *   npm run overlays -- --from 200            skips the first runs of the series
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArgs } from './playwright.config.ts';
import { registerCustomer } from './support/customers.ts';
import { newPhone, openAndClose, createPickerRun, waysToClose } from './support/throttled-picker.ts';
import type { PickerRunOutcome } from './support/throttled-picker.ts';
import { startServer } from './support/server.ts';

const { values } = parseArgs({
  options: {
    openings: { type: 'string', default: '500' },
    phones: { type: 'string', default: '2' },
    from: { type: 'string', default: '0' },
  },
});
const first = Number(values.from);
const last = first + Number(values.openings);

const server = await startServer();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: chromiumArgs,
});
try {
  const customer = await registerCustomer(server.url, `overlays-${Date.now()}`, 1);
  const outcomes: PickerRunOutcome[] = [];
  let next = first;
  const phone = async () => {
    const page = await newPhone(browser, customer);
    while (next < last) {
      const outcome = await openAndClose(page, server.url, createPickerRun(next++));
      outcomes.push(outcome);
      if (outcome.leftover !== null) console.log(`stayed: ${JSON.stringify(outcome)}`);
      if (outcomes.length % 50 === 0) console.log(`${outcomes.length} openings`);
    }
    await page.context().close();
  };
  await Promise.all(Array.from({ length: Number(values.phones) }, phone));
  report(outcomes);
  process.exitCode = outcomes.every(({ leftover }) => leftover === null) ? 0 : 1;
} finally {
  await browser.close();
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
}

function report(outcomes: readonly PickerRunOutcome[]): void {
  for (const way of waysToClose) {
    const of = outcomes.filter((outcome) => outcome.way === way);
    const stayed = of.filter(({ leftover }) => leftover !== null).length;
    console.log(`closed by ${way}: ${of.length} openings, ${stayed} stayed over the page`);
  }
  const stayed = outcomes.filter(({ leftover }) => leftover !== null).length;
  console.log(`all: ${outcomes.length} openings, ${stayed} stayed over the page`);
  console.log(`opened after ${spread(outcomes.map(({ openMs }) => openMs))}`);
  console.log(`closed after ${spread(outcomes.flatMap(({ closeMs }) => closeMs ?? []))}`);
}

function spread(values: readonly number[]): string {
  const ascending = values.toSorted((one, other) => one - other);
  const at = (share: number) =>
    ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0;
  return `${at(0.5)} ms (median), ${at(0.95)} ms (95th percentile), ${at(1)} ms (longest)`;
}
