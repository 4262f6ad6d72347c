/**
 * The `test` of the journeys. When a journey fails it attaches a report of its pages, which `failure-reporter.ts` prints.
 * `SALAR_JOURNEY_CPU_SLOWDOWN` slows the pages down by a factor.
 */
import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { pageReport } from './failure-reporter.ts';
import { PageLog, followContext } from './page-log.ts';

export { expect } from '@playwright/test';

const slowdown = Number(process.env['SALAR_JOURNEY_CPU_SLOWDOWN'] ?? 1);

/** The pages of the worker's browser; a page that is used by several journeys stays open between them. */
let logs: PageLog[] = [];

export const test = base.extend<{ pageReport: void }>({
  browser: [
    async ({ browser }, use) => {
      let count = 0;
      browser.on('context', (context) => {
        const ofContext: PageLog[] = [];
        const onPage = (page: Page) => {
          const log = new PageLog(page, `page ${++count}`);
          ofContext.push(log);
          logs.push(log);
          if (slowdown > 1) void slowDown(page);
        };
        followContext(context, onPage, async () => {
          for (const log of ofContext) await log.keepState();
        });
      });
      await use(browser);
    },
    { scope: 'worker' },
  ],
  pageReport: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter
    async ({}, use, testInfo) => {
      logs = logs.filter((log) => !log.isClosed);
      for (const log of logs) log.clear();
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      const reports: string[] = [];
      for (const log of logs) reports.push(await log.report());
      await testInfo.attach(pageReport, { body: reports.join('\n'), contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/** Slows down the processor of a page. A page that closes meanwhile needs none. */
async function slowDown(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}
