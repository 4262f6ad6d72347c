/** The form of customers in Brazil, in the app's own words. */
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { formatCpf, parseCpf } from '@salar/protocol/bank-rails/cpf';
import type { Words } from './translations.ts';

export function fieldOf(card: Locator, say: Words, name: string): Locator {
  return card.getByLabel(say(`brazil-form.fields.${name}`), { exact: true });
}

/** Fills every field and sends nothing. */
export async function fillBrazilForm(
  page: Page,
  card: Locator,
  say: Words,
  { cpf, street }: { readonly cpf: string; readonly street: string },
): Promise<void> {
  await fieldOf(card, say, 'taxIdNumber').fill(cpf);
  await fieldOf(card, say, 'street').fill(street);
  await fieldOf(card, say, 'city').fill('São Paulo');
  await fieldOf(card, say, 'zipCode').fill('01310-100');
  await card.getByRole('button', { name: say('brazil-form.fields.state') }).click();
  await page.getByRole('option', { name: 'São Paulo (SP)' }).click();
  await fieldOf(card, say, 'phoneNumber').fill('11 98765-4321');
}

/** A tax number that nobody else has. */
export function realCpf(): string {
  const beginning = String(randomInt(1e8, 1e9));
  for (let check = 0; ; check += 1) {
    const cpf = beginning + String(check).padStart(2, '0');
    if (parseCpf(cpf).ok) return formatCpf(cpf);
  }
}
