/**
 * The levels of verification: the first one by the identity check on a phone, the second one by documents that an operator
 * decides on.
 */
import { writeFileSync } from 'node:fs';
import { documentFileBytesMax } from '@salar/protocol/level-requests';
import { noticeTexts } from '@salar/services/notifications/notice-texts';
import { levelTexts } from '@salar/services/verification/level-texts';
import type { Locator, Page } from '@playwright/test';
import { widgetTexts } from '@salar/laptop/pages/widget-texts';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { decide, uploadDocuments, onePixel, typeDetails } from '../support/identity-check.ts';
import { pressByKeyboard } from '../support/keyboard.ts';
import { runOperatorOrThrow, runOperatorsOrThrow } from '../support/operators.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { setMailLanguage, newName } from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Language, Translate } from '../support/translations.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

async function open(page: Page, who: TestCustomer, language: Language, path: string): Promise<void> {
  await setAppearance(page, 'dark', language);
  await seedSession(page, who);
  await page.goto(url() + path);
}

function findCard(page: Page, level: number, language: Language): Locator {
  const name = levelTexts[language].label(level);
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  for (const language of selectLanguages(2)) {
    test(`level 1 by keyboard: returned, sent again, approved on every open page, in ${language}`, async ({
      page,
      context,
    }) => {
      test.setTimeout(180_000);
      const [t, widgetSays] = [createTranslate(language), widgetTexts[language]];
      const who = await registerCustomer(url(), newName('level', language), 0);
      await open(page, who, language, '/ramping/deposit');
      const start = page.getByRole('link', { name: t('transfers.overlay.action') });
      await expect(page.getByText(t('transfers.overlay.title'))).toBeVisible();
      await pressByKeyboard(page, start);
      const card = findCard(page, 1, language);
      await pressByKeyboard(page, card.getByRole('button', { name: levelTexts[language].start }));
      const widget = page.frameLocator(`iframe[title="${t('verification.widget.frame')}"]`);
      await typeDetails(page, widget, language);
      await uploadDocuments(page, widget, language);
      await expect(page.getByText(t('verification.widget.submitted'))).toBeVisible();

      await page.keyboard.press('Shift+Tab');
      await pressByKeyboard(page, page.getByRole('dialog').getByRole('button', { name: t('common.close') }));
      await expect(page.getByRole('dialog')).toBeHidden();
      await decide(who, 'again', 'Falta una esquina.');
      await expect(card.getByText('Falta una esquina.')).toBeVisible();

      await pressByKeyboard(page, card.getByRole('button', { name: levelTexts[language].start }));
      await pressByKeyboard(page, widget.getByRole('button', { name: widgetSays.startAgain }));
      await typeDetails(page, widget, language);
      await uploadDocuments(page, widget, language);

      const deposit = await context.newPage();
      await open(deposit, who, language, '/ramping/deposit');
      await expect(deposit.getByText(t('transfers.overlay.title'))).toBeVisible();
      await decide(who, 'approve', '');
      await expect(deposit.getByText(t('transfers.overlay.title'))).toBeHidden();
      await page.bringToFront();
      await expect(card.getByText(levelTexts[language].verified, { exact: true })).toBeVisible();
    });
  }

  for (const language of selectLanguages(0)) {
    test(`a final refusal leads to support, in ${language}`, sweepOnly, async ({ page }) => {
      const t = createTranslate(language);
      const who = await registerCustomer(url(), newName('refused', language), 0);
      await open(page, who, language, '/settings/verification');
      const card = findCard(page, 1, language);
      await card.getByRole('button', { name: levelTexts[language].start }).click();
      const widget = page.frameLocator(`iframe[title="${t('verification.widget.frame')}"]`);
      await typeDetails(page, widget, language);
      await uploadDocuments(page, widget, language);
      await decide(who, 'reject', 'No podemos abrir una cuenta.');
      await expect(widget.getByRole('heading', { name: widgetTexts[language].rejected })).toBeVisible();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common.close') })
        .click();
      await expect(card.getByText('No podemos abrir una cuenta.')).toBeVisible();
      await expect(card.getByText(t('verification.refused.body'))).toBeVisible();
      const support = card.getByRole('link', { name: t('verification.refused.support') });
      await expect(support).toHaveAttribute('href', '/support');
      await expect(card.getByRole('button')).toHaveCount(0);
      await page.goto(`${url()}/ramping/deposit`);
      await expect(page.getByText(t('transfers.overlay.title'))).toBeVisible();
    });
  }
});

for (const [place, language] of selectLanguages(1).entries()) {
  test(`level 2 by documents: returned, corrected, approved, in ${language}`, async ({ page }) => {
    test.setTimeout(180_000);
    const t = createTranslate(language);
    const who = await registerCustomer(url(), newName('papers', language), 1);
    await setMailLanguage(language, who);
    await page.setViewportSize(place % 2 === 0 ? desktop : phone);
    await open(page, who, language, '/settings/verification');
    const card = findCard(page, 2, language);
    const title = t('verification.request.title', { level: levelTexts[language].label(2) });
    const dialog = page.getByRole('dialog', { name: title });
    await card.getByRole('button', { name: levelTexts[language].request }).click();

    await test.step('invalid files are refused with a message, and can be removed', async () => {
      await refuses(dialog, t, 'notes.txt', 'hello', 'type');
      await refuses(dialog, t, 'page.pdf', '<html></html>', 'type');
      const tooLarge = `%PDF-${'x'.repeat(documentFileBytesMax)}`;
      await refuses(dialog, t, 'book.pdf', tooLarge, 'tooLarge');
      await upload(dialog, 'identity', 'wrong.pdf');
      await dialog
        .getByRole('button', { name: t('verification.request.remove', { name: 'wrong.pdf' }) })
        .click();
      await expect(dialog.getByText('wrong.pdf')).toBeHidden();
    });

    await test.step('the draft survives a reload', async () => {
      await upload(dialog, 'identity', 'cédula.pdf');
      await dialog.getByLabel(t('verification.request.occupation')).fill('Apicultora');
      await expect(dialog.getByText(t('verification.request.saved.saved'), { exact: true })).toBeVisible();
      await page.reload();
      await card.getByRole('button', { name: t('verification.request.open.Draft') }).click();
      await expect(dialog.getByLabel(t('verification.request.occupation'))).toHaveValue('Apicultora');
      await expect(dialog.getByText('cédula.pdf')).toBeVisible();
    });

    const send = dialog.getByRole('button', { name: t('verification.request.submit') });
    await test.step('it can be sent when nothing is missing', async () => {
      await send.click();
      await expect(dialog.getByText(t('verification.request.incomplete'))).toBeVisible();
      await expect(dialog.getByText(t('verification.request.fileMissing'))).toHaveCount(2);
      await upload(dialog, 'residence', 'recibo.png');
      await upload(dialog, 'bank_certificate', 'banco.pdf');
      await expect(dialog.getByText(t('verification.request.fileMissing'))).toHaveCount(0);
      await fillFunds(page, dialog, t);
      await send.click();
      await expect(dialog).toBeHidden();
      await expect(
        card.getByRole('button', { name: t('verification.request.open.Submitted') }),
      ).toBeVisible();
    });

    const { rows } = await operator('level', 'list');
    const request = rows.find(({ customer }) => customer === who.userName)?.['request'] ?? '';
    await test.step('an operator returns it, and the open page shows the reason', async () => {
      await operator('level', 'return', request, '--reason', 'El recibo es de otra persona.');
      await expect(card.getByText('El recibo es de otra persona.')).toBeVisible();
      await card.getByRole('button', { name: t('verification.request.open.Returned') }).click();
      await expect(dialog.getByText('El recibo es de otra persona.')).toBeVisible();
      await dialog
        .getByRole('button', { name: t('verification.request.remove', { name: 'recibo.png' }) })
        .click();
      await expect(dialog.getByText('recibo.png')).toBeHidden();
      await upload(dialog, 'residence', 'agua.png');
      await send.click();
      await expect(dialog).toBeHidden();
    });

    await test.step('level 2 arrives on the open page, and by mail', async () => {
      await runOperatorsOrThrow(
        process.env['SALAR_E2E_DATA_DIR'] ?? '',
        [process.env['SALAR_E2E_OPERATOR'] ?? '', process.env['SALAR_E2E_SECOND_OPERATOR'] ?? ''],
        ['level', 'approve', request],
      );
      await expect(page.getByText(t('verification.levelReached', { level: 2 }))).toBeVisible();
      await expect(card.getByText(levelTexts[language].verified, { exact: true })).toBeVisible();
      const { title: subject } = noticeTexts[language].notices.level_decided;
      const readMails = async () =>
        (await who.api.mailsTo(who.email)).filter((mail) => mail.subject.includes(subject));
      await expect.poll(async () => (await readMails()).length).toBe(2);
    });
  });
}

async function refuses(
  dialog: Locator,
  t: Translate,
  name: string,
  content: string,
  problem: 'type' | 'tooLarge',
): Promise<void> {
  // A file on the disk: to send ten megabytes to the browser in a message takes seconds on a busy machine.
  const path = test.info().outputPath(name);
  writeFileSync(path, content);
  await dialog.getByTestId('file-identity').setInputFiles(path);
  const said = dialog.getByRole('alert').filter({ hasText: t(`verification.request.upload.${problem}`) });
  await expect(said).toBeVisible();
  await dialog.getByRole('button', { name: t('verification.request.remove', { name }) }).click();
  await expect(said).toBeHidden();
}

/** Uploads a document and waits until the exchange has it: a file on its way has its name on the screen, too. */
async function upload(dialog: Locator, kind: string, name: string): Promise<void> {
  const file = name.endsWith('.pdf')
    ? { mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n% ${name}\n%%EOF\n`) }
    : { mimeType: 'image/png', buffer: onePixel };
  await dialog.getByTestId(`file-${kind}`).setInputFiles({ name, ...file });
  const onItsWay = dialog.page().locator('progress');
  const arrived = dialog.getByRole('listitem').filter({ hasText: name, hasNot: onItsWay });
  await expect(arrived.last()).toBeVisible();
}

async function fillFunds(page: Page, dialog: Locator, t: Translate): Promise<void> {
  const translateKey = (key: string) => t(`verification.request.${key}`);
  for (const [label, option] of [
    ['source', 'sources.Savings'],
    ['purpose', 'purposes.Trading'],
    ['income', 'range.UpTo10'],
    ['volume', 'range.UpTo50'],
    ['exposed', 'no'],
  ] as const) {
    await dialog.getByRole('button', { name: translateKey(label) }).click();
    // The previous list may still be closing, and has the same texts.
    const list = page.getByRole('listbox', { name: translateKey(label) });
    await list.getByRole('option', { name: translateKey(option), exact: true }).click();
  }
  await dialog.getByLabel(translateKey('describe')).fill('Miel y cera, desde 2011.');
  await dialog.getByText(translateKey('declare')).click();
}

function operator(...args: string[]) {
  return runOperatorOrThrow(
    process.env['SALAR_E2E_DATA_DIR'] ?? '',
    process.env['SALAR_E2E_OPERATOR'] ?? '',
    args,
  );
}
