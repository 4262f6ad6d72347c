/** Prints what the pages of each failed journey showed and did, so that the log of a run is enough to understand it. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The name of the attachment with the report of a journey's pages. */
export const pageReport = 'page report';

export default class FailureReporter implements Reporter {
  readonly #reports: string[] = [];

  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    for (const { name, body } of attachments)
      if (name === pageReport && body)
        this.#reports.push(`Pages of: ${test.titlePath().slice(2).join(' › ')}\n${body.toString()}`);
  }

  /** Follows the failures that the list reporter prints at the end. */
  onEnd(): void {
    for (const report of this.#reports) console.log(`\n${report}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}
