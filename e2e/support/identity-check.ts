/** The identity check by keyboard and by pointer, and the reviewer behind it. */
import { expect } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import { widgetTexts } from '@salar/laptop/pages/widget-texts';
import type { TestCustomer } from './customers.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './keyboard.ts';
import type { Language } from './translations.ts';

/** A picture of one pixel: any picture does. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** As a browser is given it. */
export const photo = { name: 'photo.png', mimeType: 'image/png', buffer: onePixel };

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
  const says = widgetTexts[language];
  await typeByKeyboard(page, widget.getByLabel(says.firstName, { exact: true }), 'Zoë');
  await typeByKeyboard(page, widget.getByLabel(says.lastName, { exact: true }), 'Quispe');
  // In the order of the locale that the journeys' browser has.
  await typeByKeyboard(page, widget.getByLabel(says.birthDate), '05171990');
  await expect(widget.getByLabel(says.birthDate)).toHaveValue('1990-05-17');
  await typeByKeyboard(page, widget.getByLabel(says.documentNumber), '1020304050');
  await page.keyboard.press('Enter');
}

/** A file for the document and one for the face, by keyboard, and off they go. */
export async function uploadDocuments(page: Page, widget: FrameLocator, language: Language): Promise<void> {
  const says = widgetTexts[language];
  for (const [label, picture] of [
    [says.chooseDocument, says.pictureOf.document],
    [says.chooseSelfie, says.pictureOf.selfie],
  ] as const) {
    // A step that has just been drawn takes the focus to its heading: whoever was quicker presses again.
    await expect(async () => {
      await tabTo(page, widget.getByLabel(label));
      const chooser = page.waitForEvent('filechooser', { timeout: 2_000 });
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(photo);
    }).toPass();
    await expect(widget.getByRole('img', { name: picture }).first()).toBeVisible();
    await pressByKeyboard(page, widget.getByRole('button', { name: says.next }));
  }
  await pressByKeyboard(page, widget.getByRole('button', { name: says.submit }));
  await expect(widget.getByRole('heading', { name: says.pending })).toBeVisible();
}

/** Fills in the first page of the identity widget, in English, and chooses the picture of the document. */
export async function fillDetails(widget: FrameLocator, firstName: string): Promise<void> {
  await widget.getByLabel('First name').fill(firstName);
  await widget.getByLabel('Last name').fill('Ñáñez');
  await widget.getByLabel('Date of birth').fill('1990-05-17');
  await widget.getByLabel('Document number').fill('1020304050');
  await widget.getByRole('button', { name: 'Continue' }).click();
  await widget.getByLabel('Photo of your document').setInputFiles(photo);
}

/** Fills in the open identity widget, in English, and sends it for review. */
export async function applyByPointer(page: Page): Promise<void> {
  const widget = page.frameLocator('iframe[title="Identity verification form"]');
  await fillDetails(widget, 'María');
  await widget.getByRole('button', { name: 'Continue' }).click();
  await widget.getByLabel('Photo of your face').setInputFiles(photo);
  await widget.getByRole('button', { name: 'Continue' }).click();
  await widget.getByRole('button', { name: 'Send for review' }).click();
  await expect(widget.getByText('Under review').first()).toBeVisible();
}
