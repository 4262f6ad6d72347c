/** A new customer without a pointer: from sign-up to a confirmed withdrawal. */
import { Api } from '../support/api.ts';
import type { TestCustomer } from '../support/customers.ts';
import { decide, uploadDocuments, typeDetails } from '../support/identity-check.ts';
import {
  chooseByKeyboard,
  expectFocusKept,
  pressByKeyboard,
  tabTo,
  typeByKeyboard,
} from '../support/keyboard.ts';
import { setAppearance } from '../support/screens.ts';
import { expect as soon, test } from '../support/test.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const expect = soon.configure({ timeout: 60_000 });

test.use({ actionTimeout: 60_000, navigationTimeout: 60_000, viewport: { width: 1280, height: 900 } });

test('a new customer goes from sign-up to a withdrawal with the keyboard alone', async ({ page }) => {
  test.setTimeout(600_000);
  const userName = `manos${Date.now().toString(36)}`;
  const email = `${userName}@example.test`;
  const password = 'Cielo-y-sal-7';
  const localApi = new Api(url());
  const review = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await setAppearance(page, 'dark', 'en');

  await test.step('signs up', async () => {
    await page.goto(`${url()}/signup`);
    await typeByKeyboard(page, page.getByLabel('Username'), userName);
    await typeByKeyboard(page, page.getByLabel('E-mail'), email);
    await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), password);
    await typeByKeyboard(page, page.getByLabel('Repeat password'), password);
    for (const name of [/terms/, /privacy/]) {
      await tabTo(page, page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    }
    await pressByKeyboard(page, button('Create account'));
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible();
    await expectFocusKept(page);
  });

  await test.step('opens the mailed link and signs in', async () => {
    const mail = await localApi.mailTo(email, /./);
    await page.goto(here(mail.links, '/verify-email'));
    await pressByKeyboard(page, page.getByRole('link', { name: 'Login' }));
    await typeByKeyboard(page, page.getByLabel('Username'), userName);
    await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard/);
    await expectFocusKept(page);
  });

  await test.step('is verified, and continues on the page when the check closes', async () => {
    await pressByKeyboard(page, button('Verify my identity'));
    await pressByKeyboard(page, button('Start verification'));
    const widget = page.frameLocator('iframe[title="Identity verification form"]');
    await typeDetails(page, widget, 'en');
    await uploadDocuments(page, widget, 'en');
    await decide(await known(localApi, userName, email, password), 'approve', '');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button('Start verification')).toBeHidden();
    await expectFocusKept(page);
  });

  await test.step('receives 1 ETH', async () => {
    await page.goto(`${url()}/ramping/deposit`);
    await chooseByKeyboard(page, /^Asset/, 'ETH');
    const address = (await page.locator('[data-address]').getAttribute('data-address')) ?? '';
    await localApi.local('faucet', { network: 'Ethereum (local)', address, product: 'ETH', amount: '1' });
    await expect(page.getByText('Credited').first()).toBeVisible();
  });

  await test.step('swaps a part of it', async () => {
    await page.goto(`${url()}/swap`);
    await chooseByKeyboard(page, /^Asset to pay with/, 'ETH');
    await typeByKeyboard(page, page.getByLabel('Amount to pay'), '0.1');
    await expect(button('Review swap')).toBeEnabled();
    await pressByKeyboard(page, button('Review swap'));
    await pressByKeyboard(page, review.getByRole('button', { name: /^Swap 0\.1/ }));
    await expect(page.getByText('Your swap is done.').first()).toBeVisible();
    await expect(review).toBeHidden();
    await expectFocusKept(page);
  });

  await test.step('sends some of the rest, and confirms it by mail', async () => {
    await page.goto(`${url()}/ramping/withdraw`);
    await chooseByKeyboard(page, /^Asset/, 'ETH');
    await typeByKeyboard(page, page.getByRole('textbox', { name: 'Amount' }), '0.05');
    await typeByKeyboard(page, page.getByRole('textbox', { name: 'Wallet address' }), externalWallet);
    await expect(button('Review withdrawal')).toBeEnabled();
    await pressByKeyboard(page, button('Review withdrawal'));
    await pressByKeyboard(page, review.getByRole('button', { name: /^Send 0\.05/ }));
    await expect(page.getByText('One step left: confirm it by e-mail')).toBeVisible();
    await expectFocusKept(page);
    const mail = await localApi.mailTo(email, /withdraw/i);
    await page.goto(here(mail.links, '/confirm-withdraw'));
    await pressByKeyboard(page, button('Confirm withdrawal'));
    await expect(page.getByText('Withdrawal confirmed').first()).toBeVisible();
    await expectFocusKept(page);
    await pressByKeyboard(page, page.getByRole('link', { name: 'Back to withdraw' }));
    await expect(page).toHaveURL(/\/ramping\/withdraw/);
    await expectFocusKept(page);
  });
});

const externalWallet = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** Finds the mailed link to a page, on this exchange. */
function here(links: readonly string[], path: string): string {
  const { pathname, search } = new URL(links.find((one) => one.includes(path)) ?? '');
  return url() + pathname + search;
}

/** The customer's data on the reviewer's page. */
async function known(
  localApi: Api,
  userName: string,
  email: string,
  password: string,
): Promise<TestCustomer> {
  const api = await localApi.signIn(userName, password);
  const { UserId, AccountId } = (await api.call('GetUserInfo')) as { UserId: string; AccountId: string };
  return { userName, email, password, userId: Number(UserId), accountId: Number(AccountId), api };
}
