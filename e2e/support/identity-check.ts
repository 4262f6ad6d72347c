/** Completes the identity check by keyboard or by pointer, and decides as its reviewer. */
import { expect } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import { widgetTexts } from '@salar/laptop/pages/widget-texts';
import type { TestCustomer } from './customers.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './keyboard.ts';
import type { Language } from './translations.ts';

/** A picture of one pixel; the content of the picture does not matter. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The picture in the form of Playwright's file inputs. */
export const photo = { name: 'photo.png', mimeType: 'image/png', buffer: onePixel };

/** Decides the pending application of a customer as the reviewer. */
export async function decide(
  who: TestCustomer,
  decision: 'approve' | 'again' | 'reject',
  comment: string,
): Promise<void> {
  const answer = await fetch(`${who.api.url}/local/reviewer`, { headers: { accept: 'application/json' } });
  const waiting = (await answer.json()) as { userId: number; applicationId: number }[];
  const application = waiting.find(({ userId }) => userId === who.userId);
  if (!application) throw new Error('this customer has no application waiting for the reviewer');
  await who.api.local(`reviewer/${application.applicationId}`, { decision, comment });
}

/** Types the personal details. */
export async function typeDetails(page: Page, widget: FrameLocator, language: Language): Promise<void> {
  const says = widgetTexts[language];
  await typeByKeyboard(page, widget.getByLabel(says.firstName, { exact: true }), 'Zoë');
  await typeByKeyboard(page, widget.getByLabel(says.lastName, { exact: true }), 'Quispe');
  // In the date order of the journeys' browser locale.
  await typeByKeyboard(page, widget.getByLabel(says.birthDate), '05171990');
  await expect(widget.getByLabel(says.birthDate)).toHaveValue('1990-05-17');
  await typeByKeyboard(page, widget.getByLabel(says.documentNumber), '1020304050');
  await page.keyboard.press('Enter');
}

/** Uploads a file for the document and one for the selfie by keyboard, and submits them. */
export async function uploadDocuments(page: Page, widget: FrameLocator, language: Language): Promise<void> {
  const says = widgetTexts[language];
  for (const [label, picture] of [
    [says.chooseDocument, says.pictureOf.document],
    [says.chooseSelfie, says.pictureOf.selfie],
  ] as const) {
    // A step that was just rendered moves the focus to its heading, so an earlier key press has to be repeated.
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
