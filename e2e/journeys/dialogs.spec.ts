/**
 * axe finds nothing in what opens above a screen: pickers, menus, reviews, the overlay and the identity widget. Each in the light
 * or in the dark by turns, in both with `SALAR_E2E_LOOKS=all`.
 */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { moveIn } from '../support/belongings.ts';
import { Api } from '../support/api.ts';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { ageProofs } from '../support/database-of.ts';
import { protect } from '../support/second-factor.ts';
import { choose, signInAs } from '../support/screens-of-customers.ts';
import { expectAccessible, LookedPages } from '../support/looks.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const pages = new LookedPages();
let demo: TestCustomer;
let newcomer: TestCustomer;
/** Has an API key, and nothing else yet. */
let programmer: TestCustomer;
/** Has a second factor. */
let careful: TestCustomer;
/** Signed in long ago. */
let lateComer: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  await moveIn(demo);
  newcomer = await registerCustomer(url(), `nuevo${Date.now()}`, 0);
  programmer = await registerCustomer(url(), `keys${Date.now()}`, 1);
  await programmer.api.call('AddUserAPIKey', { Permissions: ['Trading'], IpWhiteList: '203.0.113.9' });
  careful = await registerCustomer(url(), `careful${Date.now()}`, 0);
  await protect(careful);
  const absent = await registerCustomer(url(), `absent${Date.now()}`, 0);
  lateComer = { ...absent, api: await new Api(url()).signIn(absent.userName, absent.password) };
  await ageProofs(absent.userId);
});
test.afterAll(() => pages.close());

type Opening = {
  readonly name: string;
  readonly path: string;
  readonly who: () => TestCustomer;
  readonly width?: number;
  readonly open: (page: Page) => Promise<void>;
};

const openings: readonly Opening[] = [
  {
    name: 'the asset picker',
    path: '/swap',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: /^Asset to pay with/ }).click();
      await page.getByRole('option', { name: /^USDT/ }).waitFor();
    },
  },
  {
    name: 'the swap review',
    path: '/swap',
    who: () => demo,
    open: async (page) => {
      await page.getByLabel('Amount to pay').fill('0.01');
      await page.getByRole('button', { name: 'Review swap' }).click();
      await page.getByRole('heading', { name: 'Confirm your swap' }).waitFor();
    },
  },
  {
    name: 'the withdrawal review',
    path: '/ramping/withdraw',
    who: () => demo,
    open: async (page) => {
      await choose(page, 'Asset', 'ETH');
      await page.getByRole('textbox', { name: 'Amount' }).fill('0.05');
      await page
        .getByRole('textbox', { name: 'Wallet address' })
        .fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
      await page.getByRole('button', { name: 'Review withdrawal' }).click();
      await page.getByRole('heading', { name: 'Confirm your withdrawal' }).waitFor();
    },
  },
  {
    name: 'the dialog that saves a wallet address',
    path: '/ramping/withdraw',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: 'Save an address' }).click();
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.getByText('Please fill in the wallet name and the address').waitFor();
    },
  },
  {
    name: 'the dialog that saves a bank account',
    path: '/ramping/withdraw',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: /^Asset/ }).click();
      await page.getByRole('option', { name: /^COP/ }).click();
      await page.getByRole('button', { name: 'Add a bank account' }).click();
      await page.getByRole('button', { name: 'Save bank account' }).click();
      await page.getByText('Please fill all required fields').waitFor();
    },
  },
  {
    name: 'the user menu',
    path: '/dashboard',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: /demo/ }).first().click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
  {
    name: 'an open row of the dashboard',
    path: '/dashboard',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: 'Show ETH details' }).click();
      await page.getByRole('tab', { name: 'Withdraw state' }).click();
    },
  },
  {
    name: 'the question about canceling a withdrawal',
    path: '/ramping/withdraw',
    who: () => demo,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Cancel the withdrawal of/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'the question about deleting a bank account',
    path: '/settings/bank-accounts',
    who: () => demo,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'the filters of the trade report on a phone',
    path: '/settings/trade-report',
    who: () => demo,
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByLabel('Start Date').waitFor();
    },
  },
  {
    name: 'a limit that is exceeded on a phone, with its toast',
    path: '/ramping/withdraw',
    who: () => demo,
    width: 360,
    open: async (page) => {
      await choose(page, 'Asset', 'ETH');
      await page.getByRole('textbox', { name: 'Amount' }).fill('3.9');
      const toast = page.locator('[data-sonner-toast]');
      await toast.waitFor();
      await page.waitForTimeout(500); // it slides in
      const button = page.getByRole('button', { name: 'Over your daily limit' });
      const [above, below] = [await toast.boundingBox(), await button.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    },
  },
  {
    name: 'the form of a bank account',
    path: '/settings/bank-accounts',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add COP account' }).click();
      await page.getByLabel('Account number').waitFor();
    },
  },
  {
    name: 'the products of the trade report',
    path: '/settings/trade-report',
    who: () => demo,
    open: async (page) => {
      await page.getByRole('button', { name: /Product$/ }).click();
      await page.getByRole('option', { name: 'USDT' }).waitFor();
    },
  },
  {
    name: 'the question about linking accounts',
    path: '/dashboard?userName=maria&wallet=0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    who: () => demo,
    open: async (page) => {
      await page.getByText('Link your testnet account?').waitFor();
    },
  },
  {
    name: 'the overlay below level 1',
    path: '/ramping/deposit',
    who: () => newcomer,
    open: async (page) => {
      await page.getByText('Verify your identity first').waitFor();
    },
  },
  {
    name: 'the identity widget',
    path: '/settings/verification',
    who: () => newcomer,
    open: async (page) => {
      await page.getByRole('button', { name: 'Start verification' }).click();
      await page
        .frameLocator('iframe[title="Identity verification form"]')
        .getByLabel('First name')
        .waitFor();
    },
  },
  {
    name: 'the picture and the key of a second factor on a phone',
    path: '/settings/security',
    who: () => newcomer,
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: 'Enable', exact: true }).click();
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    name: 'a wrong code for a second factor',
    path: '/settings/security',
    who: () => newcomer,
    open: async (page) => {
      await page.getByRole('button', { name: 'Enable', exact: true }).click();
      await page.getByRole('button', { name: 'Enter the code' }).click();
      await page.keyboard.type('000000');
      await page.getByText('Invalid 2FA code. Please try again.').waitFor();
    },
  },
  {
    name: 'a passkey without a name',
    path: '/settings/security',
    who: () => newcomer,
    open: async (page) => {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('button', { name: 'Create the passkey' }).click();
      await page.getByText('Give the passkey a name.').waitFor();
    },
  },
  {
    name: 'the question who it is',
    path: '/settings/security',
    who: () => lateComer,
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: 'Enable', exact: true }).click();
      await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    },
  },
  {
    name: 'a new API key that may do nothing',
    path: '/settings/api-keys',
    who: () => programmer,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create API Key' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an API key' });
      await dialog.getByLabel('IP whitelist').fill('home');
      await dialog.getByRole('button', { name: 'Create API Key' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'the secret of a new API key on a phone',
    path: '/settings/api-keys',
    who: () => programmer,
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create API Key' }).click();
      const form = page.getByRole('dialog', { name: 'Create an API key' });
      await form.getByText('Trading', { exact: true }).click();
      await form.getByRole('button', { name: 'Create API Key' }).click();
      const dialog = page.getByRole('dialog', { name: 'Your new API key' });
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.getByText('Please confirm you have saved').waitFor();
    },
  },
  ...(
    [
      ['addresses', /^Edit IP whitelist of/, 'Edit IP whitelist'],
      ['permissions', /^Edit permissions of/, 'Edit permissions'],
      ['end', /^Delete API key/, 'Delete API key'],
    ] as const
  ).map(([part, button, title]) => ({
    name: `the ${part} of an API key`,
    path: '/settings/api-keys',
    who: () => programmer,
    open: async (page: Page) => {
      await page.getByRole('button', { name: button }).first().click();
      await page
        .getByRole('dialog', { name: title })
        .or(page.getByRole('alertdialog', { name: title }))
        .waitFor();
    },
  })),
  ...[1280, 360].map((width) => ({
    name: `what a request for level 2 lacks, ${width} px wide`,
    path: '/settings/verification',
    who: () => programmer,
    width,
    open: async (page: Page) => {
      await page.getByRole('button', { name: 'Send documents' }).click();
      await page.getByRole('button', { name: 'Send for review' }).click();
      await page.getByText('Something is still missing').waitFor();
    },
  })),
  {
    name: 'what the Brazilian form lacks',
    path: '/settings/verification',
    who: () => programmer,
    width: 360,
    open: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('This field is required').first().waitFor();
    },
  },
  {
    name: 'a wrong code at sign-in',
    path: '/signin',
    who: () => careful,
    open: async (page) => {
      await signInAs(page, careful);
      await page.getByRole('heading', { name: 'Two-factor code' }).waitFor();
      await page.getByLabel('6-digit code').fill('000000');
      await page.getByText('Invalid 2FA code. Please try again.').waitFor();
    },
  },
  {
    name: 'the question about an e-mail as user name',
    path: '/signin',
    who: () => demo,
    open: async (page) => {
      await page.getByLabel('Username').fill('maria@example.test');
      await page.getByLabel('Password', { exact: true }).fill('whatever-1');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

for (const theme of ['light', 'dark'] as const) {
  for (const [place, opening] of openings.entries()) {
    const isLooked = (theme === 'dark') === (place % 2 === 0);
    if (!isLooked && process.env['SALAR_E2E_LOOKS'] !== 'all') continue;
    test(`${opening.name} is accessible in ${theme}`, async ({ browser }) => {
      const viewport = { width: opening.width ?? 1280, height: 900 };
      const who = opening.path === '/signin' ? null : opening.who();
      const page = await pages.get(browser, { theme, viewport, who });
      await page.goto(url() + opening.path);
      await opening.open(page);
      await page.waitForTimeout(300); // what fades in must have arrived, or its contrast is measured half way
      await expectAccessible(page);
    });
  }
}
