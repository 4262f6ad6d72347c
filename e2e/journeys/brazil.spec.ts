/**
 * The check of customers in Brazil: valid tax numbers only, no input is lost, and each of its four states on the page.
 */
import type { Locator, Page } from '@playwright/test';
import { findField, fillBrazilForm, randomCpf } from '../support/brazil-form.ts';
import { registerCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { section } from '../support/security-page.ts';
import { newName, url } from '../support/sign-in-pages.ts';
import { sweepOnly } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';
import type { Language, Translate } from '../support/translations.ts';

const street = 'Rua das Laranjeiras, 21 — fundos';

async function openForm(page: Page, language: Language): Promise<Locator> {
  const customer = await registerCustomer(url(), newName('brasil', language), 0);
  await setAppearance(page, 'dark', language);
  await seedSession(page, customer);
  await page.goto(`${url()}/settings/verification`);
  return section(page, createTranslate(language)('brazil-form.title'));
}

for (const language of selectLanguages(2)) {
  test(`a customer in Brazil is rejected, times out and is verified, in ${language}`, async ({ page }) => {
    test.setTimeout(180_000);
    const t = createTranslate(language);
    const card = await openForm(page, language);
    const cpf = findField(card, t, 'taxIdNumber');
    const send = card.getByRole('button', { name: t('brazil-form.send'), exact: true });

    await test.step('an invalid number is refused', async () => {
      await fillBrazilForm(page, card, t, { cpf: '529.982.247-26', street });
      for (const [number, problem] of [
        ['529.982.247-26', 'problems.check_digit_wrong'],
        ['111.111.111-11', 'problems.digits_repeated'],
        ['529.982.247', 'lengths.taxIdNumber'],
      ] as const) {
        await cpf.fill(number);
        await send.click();
        await expect(card.getByText(t(`brazil-form.${problem}`))).toBeVisible();
        await expect(cpf).toBeFocused();
      }
    });

    const number = randomCpf();
    await test.step('the input survives an outage of the exchange', async () => {
      await cpf.fill(number);
      await page.route('**/api/avenia/validate', (route) => route.fulfill({ status: 503, body: 'DOWN' }));
      await send.click();
      await expect(card.getByText(t('common.failure.HTTP', { status: 503 }))).toBeVisible();
      await expectTyped(card, t, number);
      await page.unroute('**/api/avenia/validate');
    });

    await test.step('it is processed, and rejected with a comment', async () => {
      await send.click();
      await expectStatus(card, t, 'Processing', 'hosted');
      await atAvenia(page, card, t, 'Reject', 'A foto está escura.');
      await expectStatus(card, t, 'Rejected', 'rejected');
      await expect(card.getByText('A foto está escura.')).toBeVisible();
      await expectTyped(card, t, number);
    });

    await test.step('it is sent again, and times out', async () => {
      await send.click();
      await expectStatus(card, t, 'Processing', 'hosted');
      await atAvenia(page, card, t, 'Let the link expire');
      await expectStatus(card, t, 'Expired', 'expired');
      await expectTyped(card, t, number);
    });

    await test.step('it is sent again, and verified', async () => {
      await send.click();
      await expectStatus(card, t, 'Processing', 'hosted');
      const form = await atAvenia(page, card, t, 'Hand in my papers');
      await expectStatus(card, t, 'Processing', 'processing');
      await press(page, form, 'Approve');
      await expectStatus(card, t, 'Verified', 'verified');
      await expect(cpf).toBeHidden();
    });
  });
}

for (const language of selectLanguages(0)) {
  test(`a final rejection in Brazil cannot be sent again, in ${language}`, sweepOnly, async ({ page }) => {
    const t = createTranslate(language);
    const card = await openForm(page, language);
    await fillBrazilForm(page, card, t, { cpf: randomCpf(), street });
    await card.getByRole('button', { name: t('brazil-form.send'), exact: true }).click();
    await expectStatus(card, t, 'Processing', 'hosted');
    await atAvenia(page, card, t, 'Reject for good', 'O documento não é seu.');
    await expectStatus(card, t, 'Rejected', 'rejectedFinally');
    await expect(card.getByText('O documento não é seu.')).toBeVisible();
    await expect(card.getByRole('textbox')).toHaveCount(0);
  });
}

async function expectTyped(card: Locator, t: Translate, cpf: string): Promise<void> {
  await expect(findField(card, t, 'taxIdNumber')).toHaveValue(cpf);
  await expect(findField(card, t, 'street')).toHaveValue(street);
  await expect(findField(card, t, 'city')).toHaveValue('São Paulo');
  await expect(findField(card, t, 'zipCode')).toHaveValue('01310-100');
  await expect(card.getByRole('button', { name: t('brazil-form.fields.state') })).toContainText('(SP)');
}

/** Checks the status label and the next action. */
async function expectStatus(card: Locator, t: Translate, status: string, next: string): Promise<void> {
  const line = card.getByRole('status');
  await expect(line).toContainText(t(`brazil-form.status.${status}`));
  await expect(line).toContainText(t(`brazil-form.next.${next}`));
}

/** Opens the provider's form by the link on the page, and returns its URL. */
async function atAvenia(
  page: Page,
  card: Locator,
  t: Translate,
  button: string,
  comment = '',
): Promise<string> {
  const link = card.getByRole('link', { name: t('brazil-form.hosted.open') });
  const form = (await link.getAttribute('href')) ?? '';
  await press(page, form, button, comment);
  return form;
}

async function press(page: Page, form: string, button: string, comment = ''): Promise<void> {
  const avenia = await page.context().newPage();
  await avenia.goto(form);
  if (comment !== '') await avenia.getByLabel('Comment for the customer').fill(comment);
  await avenia.getByRole('button', { name: button, exact: true }).click();
  await expect(avenia.getByRole('status')).toBeVisible();
  await avenia.close();
  await page.bringToFront();
}
