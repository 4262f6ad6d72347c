/**
 * The app on a slow phone, in Spanish, by touch: sign in, look around, swap, change the language without losing the
 * page.
 */
import { expect, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';

test.use({ viewport: { width: 360, height: 780 }, locale: 'es-CO', hasTouch: true });

test('a customer in Bogotá swaps on a phone, in Spanish', async ({ page }) => {
  await test.step('signs in', async () => {
    await page.goto(url());
    await expect(page).toHaveURL(/\/signin/);
    await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
    await page.getByLabel('Nombre de usuario').fill('demo');
    await page.getByLabel('Contraseña', { exact: true }).fill('Demo-2026!');
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).tap();
    await expect(page).toHaveURL(/\/dashboard/);
  });

  await test.step('opens an asset and sees its figures', async () => {
    await page.getByRole('list', { name: 'Tus activos' }).getByRole('button', { name: /^ETH/ }).tap();
    await expect(page.getByText('Disponible').first()).toBeVisible();
  });

  await test.step('swaps 0.05 ETH', async () => {
    await page.getByRole('button', { name: /Intercambiar ETH/ }).tap();
    await expect(page).toHaveURL(/\/swap/);
    const pay = page.getByRole('textbox').first();
    await pay.pressSequentially('1.500');
    // A customer in Bogotá means one thousand five hundred; by the app's decimal point it would be one and a half.
    await expect(pay).toHaveValue('1.500');
    await expect(page.getByRole('button', { name: /^1\.500 puede ser 1500 o 1\.5$/ })).toBeDisabled();
    await pay.fill('0,05');
    await expect(pay).toHaveValue('0,05');
    await expect(page.getByText('0 punto 05 ETH')).toBeVisible();
    await page.getByRole('button', { name: /Revisar/ }).tap();
    const review = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
    await review.getByRole('button', { name: /Intercambiar 0\.05 ETH/ }).tap();
    await expect(pay).toHaveValue('');
  });

  await test.step('nothing scrolls sideways', async () => {
    for (const path of [
      '/dashboard',
      '/swap',
      '/ramping/deposit',
      '/ramping/withdraw',
      '/settings/verification',
    ]) {
      await page.goto(url() + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
});
