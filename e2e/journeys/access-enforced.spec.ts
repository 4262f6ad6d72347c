/** Sign-in to an exchange that requires a second factor. It needs a separate server, so it runs in one language. */
import { Api } from '../support/api.ts';
import { registerOnly } from '../support/customers.ts';
import { setAppearance } from '../support/screens.ts';
import { readAuthenticator, readRecoveryCodes } from '../support/security-page.ts';
import { startServer } from '../support/server.ts';
import type { RunningServer } from '../support/server.ts';
import { logOut, newName, submitCredentials, typeCode } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { createTranslate } from '../support/translations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer({ env: { SALAR_ENFORCE_2FA: 'on' } });
});
test.afterAll(async () => {
  await server.stop();
});

// covers: sign-in.30
test('F4 where a second factor is required, a new customer sets it up before anything else', async ({
  page,
}) => {
  const t = createTranslate('pt');
  const who = await registerOnly(server.url, newName('exigida', 'pt'));
  await setAppearance(page, 'light', 'pt');
  await page.goto(`${server.url}/signin`);

  await test.step('the password alone opens no session', async () => {
    await expect(new Api(server.url).signIn(who.userName, who.password)).rejects.toThrow('cannot sign in');
    await submitCredentials(page, t, who);
    await expect(page.getByRole('heading', { name: t('sign-in.enforce.title') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('app.user.v1'))).toBeNull();
    await page.goto(`${server.url}/dashboard`);
    await expect(page).toHaveURL(/\/signin/);
  });

  const app = await test.step('QR code, a wrong code, the right one, the recovery codes', async () => {
    await submitCredentials(page, t, who);
    const shown = await readAuthenticator(page, t);
    await typeCode(page, t, shown.wrongCode());
    await expect(page.getByText(t('errors.2faInvalid'))).toBeVisible();
    await typeCode(page, t, await shown.code());
    await expect(page.getByRole('heading', { name: t('sign-in.enforce.codesTitle') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('app.user.v1'))).toBeNull();
    expect(await readRecoveryCodes(page.locator('main'), t)).toHaveLength(10);
    await expect(page).toHaveURL(/\/dashboard/);
    return shown;
  });

  await test.step('from then on a code is required', async () => {
    await logOut(page, t, who);
    await submitCredentials(page, t, who);
    await typeCode(page, t, await app.code());
    await expect(page).toHaveURL(/\/dashboard/);
  });
});
