/** Sending money to a bank and saving an address without a pointer, on a desktop and on a phone with a keyboard. */
import type { Page } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { chooseByKeyboard, tabTo } from '../support/keyboard.ts';
import { runOperatorOrThrow } from '../support/operators.ts';
import { seedSession, setAppearance } from '../support/screens.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
let customer: TestCustomer;

test.beforeAll(async () => {
  customer = await registerCustomer(url(), `teclas${Date.now()}`, 1);
  const line = ['--provider', 'BRL_FIAT_PIX', '--customer', customer.userName, '--amount', '500'];
  await runOperatorOrThrow(process.env['SALAR_E2E_DATA_DIR'] ?? '', process.env['SALAR_E2E_OPERATOR'] ?? '', [
    'bank',
    'credit',
    ...line,
    '--reference',
    `KEYS-${customer.accountId}`,
  ]);
});

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 780 };
/** Each of the two on one of the devices; in a whole sweep on both. */
const devices = (short: typeof phone) => (isWholeSweep ? [desktop, phone] : [short]);

for (const viewport of devices(desktop)) {
  test(`reais leave by Pix with the keyboard alone at ${viewport.width} px`, async ({ page }) => {
    await open(page, viewport);
    await chooseByKeyboard(page, /^Asset/, 'BRL');
    await tabTo(page, page.getByRole('textbox', { name: 'Amount' }));
    await page.keyboard.type('50');
    await tabTo(page, page.getByLabel('Pix key'));
    await page.keyboard.type('ana@example.com');
    await tabTo(page, page.getByLabel('CPF or CNPJ'));
    await page.keyboard.type('52998224725');
    await expect(page.getByRole('button', { name: 'Review withdrawal' })).toBeEnabled();
    await page.keyboard.press('Enter');

    const review = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(review.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(review.getByRole('button', { name: 'Send 50.00 BRL' })).toBeEnabled();
    await tabTo(page, review.getByRole('button', { name: 'Send 50.00 BRL' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('One step left: confirm it by e-mail')).toBeVisible();

    await tabTo(page, page.getByRole('button', { name: /^Cancel withdrawal: / }).first());
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await tabTo(page, question.getByRole('button', { name: 'Cancel withdrawal' }));
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Withdrawal canceled. The amount is back in your balance.').first(),
    ).toBeVisible();
  });
}

for (const viewport of devices(phone)) {
  test(`an address is saved with the keyboard alone at ${viewport.width} px`, async ({ page }) => {
    await open(page, viewport);
    await chooseByKeyboard(page, /^Asset/, 'ETH');
    const save = page.getByRole('button', { name: 'Save an address' });
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an address for ETH' });
    await tabTo(page, dialog.getByRole('button', { name: 'Save address' }));
    await page.keyboard.press('Enter');
    // A missing value is reported, and the focus is on its field.
    await expect(dialog.getByText('Please fill in the wallet name and the address')).toBeVisible();
    await expect(dialog.getByLabel('Wallet name')).toBeFocused();
    const name = `Keys ${viewport.width}`;
    await page.keyboard.type(name);
    await tabTo(page, dialog.getByLabel('Wallet address'));
    const digits = String(viewport.width).padStart(40, '1');
    await page.keyboard.type(`0x${digits}`);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeChecked();
    await expect(save).toBeFocused();
  });
}

async function open(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await setAppearance(page, 'dark', 'en');
  await seedSession(page, customer);
  await page.goto(`${url()}/ramping/withdraw`);
  await page.getByRole('textbox', { name: 'Amount' }).waitFor();
}
