/** Dialogs and states of the settings, and the prompts of an expired or old session. */
import type { Page } from '@playwright/test';
import { createEnrolment } from '@salar/services/second-factor/totp';
import { mockAnswer, dialogIn, mockFailure } from './dialog-state.ts';
import type { DialogState } from './dialog-state.ts';
import type { Language } from '../translations.ts';

const security = { path: '/settings/security', who: 'newcomer' } as const;
const verification = { path: '/settings/verification', who: 'programmer' } as const;
const keys = { path: '/settings/api-keys', who: 'programmer' } as const;
const report = { path: '/settings/trade-report', who: 'demo' } as const;
const banks = { path: '/settings/bank-accounts', who: 'demo' } as const;

const recoveryCodes = Array.from({ length: 10 }, (_, place) => `k7mq-${String(place)}x4v-9tzp`);
const passkey = { PasskeyId: 'x', Name: 'Key ring', CreatedAt: '2026-03-01T12:00:00.000Z', LastUsedAt: null };
const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const proofDemand = {
  result: false,
  errormsg: 'Not Authorized',
  errorcode: 20,
  detail: 'Re-authentication required',
};

/** On a phone, a button opens the filters. */
async function showFilters(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const button = page.getByRole('button', { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
  await page.getByRole('group', { name: 'Start Date' }).waitFor();
}

/** Types month, day and year; a date field moves to the next segment automatically. */
async function typeDate(page: Page, field: string, figures: string): Promise<void> {
  await page.getByRole('group', { name: field }).getByRole('spinbutton').first().click();
  await page.keyboard.type(figures);
}

/** Loads the identity widget in another language; the app leaves an open one as it is, with what was typed. */
async function translateWidget(page: Page, language: Language): Promise<void> {
  const frame = page.locator('iframe');
  const address = new URL((await frame.getAttribute('src')) ?? '', page.url());
  address.searchParams.set('lang', language);
  await frame.evaluate((element, src) => element.setAttribute('src', src), address.href);
  await page.frameLocator('iframe').locator(`html[lang=${language}] form:not([hidden])`).waitFor();
}

/** Opens a list in a form. */
async function openList(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
}

async function openDocuments(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Send documents|Continue with my documents)$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Send for review' }).waitFor();
}

async function startEnabling(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
}

/** The exchange itself would require re-authentication, because the session is no longer recent. */
async function startSettingUp(page: Page, userName: string): Promise<void> {
  const { qrPng, manualCode } = await createEnrolment(Buffer.alloc(20, 'secret'), userName);
  await mockAnswer(page, 'EnableGoogle2FA', { ManualCode: manualCode, GoogleQRCode: qrPng });
  await startEnabling(page);
}

/** Signing out also needs a mocked response. */
async function startSwitchingOff(page: Page): Promise<void> {
  await mockAnswer(page, 'Disable2FA', accepted);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
}

export const settingsDialogs: readonly DialogState[] = [
  {
    path: '/settings/profile',
    who: 'demo',
    name: 'the last minute of a session',
    of: 'features/session-prompts/stay-dialog.tsx',
    prepare: async (page) => {
      await page.route('**/AP/**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'session-ends-in': '60' } });
      });
    },
    open: async (page) => dialogIn(page, /^Your session ends in/).waitFor(),
  },
  {
    name: 'the pages of the settings',
    path: '/settings/profile',
    who: 'demo',
    device: 'phone',
    of: 'features/settings/settings-layout.tsx',
    open: async (page) => openList(page, /Settings page/),
  },
  {
    name: 'what was copied',
    path: '/settings/profile',
    who: 'demo',
    open: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy username' }).click();
      await page.getByText('Username copied to clipboard').first().waitFor();
    },
  },
  {
    ...security,
    name: 'the picture and the key of a second factor',
    of: 'features/security/enable-dialog.tsx',
    open: async (page, { newcomer }) => {
      await startSettingUp(page, newcomer.userName);
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  },
  {
    ...security,
    name: 'a wrong code for a second factor',
    open: async (page, { newcomer }) => {
      await mockAnswer(page, 'Authenticate2FA', { Authenticated: false, errormsg: 'Invalid 2FA code' });
      await startSettingUp(page, newcomer.userName);
      await page.getByRole('button', { name: 'Enter the code' }).click();
      await page.keyboard.type('000000');
      await page.getByText('Invalid 2FA code. Please try again.').waitFor();
    },
  },
  {
    ...security,
    name: 'a picture that could not be loaded',
    open: async (page) => {
      await mockFailure(page, 'EnableGoogle2FA');
      await startEnabling(page);
      await page.getByText('Failed to load QR code').waitFor({ timeout: 40_000 });
    },
  },
  {
    ...security,
    name: 'a passkey without a name',
    of: 'features/security/add-passkey-dialog.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('button', { name: 'Create the passkey' }).click();
      await page.getByText('Give the passkey a name.').waitFor();
    },
  },
  {
    ...security,
    name: 'the question about removing a passkey',
    of: 'features/security/remove-passkey-dialog.tsx',
    prepare: async (page) => mockAnswer(page, 'GetPasskeys', [passkey]),
    open: async (page) => {
      await page.getByRole('button', { name: 'Remove Key ring' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...security,
    name: 'a change of the password without the current one',
    of: 'features/security/change-password-dialog.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      const dialog = page.getByRole('dialog', { name: 'Change your password' });
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByText('This field is required.').first().waitFor();
    },
  },
  {
    ...security,
    name: 'the question about a new password',
    of: 'features/security/password-card.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Reset password' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...security,
    name: 'the question about ending a session',
    of: 'features/security/end-session-dialogs.tsx',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^End the session on/ })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...security,
    name: 'the question about ending all other sessions',
    open: async (page) => {
      await page.getByRole('button', { name: 'End all others' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...security,
    name: 'the question about switching a second factor off',
    who: 'careful',
    of: 'features/security/disable-dialog.tsx',
    open: async (page) => {
      await startSwitchingOff(page);
      await dialogIn(page, 'Disable two-factor authentication').waitFor();
    },
  },
  {
    ...security,
    name: 'a recovery code instead of a code',
    who: 'careful',
    open: async (page) => {
      await startSwitchingOff(page);
      await dialogIn(page, 'Disable two-factor authentication')
        .getByRole('button', { name: 'Use a recovery code' })
        .click();
      await page.getByLabel('Recovery code', { exact: true }).waitFor();
    },
  },
  {
    ...security,
    name: 'the question about new recovery codes',
    who: 'careful',
    of: 'features/security/new-codes-dialog.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Make new codes' }).click();
      await dialogIn(page, 'Make new recovery codes').waitFor();
    },
  },
  {
    ...security,
    name: 'recovery codes that are not kept yet',
    who: 'careful',
    open: async (page) => {
      await mockAnswer(page, 'CreateRecoveryCodes', { RecoveryCodes: recoveryCodes });
      await page.getByRole('button', { name: 'Make new codes' }).click();
      await dialogIn(page, 'Make new recovery codes').waitFor();
      await page.keyboard.type('123456');
      await dialogIn(page, 'Your recovery codes').getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Save the codes first').waitFor();
    },
  },
  {
    ...security,
    name: 'the question who it is',
    of: 'features/session-prompts/reauthentication-dialog.tsx',
    open: async (page) => {
      await mockAnswer(page, 'EnableGoogle2FA', proofDemand);
      await startEnabling(page);
      await dialogIn(page, 'Confirm that it is you').waitFor();
    },
  },
  {
    ...security,
    name: 'the code of a withdrawal or a new destination',
    of: 'features/session-prompts/code-dialog.tsx',
    open: async (page) => {
      await mockAnswer(page, 'EnableGoogle2FA', { ...proofDemand, detail: '2FA code required' });
      await startEnabling(page);
      await dialogIn(page, 'Enter your code').waitFor();
    },
  },
  {
    ...security,
    name: 'a session that has ended',
    of: 'features/session-prompts/sign-in-again-dialog.tsx',
    open: async (page) => {
      await page.route('**/AP/EnableGoogle2FA', (route) =>
        route.fulfill({ status: 401, body: 'Unauthorized' }),
      );
      await startEnabling(page);
      await dialogIn(page, 'Sign in again').waitFor();
    },
  },
  {
    ...verification,
    name: 'the identity widget',
    who: 'newcomer',
    of: 'features/verification/identity-dialog.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Start verification' }).click();
      await page
        .frameLocator('iframe[title="Identity verification form"]')
        .getByLabel('First name')
        .waitFor();
    },
    translate: translateWidget,
  },
  {
    ...verification,
    name: 'the question about leaving the identity widget',
    who: 'newcomer',
    open: async (page) => {
      await page.getByRole('button', { name: 'Start verification' }).click();
      await page
        .frameLocator('iframe[title="Identity verification form"]')
        .getByLabel('First name')
        .fill('Ana');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
    translate: translateWidget,
  },
  {
    ...verification,
    name: 'a verification that could not be started',
    who: 'newcomer',
    open: async (page) => {
      await page.route('**/kyc/access-token', (route) => route.fulfill({ status: 503, body: 'DOWN' }));
      await page.getByRole('button', { name: 'Start verification' }).click();
      await page.getByText('The verification could not be started').first().waitFor({ timeout: 40_000 });
    },
  },
  {
    ...verification,
    name: 'levels that could not be loaded',
    prepare: async (page) => mockFailure(page, 'GetKycLevels'),
    open: async (page) => page.getByText('Failed to load account information.').waitFor({ timeout: 40_000 }),
  },
  {
    ...verification,
    name: 'what a request for level 2 lacks',
    of: 'features/verification/request-dialog.tsx',
    open: async (page) => {
      await openDocuments(page);
      await page.getByRole('button', { name: 'Send for review' }).click();
      await page.getByText('Something is still missing').waitFor();
    },
  },
  {
    ...verification,
    name: 'the day of a document',
    of: 'features/verification/documents-part.tsx',
    // The form of a company, whose documents must be recent.
    prepare: async (page) => {
      await page.route('**/AP/GetLevelRequest', async (route) => {
        const response = await route.fetch();
        const required = (await response.json()) as { readonly Kinds: readonly object[] };
        await route.fulfill({
          response,
          json: { ...required, Kinds: required.Kinds.map((kind) => ({ ...kind, DaysMax: 30 })) },
        });
      });
    },
    open: async (page) => {
      await openDocuments(page);
      await page
        .getByRole('button', { name: /Calendar/ })
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    ...verification,
    name: 'where the funds come from',
    of: 'features/verification/funds-fields.tsx',
    open: async (page) => {
      await openDocuments(page);
      await openList(page, /Where do the funds come from/);
    },
  },
  {
    ...verification,
    name: 'what the Brazilian form lacks',
    open: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('This field is required').first().waitFor();
    },
  },
  {
    ...verification,
    name: 'the states of Brazil',
    of: 'parts/brazil-form/brazil-form.tsx',
    open: async (page) => openList(page, /State$/),
  },
  {
    ...keys,
    name: 'a new API key that may do nothing',
    of: 'features/api-keys/create-key-dialog.tsx',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create API Key' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create an API key' });
      await dialog.getByLabel('IP whitelist').fill('home');
      await dialog.getByRole('button', { name: 'Create API Key' }).click();
      await dialog.getByRole('alert').first().waitFor();
    },
  },
  {
    ...keys,
    name: 'the secret of a new API key',
    of: 'features/api-keys/credentials-dialog.tsx',
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
      ['addresses', /^Edit IP whitelist of/, 'Edit IP whitelist', 'features/api-keys/key-dialog.tsx'],
      ['permissions', /^Edit permissions of/, 'Edit permissions', undefined],
      ['daily limit', /^Edit daily limit of/, 'Edit daily limit', undefined],
      ['end', /^Delete API key/, 'Delete API key', 'features/api-keys/delete-key-dialog.tsx'],
    ] as const
  ).map(([part, button, title, of]): DialogState => ({
    ...keys,
    name: `the ${part} of an API key`,
    ...(of === undefined ? {} : { of }),
    open: async (page: Page) => {
      await page.getByRole('button', { name: button }).first().click();
      await dialogIn(page, title).waitFor();
    },
  })),
  {
    ...keys,
    name: 'a customer without API keys',
    who: 'newcomer',
    open: async (page) => page.getByText('No API keys found').waitFor(),
  },
  {
    ...keys,
    name: 'API keys that could not be loaded',
    prepare: async (page) => mockFailure(page, 'GetUserAPIKeys'),
    open: async (page) => page.getByText('Your API keys could not be loaded').waitFor({ timeout: 40_000 }),
  },
  {
    ...report,
    name: 'the filters of the trade report',
    device: 'phone',
    of: 'features/trade-report/filter-sheet.tsx',
    open: showFilters,
  },
  {
    ...report,
    name: 'the products of the trade report',
    of: 'features/trade-report/filter-fields.tsx',
    open: async (page) => {
      await showFilters(page);
      await openList(page, /^All Product$/); // the footer on a phone also contains "Product"
    },
  },
  {
    ...report,
    name: 'the calendar of the trade report',
    open: async (page) => {
      await showFilters(page);
      await page
        .getByRole('button', { name: /Calendar/ })
        .first()
        .click();
      await page.getByRole('grid').waitFor();
    },
  },
  {
    ...report,
    name: 'a trade report that nothing matches',
    open: async (page) => {
      await showFilters(page);
      await openList(page, /Status$/);
      await page.getByRole('option', { name: 'Failed' }).click();
      await typeDate(page, 'Start Date', '01012026');
      await typeDate(page, 'End Date', '01012026');
      const done = page.getByRole('button', { name: 'Show transactions' });
      if (await done.isVisible()) await done.click();
      await page.getByText('No transactions match your current filters.').waitFor();
    },
  },
  {
    ...report,
    name: 'a trade report without anything',
    who: 'newcomer',
    open: async (page) => page.getByText('No Transactions Found').waitFor(),
  },
  {
    ...report,
    name: 'a trade report that could not be loaded',
    prepare: async (page) => mockFailure(page, 'GetOrders'),
    open: async (page) => page.getByText('Error Loading Reports').waitFor({ timeout: 40_000 }),
  },
  {
    ...banks,
    name: 'the form of a bank account',
    open: async (page) => {
      await page.getByRole('button', { name: 'Add account in COP' }).click();
      await page.getByLabel('Account number').waitFor();
    },
  },
  {
    ...banks,
    name: 'the question about deleting a bank account',
    of: 'features/bank-accounts/delete-account-dialog.tsx',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    ...banks,
    name: 'a customer without bank accounts',
    who: 'programmer',
    open: async (page) => page.getByText('No bank accounts yet').waitFor(),
  },
];
