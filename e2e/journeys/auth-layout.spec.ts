/** Checks the specified layout of the public pages, measured in a browser. */
import type { Locator, Page } from '@playwright/test';
import { url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';

const t = createTranslate('en');

async function measure(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('the element is not rendered');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.x + box.width / 2 };
}

async function openSignIn(page: Page, width: number, height = 900) {
  await page.setViewportSize({ width, height });
  await page.goto(`${url()}/signin`);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const form = page.locator('form').filter({ has: page.getByLabel(t('sign-in.userName'), { exact: true }) });
  return { heading, form };
}

// covers: sign-in.1
test('a public page has a picture on one side and centred title, subtitle and form on the other; one column on a phone', async ({
  page,
}) => {
  const { heading, form } = await openSignIn(page, 1280);
  const picture = page.locator('aside svg').first();
  const [pictureBox, formBox, headingBox, subtitleBox] = [
    await measure(picture),
    await measure(form),
    await measure(heading),
    await measure(page.getByText(t('sign-in.subtitle'), { exact: true })),
  ];
  expect(pictureBox.x).toBeGreaterThanOrEqual(formBox.right);
  for (const box of [headingBox, subtitleBox]) {
    expect(Math.abs(box.middle - formBox.middle)).toBeLessThan(2);
    expect(box.bottom).toBeLessThanOrEqual(formBox.y);
  }
  await expect(heading).toHaveCSS('text-align', 'center');
  // Stacked: the picture is above the form on a tablet, and is left out on a phone.
  await page.setViewportSize({ width: 800, height: 900 });
  const band = await measure(page.locator('[data-full-bleed] > div > svg').first());
  expect(band.bottom).toBeLessThanOrEqual((await measure(heading)).y);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(picture).toBeHidden();
  expect((await measure(form)).width).toBeGreaterThan(300);
});

// covers: sign-in.2, sign-in.4
test('inputs have an icon inside and their error below, and the button is as wide as the form', async ({
  page,
}) => {
  const { form } = await openSignIn(page, 1280);
  const button = page.getByRole('button', { name: t('sign-in.submit'), exact: true });
  const [formBox, buttonBox] = [await measure(form), await measure(button)];
  expect(Math.abs(formBox.width - buttonBox.width)).toBeLessThan(2);
  await button.click();
  for (const label of ['sign-in.userName', 'sign-in.password']) {
    const input = page.getByLabel(t(label), { exact: true });
    const frame = input.locator('xpath=ancestor::*[contains(@class, "field-frame")][1]');
    const icon = frame.locator('svg').first();
    const [iconBox, inputBox, frameBox] = [await measure(icon), await measure(input), await measure(frame)];
    expect(iconBox.width).toBeGreaterThan(8);
    expect(iconBox.right).toBeLessThanOrEqual(inputBox.x);
    const error = frame.locator('xpath=..').getByText(t('errors.required'), { exact: true });
    expect((await measure(error)).y).toBeGreaterThanOrEqual(frameBox.bottom);
  }
});

// covers: sign-in.5, sign-in.8, toasts.4
test('the second panel slides in with six boxes for digits, and its toast is at the bottom right', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/AP/AuthenticateUser', (route) =>
    route.fulfill({
      json: { Authenticated: true, Requires2FA: true, Pending2FaToken: 'pending', UserId: 0 },
    }),
  );
  await openSignIn(page, 1280);
  await page.getByLabel(t('sign-in.userName'), { exact: true }).fill('valentina');
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill('correct horse');
  await page.evaluate(() => {
    const moved = window as unknown as { slid: string[] };
    moved.slid = [];
    document.addEventListener('transitionrun', ({ propertyName }) => moved.slid.push(propertyName), true);
  });
  await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
  const code = page.getByLabel(t('second-factor.code.label'));
  await code.waitFor();
  expect(await page.evaluate(() => (window as unknown as { slid: string[] }).slid)).toContain('translate');
  const boxes = page.locator('[data-input-otp-container] .grid-cols-6 > div');
  await expect(boxes).toHaveCount(6);
  await code.fill('12345');
  await expect(boxes).toHaveText(['1', '2', '3', '4', '5', '']);

  const toast = page.locator('[data-sonner-toast]').first();
  await expect(toast).toContainText(t('errors.2factorRequired'));
  await expect
    .poll(async () => 900 - (await measure(toast)).bottom, { message: 'distance from the bottom' })
    .toBeLessThan(60);
  const box = await measure(toast);
  expect(1280 - box.right).toBeLessThan(60);
  expect(box.x).toBeGreaterThan(640);
});
