/** axe finds nothing in what opens above a screen: pickers, menus, reviews, the overlay and the identity widget. */
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { seedSession, setAppearance } from '../support/screens.ts';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
let demo: TestCustomer;
let newcomer: TestCustomer;

test.beforeAll(async () => {
  demo = await signInCustomer(url(), { userName: 'demo', email: '', password: 'Demo-2026!' });
  newcomer = await registerCustomer(url(), `nuevo${Date.now()}`, 0);
});

type Opening = {
  readonly name: string;
  readonly path: string;
  readonly who: () => TestCustomer;
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
      await page.getByRole('textbox', { name: 'Amount' }).fill('0.5');
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
  for (const opening of openings) {
    test(`${opening.name} is accessible in ${theme}`, async ({ browser }) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await setAppearance(page, theme, 'en');
      if (opening.path !== '/signin') await seedSession(page, opening.who());
      await page.goto(url() + opening.path);
      await opening.open(page);
      await page.waitForTimeout(300); // what fades in must have arrived, or its contrast is measured half way
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)).toEqual(
        [],
      );
      await context.close();
    });
  }
}
