/** The check of customers in Brazil: real tax numbers only, nothing typed is lost, and each of its four states on the page. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { fieldOf, fillBrazilForm, realCpf } from '../support/brazil-form.ts';
import { registerCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { section } from '../support/security-page.ts';
import { newName, url } from '../support/sign-in-pages.ts';
import { languagesOf, wordsOf } from '../support/translations.ts';
import type { Language, Words } from '../support/translations.ts';

const street = 'Rua das Laranjeiras, 21 — fundos';

async function openForm(page: Page, language: Language): Promise<Locator> {
  const customer = await registerCustomer(url(), newName('brasil', language), 0);
  await setAppearance(page, 'dark', language);
  await seedSession(page, customer);
  await page.goto(`${url()}/settings/verification`);
  return section(page, wordsOf(language)('brazil-form.title'));
}

for (const language of languagesOf(2)) {
  test(`a customer in Brazil is rejected, runs out of time and is verified, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const say = wordsOf(language);
    const card = await openForm(page, language);
    const cpf = fieldOf(card, say, 'taxIdNumber');
    const send = card.getByRole('button', { name: say('brazil-form.send'), exact: true });

    await test.step('a number that belongs to nobody is refused', async () => {
      await fillBrazilForm(page, card, say, { cpf: '529.982.247-26', street });
      for (const [number, problem] of [
        ['529.982.247-26', 'problems.check_digit_wrong'],
        ['111.111.111-11', 'problems.digits_repeated'],
        ['529.982.247', 'lengths.taxIdNumber'],
      ] as const) {
        await cpf.fill(number);
        await send.click();
        await expect(card.getByText(say(`brazil-form.${problem}`))).toBeVisible();
        await expect(cpf).toBeFocused();
      }
    });

    const number = realCpf();
    await test.step('what was typed outlives an exchange that is away', async () => {
      await cpf.fill(number);
      await page.route('**/api/avenia/validate', (route) => route.fulfill({ status: 503, body: 'DOWN' }));
      await send.click();
      await expect(card.getByText(say('common.failure.HTTP', { status: 503 }))).toBeVisible();
      await expectTyped(card, say, number);
      await page.unroute('**/api/avenia/validate');
    });

    await test.step('it is processed, and rejected with a comment', async () => {
      await send.click();
      await expectStatus(card, say, 'Processing', 'hosted');
      await atAvenia(page, card, say, 'Reject', 'A foto está escura.');
      await expectStatus(card, say, 'Rejected', 'rejected');
      await expect(card.getByText('A foto está escura.')).toBeVisible();
      await expectTyped(card, say, number);
    });

    await test.step('it is sent again, and runs out of time', async () => {
      await send.click();
      await expectStatus(card, say, 'Processing', 'hosted');
      await atAvenia(page, card, say, 'Let the link expire');
      await expectStatus(card, say, 'Expired', 'expired');
      await expectTyped(card, say, number);
    });

    await test.step('it is sent again, and verified', async () => {
      await send.click();
      await expectStatus(card, say, 'Processing', 'hosted');
      const form = await atAvenia(page, card, say, 'Hand in my papers');
      await expectStatus(card, say, 'Processing', 'processing');
      await press(page, form, 'Approve');
      await expectStatus(card, say, 'Verified', 'verified');
      await expect(cpf).toBeHidden();
    });
  });
}

for (const language of languagesOf(0)) {
  test(`who is rejected for good in Brazil cannot send again, in ${language}`, async ({ page }) => {
    const say = wordsOf(language);
    const card = await openForm(page, language);
    await fillBrazilForm(page, card, say, { cpf: realCpf(), street });
    await card.getByRole('button', { name: say('brazil-form.send'), exact: true }).click();
    await expectStatus(card, say, 'Processing', 'hosted');
    await atAvenia(page, card, say, 'Reject for good', 'O documento não é seu.');
    await expectStatus(card, say, 'Rejected', 'rejectedFinally');
    await expect(card.getByText('O documento não é seu.')).toBeVisible();
    await expect(card.getByRole('textbox')).toHaveCount(0);
  });
}

async function expectTyped(card: Locator, say: Words, cpf: string): Promise<void> {
  await expect(fieldOf(card, say, 'taxIdNumber')).toHaveValue(cpf);
  await expect(fieldOf(card, say, 'street')).toHaveValue(street);
  await expect(fieldOf(card, say, 'city')).toHaveValue('São Paulo');
  await expect(fieldOf(card, say, 'zipCode')).toHaveValue('01310-100');
  await expect(card.getByRole('button', { name: say('brazil-form.fields.state') })).toContainText('(SP)');
}

/** The pill, and what comes next. */
async function expectStatus(card: Locator, say: Words, status: string, next: string): Promise<void> {
  const line = card.getByRole('status');
  await expect(line).toContainText(say(`brazil-form.status.${status}`));
  await expect(line).toContainText(say(`brazil-form.next.${next}`));
}

/** Goes on at the provider's form, as the link on the page leads there, and gives its address. */
async function atAvenia(
  page: Page,
  card: Locator,
  say: Words,
  button: string,
  comment = '',
): Promise<string> {
  const link = card.getByRole('link', { name: say('brazil-form.hosted.open') });
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
