/** The identity check by keyboard, and the reviewer behind it. */
import type { Locator, Page } from '@playwright/test';
import type { TestCustomer } from './customers.ts';

/** A picture of one pixel: any picture does. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(control)}`);
}

/** Decides the application of a customer that waits for the reviewer. */
export async function decide(
  who: TestCustomer,
  decision: 'approve' | 'again' | 'reject',
  comment: string,
): Promise<void> {
  const answer = await fetch(`${who.api.url}/local/reviewer`, { headers: { accept: 'application/json' } });
  const waiting = (await answer.json()) as { userId: number; applicationId: number }[];
  const application = waiting.find(({ userId }) => userId === who.userId);
  if (!application) throw new Error('nothing of this customer waits for the reviewer');
  await who.api.local(`reviewer/${application.applicationId}`, { decision, comment });
}
