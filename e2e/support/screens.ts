/** Every screen of this release, and how to get there. Shared by the accessibility journey and the screenshot script. */
import type { Page } from '@playwright/test';
import type { TestCustomer } from './customers.ts';

export type Screen = {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly ready: (page: Page) => Promise<void>;
  /** Selectors of parts that repeat others on the screen and are removed before it is analysed. */
  readonly alike?: readonly string[];
  /** The name of a screen made of the same components, which stands for this one in a short run. */
  readonly like?: string;
};

const heading = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/signin', signedIn: false, ready: heading },
  { name: 'sign-up', path: '/signup', signedIn: false, ready: heading },
  { name: 'verify-email', path: '/verify-email', signedIn: false, ready: heading },
  {
    name: 'forgot-password',
    path: '/forgot-password',
    signedIn: false,
    ready: heading,
    like: 'verify-email',
  },
  {
    name: 'reset-password',
    path: '/reset-password?verifycode=x&UserId=1',
    signedIn: false,
    ready: heading,
    like: 'sign-up',
  },
  {
    name: 'confirm-withdraw',
    path: '/confirm-withdraw?verifycode=x&UserId=1',
    signedIn: false,
    ready: heading,
  },
  {
    name: 'confirm-destination',
    path: '/confirm-destination?verifycode=x&UserId=1',
    signedIn: false,
    ready: heading,
    like: 'confirm-withdraw',
  },
  {
    name: 'unlock-account',
    path: '/unlock-account?verifycode=x&UserId=1',
    signedIn: false,
    ready: heading,
    like: 'confirm-withdraw',
  },
  {
    name: 'freeze-account',
    path: '/freeze-account?verifycode=x&UserId=1',
    signedIn: false,
    ready: heading,
    like: 'confirm-withdraw',
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    signedIn: true,
    ready: async (page) => {
      await heading(page);
      // A table on a desktop, cards on a phone, in any language: the first button with the name of the asset.
      await page.getByRole('button', { name: /ETH/ }).first().waitFor();
    },
  },
  { name: 'swap', path: '/swap', signedIn: true, ready: heading },
  {
    name: 'trade',
    path: '/trade',
    signedIn: true,
    ready: async (page) => {
      await heading(page);
      // The chart is on the screen in both layouts.
      await page.getByRole('application').waitFor();
    },
  },
  { name: 'about', path: '/about', signedIn: false, ready: heading },
  { name: 'terms', path: '/terms', signedIn: false, ready: heading },
  { name: 'privacy', path: '/privacy', signedIn: false, ready: heading, like: 'terms' },
  { name: 'support', path: '/support', signedIn: false, ready: heading },
  { name: 'deposit', path: '/ramping/deposit', signedIn: true, ready: heading },
  { name: 'withdraw', path: '/ramping/withdraw', signedIn: true, ready: heading },
  { name: 'verification', path: '/settings/verification', signedIn: true, ready: heading },
  { name: 'profile', path: '/settings/profile', signedIn: true, ready: heading },
  { name: 'security', path: '/settings/security', signedIn: true, ready: heading },
  { name: 'api-keys', path: '/settings/api-keys', signedIn: true, ready: heading },
  {
    name: 'trade-report',
    path: '/settings/trade-report',
    signedIn: true,
    ready: async (page) => {
      await heading(page);
      await page.getByText('@ ').first().or(page.getByRole('status')).first().waitFor();
    },
  },
  { name: 'bank-accounts', path: '/settings/bank-accounts', signedIn: true, ready: heading },
  { name: 'local-hub', path: '/local', signedIn: false, ready: heading },
  { name: 'local-mailbox', path: '/local/mailbox', signedIn: false, ready: heading },
  { name: 'local-faucet', path: '/local/faucet', signedIn: false, ready: heading, like: 'local-reviewer' },
  { name: 'local-reviewer', path: '/local/reviewer', signedIn: false, ready: heading },
  {
    name: 'docs',
    path: '/docs',
    signedIn: false,
    ready: heading,
    // Twenty thousand elements; axe would take minutes.
    alike: ['.group ~ .group', '.event ~ .event', '#contents .list section ~ section'],
  },
];

/** Stores a session in the browser as the web app does, before the first page loads. */
export async function seedSession(page: Page, customer: TestCustomer): Promise<void> {
  const state = { userId: customer.userId, sessionToken: customer.api.token };
  await page.addInitScript((value) => {
    if (localStorage.getItem('app.user.v1') === null) localStorage.setItem('app.user.v1', value);
  }, JSON.stringify(state));
}

/** Changes the language as from another tab, without a reload. */
export async function setLanguage(page: Page, language: 'en' | 'es' | 'pt'): Promise<void> {
  await chooseElsewhere(page, 'ui.language', language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

/** Changes the theme as from another tab. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await chooseElsewhere(page, 'ui.theme', theme);
  await page.emulateMedia({ colorScheme: theme });
  // Pages outside the app read the theme only when they load.
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme);
}

async function chooseElsewhere(page: Page, key: string, newValue: string): Promise<void> {
  await page.evaluate(
    (change) => {
      localStorage.setItem(change.key, change.newValue);
      dispatchEvent(new StorageEvent('storage', change));
    },
    { key, newValue },
  );
}

export async function setAppearance(
  page: Page,
  theme: 'light' | 'dark',
  language: 'en' | 'es' | 'pt',
): Promise<void> {
  await page.addInitScript(
    ([themeValue, languageValue]) => {
      if (self !== top) return; // a frame that loads later would change the page back
      localStorage.setItem('ui.theme', themeValue);
      localStorage.setItem('ui.language', languageValue);
    },
    [theme, language] as const,
  );
}
