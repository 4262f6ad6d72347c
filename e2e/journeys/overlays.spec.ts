/**
 * Nothing stays over the page after a picker closes, on the processor of a slow phone. `npm run overlays` opens and
 * closes five hundred times; this journey combines every way of closing with every pause once.
 */
import { registerCustomer } from '../support/customers.ts';
import { expect, test } from '../support/test.ts';
import { newPhone, openAndClose, createPickerRun } from '../support/throttled-picker.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';

test('the page accepts taps again after a picker was opened for the first time, on a slow processor', async ({
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
