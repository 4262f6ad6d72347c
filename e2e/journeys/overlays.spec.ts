/**
 * Nothing stays over the page after a picker closes, on the processor of a slow phone. `npm run overlays` opens and
 * closes five hundred times. A short run has every way of closing and every pause; a whole sweep combines each with each.
 */
import { registerCustomer } from '../support/customers.ts';
import { isWholeSweep } from '../support/sweep.ts';
import { expect, test } from '../support/test.ts';
import { newPhone, openAndClose, createPickerRun } from '../support/throttled-picker.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
/** Places in the series in which the way and the pause both change. */
const shortRun = [0, 4, 8, 9, 13];

test('the page accepts taps again after a picker was opened for the first time, on a slow processor', async ({
  browser,
}) => {
  const customer = await registerCustomer(url(), `overlays-${Date.now()}`, 1);
  const page = await newPhone(browser, customer);
  for (const place of isWholeSweep ? Array.from({ length: 15 }).keys() : shortRun) {
    const outcome = await openAndClose(page, url(), createPickerRun(place));
    expect(outcome.leftover, JSON.stringify(outcome)).toBeNull();
  }
  await page.context().close();
});
