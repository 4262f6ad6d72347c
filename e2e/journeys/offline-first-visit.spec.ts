/** A connection that is lost in the first seconds of a first visit, before the app has cached its files. */
import { registerCustomer } from '../support/customers.ts';
import { seedSession } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';

test('a page whose code cannot load says so, keeps the navigation, and opens when the connection is back', async ({
  page,
}) => {
  await seedSession(page, await registerCustomer(url(), `offline-${Date.now()}`, 1));
  await page.goto(`${url()}/swap`);
  await page.getByRole('heading', { level: 1, name: 'Swap' }).waitFor();
  await page.context().setOffline(true);
  const places = page.getByRole('navigation', { name: 'Main' }).first();
  await places.getByRole('link', { name: 'Trade' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'This page has not arrived' });
  await expect(failure).toContainText('There is no connection to the exchange.');
  await expect(places.getByRole('link', { name: 'Swap' })).toBeVisible();

  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(failure).toContainText('There is still no connection.');

  // A page that has already loaded opens without a connection.
  await places.getByRole('link', { name: 'Swap' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Swap' })).toBeVisible();
  await places.getByRole('link', { name: 'Trade' }).click();
  await expect(failure).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('application')).toBeVisible();
  await expect(page).toHaveURL(/\/trade$/);
});
