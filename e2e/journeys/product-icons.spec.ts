/** Every asset has its real icon: in the API, on every screen, and without a connection. */
import type { Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { signInCustomer } from '../support/customers.ts';
import { enterAs, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';

const t = createTranslate('en');
const demo = { userName: 'demo', password: 'Demo-2026!', email: 'demo@salar.example' };
type Attribute = { ProductId: string; KeyName: string; KeyValue: string };
type Product = { ProductId: string; Product: string; iconUrl: string | null };

// covers: calls.5
test('GetProducts and GetProductAttributes name an icon for each product, and each is an SVG image', async ({
  request,
}) => {
  const api = new Api(url());
  const products = (await api.call('GetProducts', { OMSId: 1 })) as unknown as Product[];
  const attributes = (await api.call('GetProductAttributes', { OMSId: 1 })) as unknown as Attribute[];
  expect(products.length).toBeGreaterThanOrEqual(6);
  for (const { ProductId, Product: symbol, iconUrl } of products) {
    const icon = attributes.find((one) => one.ProductId === ProductId && one.KeyName === 'ProductIcon');
    expect(icon?.KeyValue, symbol).toBe(iconUrl);
    const answer = await request.get(`${url()}${new URL(iconUrl ?? '').pathname}`);
    expect([answer.status(), answer.headers()['content-type']], symbol).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('<svg');
  }
});

// covers: calls.5
test('every screen that shows an asset draws its icon', async ({ page }) => {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/icons/products/') && response.status() !== 200) failed.push(response.url());
  });
  await enterAs(page, await signInCustomer(url(), demo), '/dashboard');
  await expect(page.getByRole('table').getByText('BTC', { exact: true }).first()).toBeVisible();
  await expect.poll(() => drawnIcons(page)).toEqual(['brl', 'btc', 'cop', 'eth', 'usdc', 'usdt']);

  await page.goto(`${url()}/swap`);
  await expect.poll(async () => (await drawnIcons(page)).length).toBe(2);

  for (const path of ['/ramping/deposit', '/ramping/withdraw', '/trade']) {
    await page.goto(`${url()}${path}`);
    await expect.poll(async () => (await drawnIcons(page)).length, { message: path }).toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: new RegExp(`^${t('trade.picker.label')}`) }).click();
  await expect.poll(async () => (await drawnIcons(page)).length).toBeGreaterThanOrEqual(3);
  expect(failed).toEqual([]);
});

test('an icon that cannot be loaded is replaced by a badge', async ({ page }) => {
  await page.route('**/icons/products/*', (route) => route.abort());
  await enterAs(page, await signInCustomer(url(), demo), '/dashboard');
  const row = page.getByRole('row').filter({ hasText: 'BTC' }).first();
  await expect(row.locator('svg text')).toHaveText('BTC');
  await expect(page.locator('img[src*="/icons/products/"]')).toHaveCount(0);
});

/** Lists the icons of assets on the page by name; icons that are not decoded yet are left out. */
function drawnIcons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('img[src^="/icons/products/"]')];
    const names = images
      .filter((image) => image.complete && image.naturalWidth > 0)
      .map((image) => image.src.replace(/^.*\/(\w+)\.svg$/, '$1'));
    return [...new Set(names)].toSorted();
  });
}
