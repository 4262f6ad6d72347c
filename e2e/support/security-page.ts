/** Actions of customers on the security page, in each of the app's languages. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { Authenticator } from './authenticator.ts';
import { readQr } from './read-qr.ts';
import type { Translate } from './translations.ts';

export function section(page: Page, title: string): Locator {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
}

/** Enables the second factor: QR code, a wrong code, the right one, and the recovery codes. */
export async function switchOnSecondFactor(
  page: Page,
  t: Translate,
): Promise<{ readonly app: Authenticator; readonly recoveryCodes: readonly string[] }> {
  const card = section(page, t('security.factor.title'));
  await expect(card.getByText(t('security.factor.state.off'), { exact: true })).toBeVisible();
  await card.getByRole('button', { name: t('security.factor.enable'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('security.enable.title') });
  const app = await readAuthenticator(dialog, t);
  await dialog.getByRole('button', { name: t('security.enable.next') }).click();
  await page.keyboard.type(app.wrongCode());
  await expect(dialog.getByText(t('errors.2faInvalid'))).toBeVisible();
  await page.keyboard.type(await app.code());
  const codes = page.getByRole('dialog', { name: t('security.kept.title') });
  const recoveryCodes = await readRecoveryCodes(codes, t);
  await expect(card.getByText(t('security.factor.state.on'), { exact: true })).toBeVisible();
  return { app, recoveryCodes };
}

/** Scans the QR code; the key beside it must be the same. */
export async function readAuthenticator(place: Page | Locator, t: Translate): Promise<Authenticator> {
  const picture = place.getByRole('img', { name: t('second-factor.setUp.picture') });
  await expect(picture).toBeVisible();
  const typed = ((await place.locator('p.font-mono').textContent()) ?? '').replaceAll(/\s/g, '');
  const scanned = new URL((await readQr(picture)) ?? '');
  expect(`${scanned.protocol}//${scanned.host}`).toBe('otpauth://totp');
  expect(scanned.searchParams.get('secret')).toBe(typed);
  return new Authenticator(typed);
}

/** Reads the recovery codes and confirms that they are saved. */
export async function readRecoveryCodes(codes: Locator, t: Translate): Promise<readonly string[]> {
  const list = codes.getByRole('list', { name: t('second-factor.codes.label') });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const written = await list.getByRole('listitem').allTextContents();
  await codes.getByText(t('second-factor.codes.kept')).click();
  await codes.getByRole('button', { name: t('second-factor.codes.done') }).click();
  await expect(list).toBeHidden();
  return written;
}

/**
 * Adds a virtual authenticator that accepts every request.
 *
 * @param options.isOfferedInFields  whether the browser offers passkeys in the username field. The virtual
 *   authenticator accepts such an offer automatically, so a journey that types a username switches it off
 */
export async function addVirtualAuthenticator(
  page: Page,
  { isOfferedInFields = false }: { readonly isOfferedInFields?: boolean } = {},
): Promise<void> {
  if (!isOfferedInFields)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
