/** Fills in the form of customers in Brazil, in each of the app's languages. */
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { formatCpf, parseCpf } from '@salar/protocol/bank-rails/cpf';
import type { Translate } from './translations.ts';

export function findField(card: Locator, t: Translate, name: string): Locator {
  return card.getByLabel(t(`brazil-form.fields.${name}`), { exact: true });
}

/** Fills every field without submitting the form. */
export async function fillBrazilForm(
  page: Page,
  card: Locator,
  t: Translate,
  { cpf, street }: { readonly cpf: string; readonly street: string },
): Promise<void> {
  await findField(card, t, 'taxIdNumber').fill(cpf);
  await findField(card, t, 'street').fill(street);
  await findField(card, t, 'city').fill('São Paulo');
  await findField(card, t, 'zipCode').fill('01310-100');
  await card.getByRole('button', { name: t('brazil-form.fields.state') }).click();
  await page.getByRole('option', { name: 'São Paulo (SP)' }).click();
  await findField(card, t, 'phoneNumber').fill('11 98765-4321');
}

/** Returns a random valid tax number. */
export function randomCpf(): string {
  const beginning = String(randomInt(1e8, 1e9));
  for (let check = 0; ; check += 1) {
    const cpf = beginning + String(check).padStart(2, '0');
    if (parseCpf(cpf).ok) return formatCpf(cpf);
  }
}
