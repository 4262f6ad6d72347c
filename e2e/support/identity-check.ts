/** The identity check by keyboard, and the reviewer behind it. */
import { expect } from '@playwright/test';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { widgetWords } from '@salar/exchange/local/widget-words';
import type { TestCustomer } from './customers.ts';
import type { Language } from './words.ts';

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

/** Says who it is. */
export async function typeDetails(page: Page, widget: FrameLocator, language: Language): Promise<void> {
  const says = widgetWords[language];
  await tabTo(page, widget.getByLabel(says.firstName, { exact: true }));
  await page.keyboard.type('Zoë');
  await tabTo(page, widget.getByLabel(says.lastName, { exact: true }));
  await page.keyboard.type('Quispe');
  await widget.getByLabel(says.birthDate).fill('1990-05-17'); // the order of its parts is the browser's
  await tabTo(page, widget.getByLabel(says.documentNumber));
  await page.keyboard.type('1020304050');
  await page.keyboard.press('Enter');
}

/** A file for the document and one for the face, by keyboard, and off they go. */
export async function handPapersIn(page: Page, widget: FrameLocator, language: Language): Promise<void> {
  const says = widgetWords[language];
  for (const [label, picture] of [
    [says.chooseDocument, says.pictureOf.document],
    [says.chooseSelfie, says.pictureOf.selfie],
  ] as const) {
    await tabTo(page, widget.getByLabel(label));
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: onePixel });
    await expect(widget.getByRole('img', { name: picture }).first()).toBeVisible();
    await tabTo(page, widget.getByRole('button', { name: says.next }));
    await page.keyboard.press('Enter');
  }
  await tabTo(page, widget.getByRole('button', { name: says.submit }));
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('heading', { name: says.pending })).toBeVisible();
}
