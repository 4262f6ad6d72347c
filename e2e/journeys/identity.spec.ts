/**
 * The identity check: with keyboard and camera alone on a phone, returned, finally refused, with a token that expires
 * meanwhile, and with Sumsub's own widget.
 */
import type { FrameLocator, Page } from '@playwright/test';
import { SumsubServer } from '@salar/testing/identity/sumsub-server';
import { chromiumArgs } from '../playwright.config.ts';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { decide, fillDetails, photo } from '../support/identity-check.ts';
import { pressByKeyboard, tabTo } from '../support/keyboard.ts';
import { startServer } from '../support/server.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';
import type { Language } from '../support/translations.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

test.use({
  viewport: { width: 360, height: 740 },
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...chromiumArgs, ...camera],
  },
});

let people = 0;
async function createCustomer(server: string): Promise<TestCustomer> {
  people += 1;
  return registerCustomer(server, `ident${Date.now().toString(36)}${people}`, 0);
}

/** Signs in and opens the check. */
async function begin(
  page: Page,
  who: TestCustomer,
  language: Language,
  server = url(),
): Promise<FrameLocator> {
  const t = createTranslate(language);
  await page.goto(`${server}/signin`);
  await page.getByLabel(t('sign-in.userName')).fill(who.userName);
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill(who.password);
  await page.getByRole('button', { name: t('sign-in.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`${server}/settings/verification`);
  return start(page, language);
}

async function start(page: Page, language: Language): Promise<FrameLocator> {
  await page.getByRole('button', { name: startLabels[language] }).first().click();
  return page.frameLocator(`iframe[title="${createTranslate(language)('verification.widget.frame')}"]`);
}
const startLabels: Readonly<Record<Language, string>> = {
  en: 'Start verification',
  es: 'Iniciar verificación',
  pt: 'Iniciar verificação',
};

async function typeDetails(page: Page, widget: FrameLocator): Promise<void> {
  await tabTo(page, widget.getByLabel('Nombres'));
  await page.keyboard.type('María');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ñáñez');
  await page.keyboard.press('Tab');
  await page.keyboard.type('17051990');
  await tabTo(page, widget.getByLabel('País'));
  await page.keyboard.type('Per');
  await tabTo(page, widget.getByLabel('Número de documento'));
  await page.keyboard.type('1020304050');
  await page.keyboard.press('Enter');
}

/** Takes a picture with the camera, by keyboard. */
async function photograph(page: Page, widget: FrameLocator, again = false): Promise<void> {
  await pressByKeyboard(page, widget.getByRole('button', { name: 'Usar la cámara' }));
  const shutter = widget.getByRole('button', { name: 'Tomar la foto' });
  await expect(shutter).toBeFocused();
  await expect
    .poll(() => widget.locator('video:visible').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(widget.getByRole('img', { name: /^La foto de/ }).first()).toBeVisible();
  await expect(widget.getByRole('button', { name: 'Continuar' })).toBeFocused();
  if (again) {
    await pressByKeyboard(page, widget.getByRole('button', { name: 'Tomar otra' }));
    await expect(shutter).toBeFocused();
    await expect
      .poll(() => widget.locator('video:visible').evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('button', { name: 'Continuar' })).toBeFocused();
  }
  await page.keyboard.press('Enter');
}

test.describe('in Spanish, on a phone', () => {
  test.use({ locale: 'es-CO' });

  test('keyboard and camera alone: returned with a comment, sent again, approved', async ({ page }) => {
    test.setTimeout(240_000);
    const who = await createCustomer(url());
    const widget = await begin(page, who, 'es');

    await test.step('a missing value is reported at its field', async () => {
      await pressByKeyboard(page, widget.getByRole('button', { name: 'Continuar' }));
      await expect(widget.getByLabel('Nombres')).toBeFocused();
      await expect(widget.getByLabel('Nombres')).toHaveAccessibleDescription('Completa este campo.');
    });

    await test.step('uploads documents', async () => {
      await page.keyboard.press('Shift+Tab');
      await typeDetails(page, widget);
      await photograph(page, widget, true);
      await photograph(page, widget);
      await expect(widget.getByRole('definition').filter({ hasText: 'Perú' })).toBeVisible();
      await pressByKeyboard(page, widget.getByRole('button', { name: 'Enviar a revisión' }));
      await expect(widget.getByRole('heading', { name: 'En revisión' })).toBeVisible();
      await expect(page.getByText(createTranslate('es')('verification.widget.submitted'))).toBeVisible();
    });

    await test.step('they are returned', async () => {
      await decide(who, 'again', 'La foto está borrosa.');
      await expect(widget.getByText('La foto está borrosa.')).toBeVisible();
      await pressByKeyboard(page, widget.getByRole('button', { name: 'Comenzar de nuevo' }));
      await expect(widget.getByLabel('Nombres')).toHaveValue('María');
      await pressByKeyboard(page, widget.getByRole('button', { name: 'Continuar' }));
      await photograph(page, widget);
      await photograph(page, widget);
      await pressByKeyboard(page, widget.getByRole('button', { name: 'Enviar a revisión' }));
      await expect(widget.getByRole('heading', { name: 'En revisión' })).toBeVisible();
    });

    await test.step('level 1 is reached without a reload', async () => {
      await decide(who, 'approve', '');
      await expect(page.getByText(createTranslate('es')('verification.widget.done'))).toBeVisible();
    });
  });
});

test('no input is lost when a token expires meanwhile', sweepOnly, async ({ page }) => {
  const who = await createCustomer(url());
  const widget = await begin(page, who, 'en');
  await fillDetails(widget, 'Maria');

  const tokens: string[] = [];
  await page.route('**/local/identity/document/document', async (route) => {
    tokens.push((await route.request().allHeaders())['x-identity-token'] ?? '');
    if (tokens.length === 1) await route.fulfill({ status: 401, json: { detail: 'token_invalid' } });
    else await route.continue();
  });
  await widget.getByRole('button', { name: 'Continue' }).click();
  await widget.getByLabel('Photo of your face').setInputFiles(photo);
  await expect.poll(() => new Set(tokens).size).toBe(2);
  await widget.getByRole('button', { name: 'Continue' }).click();
  await expect(widget.getByText('Maria')).toBeVisible();

  await page.route('**/kyc/access-token', (route) => route.fulfill({ status: 503, body: 'DOWN' }));
  await page.route('**/local/identity/submit', (route) =>
    route.fulfill({ status: 401, json: { detail: 'token_invalid' } }),
  );
  await widget.getByRole('button', { name: 'Send for review' }).click();
  await expect(widget.getByText(/could not be renewed/)).toBeVisible();
  await page.unroute('**/kyc/access-token');
  await page.unroute('**/local/identity/submit');
  await widget.getByRole('button', { name: 'Send for review' }).click();
  await expect(widget.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await decide(who, 'reject', 'We cannot open an account for you.');
  await expect(widget.getByText('We cannot open an account for you.')).toBeVisible();
});

test("Sumsub's own widget, over the web: sent, renewed, approved", async ({ page }) => {
  test.setTimeout(240_000);
  const sumsub = new SumsubServer();
  const origin = await sumsub.start();
  const server = await startServer({
    env: {
      SUMSUB_BASE_URL: origin,
      SUMSUB_WIDGET_URL: origin,
      SUMSUB_APP_TOKEN: sumsub.appToken,
      SUMSUB_SECRET_KEY: sumsub.secretKey,
      SUMSUB_WEBHOOK_SECRET: sumsub.webhookSecret,
      SUMSUB_LEVELS: '{"1":"level-1-basic"}',
    },
  });
  try {
    sumsub.webhookUrl = `${server.url}/webhooks/sumsub`;
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|Permissions policy/i.test(message.text())) refused.push(message.text());
    });
    const who = await createCustomer(server.url);
    const widget = await begin(page, who, 'en', server.url);
    await expect(widget.locator('#setting')).toHaveText(/^en dark 2\./);
    await widget.getByLabel('First name').fill('Maria');
    await widget.getByRole('button', { name: 'Token over' }).click();
    await expect(widget.locator('#state')).toHaveText('renewed');
    await expect(widget.getByLabel('First name')).toHaveValue('Maria');
    await widget.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(createTranslate('en')('verification.widget.submitted'))).toBeVisible();
    sumsub.delivery = 'twice';
    await sumsub.decide(`u-${who.userId}`, { reviewAnswer: 'GREEN' });
    await expect(page.getByText(createTranslate('en')('verification.widget.done'))).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(refused).toEqual([]);
  } finally {
    await server.stop();
    await sumsub.stop();
  }
});
