/**
 * Nothing stays over the page after a picker closes, on the processor of a cheap phone. `npm run overlays` opens and closes
 * five hundred times; here every way of closing meets every pause once.
 */
import { expect, test } from '@playwright/test';
import { registerCustomer } from '../support/customers.ts';
import { newPhone, openAndClose, createPickerRun } from '../support/throttled-picker.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';

test('the page takes taps again after the first opening of a picker, on a slow processor', async ({
  browser,
}) => {
  const customer = await registerCustomer(url(), `overlays-${Date.now()}`, 1);
  const page = await newPhone(browser, customer);
  for (let place = 0; place < 15; place += 1) {
    const outcome = await openAndClose(page, url(), createPickerRun(place));
    expect(outcome.leftover, JSON.stringify(outcome)).toBeNull();
  }
  await page.context().close();
});
