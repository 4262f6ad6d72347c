/** The texts that the product spec defines are used verbatim, in English. */
import { beforeAll, expect, test } from 'vitest';
import { changeLanguage, loadTexts, startI18n } from './i18n.ts';
import { features } from './texts.ts';

let i18n: Awaited<ReturnType<typeof startI18n>>;
beforeAll(async () => {
  i18n = await startI18n();
  await Promise.all(features.map(loadTexts));
});

type Values = Readonly<Record<string, string | number>>;
test.each<readonly [key: string, text: string, values?: Values]>([
  // The frame
  ['shell.nav.dashboard', 'Dashboard'],
  ['shell.nav.transfers', 'Recharge/Withdraw'],
  ['shell.nav.swap', 'Swap'],
  // Sign-in and second factor
  ['errors.accountLocked', 'Account locked. Please contact support.'],
  ['errors.loginFailed', 'Username or password is incorrect. Please try again.'],
  ['errors.2faInvalid', 'Invalid 2FA code. Please try again.'],
  ['errors.error2FA', 'Error authenticating 2FA'],
  ['security.factor.failedToggle', 'Error toggling 2FA: no answer', { reason: 'no answer' }],
  ['security.factor.failedDisable', 'Error disabling Two Factor Authentication'],
  ['security.factor.enable', 'Enable'],
  ['security.factor.disable', 'Disable'],
  ['security.enable.failedPicture', 'Failed to load QR code'],
  // Sign-up, verification of the e-mail, password
  ['errors.userOrEmailExists', 'A user or email with these details already exists.'],
  ['errors.userEmailAlreadyExists', 'This email is already registered.'],
  ['errors.userNameAlreadyExists', 'This username is already taken.'],
  [
    'verify-email.failure.body',
    'Your email has not been verified. Please check your email for the verification code.',
  ],
  [
    'verify-email.success.body',
    'Your email has been verified successfully. You can now login to the exchange.',
  ],
  ['verify-email.success.login', 'Login'],
  ['security.password.failed.noUserName', 'Error'],
  // Dashboard
  ['balances.productNotFound.title', 'Product not found'],
  ['balances.history.trades', 'Trade reports'],
  ['balances.history.deposits', 'Deposit state'],
  ['balances.history.withdrawals', 'Withdraw state'],
  // Swap
  ['swap.errors.insufficientFunds', 'Not Enough Balance'],
  ['swap.errors.exception', 'Error swapping tokens'],
  ['swap.errors.swapNotAllowed', 'Swap combination not allowed, please try another'],
  // Deposit and withdraw
  ['transfers.deposit.wip', 'WIP'],
  ['transfers.withdraw.max', 'MAX'],
  ['transfers.withdraw.errors.exceedsBalance', 'Amount exceeds your available balance'],
  ['transfers.withdraw.errors.unknown', 'Unknown error'],
  ['destinations.fillRequired', 'Please fill all required fields'],
  ['confirm-withdraw.failure.title', 'something went wrong'],
  // Verification
  ['verification.errors.load', 'Failed to load account information.'],
  ['verification.errors.invalidUser', 'Invalid user.'],
  // API keys
  ['api-keys.signedOut', 'Please log in to manage API keys'],
  ['api-keys.table.key', 'API Key'],
  ['api-keys.table.permissions', 'Permissions'],
  ['api-keys.table.addresses', 'IP Whitelist'],
  ['api-keys.address.any', 'Any IP'],
  ['api-keys.address.placeholder', 'Comma-separated IPs, empty for any IP'],
  ['api-keys.address.submit', 'Update IP Whitelist'],
  ['api-keys.address.busy', 'Updating...'],
  ['api-keys.address.success', 'IP whitelist updated successfully'],
  ['api-keys.address.failed', 'Failed to update IP whitelist'],
  ['api-keys.empty.title', 'No API keys found'],
  ['api-keys.empty.action', 'Create your first API key'],
  ['api-keys.create.open', 'Create API Key'],
  ['api-keys.create.chooseOne', 'Please select at least one permission'],
  ['api-keys.create.success', 'API Key created successfully'],
  ['api-keys.create.failed', 'Failed to create API key'],
  ['api-keys.credentials.kept', 'I have copied and securely stored my API key and secret'],
  ['api-keys.credentials.keepFirst', 'Please confirm you have saved your API credentials'],
  ['api-keys.credentials.exported', 'API credentials exported as JSON file'],
  ['api-keys.permissions.allAssigned', 'All available permissions are already assigned to this API key.'],
  ['api-keys.permissions.add', 'Add'],
  ['api-keys.permissions.done', 'Done'],
  ['api-keys.permissions.added', 'Permission "Trading" added successfully', { permission: 'Trading' }],
  ['api-keys.permissions.removed', 'Permission "Trading" removed successfully', { permission: 'Trading' }],
  ['api-keys.permissions.addFailed', 'Failed to add permission'],
  ['api-keys.permissions.removeFailed', 'Failed to remove permission'],
  ['api-keys.delete.body', 'Are you sure you want to delete this API key? This action cannot be undone.'],
  ['api-keys.delete.success', 'API Key deleted successfully'],
  ['api-keys.delete.failed', 'Failed to delete API key'],
  ['ui.copiedToClipboard', 'API Key copied to clipboard', { item: 'API Key' }],
  // Trade report
  ['trade-report.filters.type', 'Type'],
  ['trade-report.filters.status', 'Status'],
  ['trade-report.filters.startDate', 'Start Date'],
  ['trade-report.filters.endDate', 'End Date'],
  ['trade-report.filters.product', 'Product'],
  ['trade-report.filters.clear', 'Clear Filters'],
  ['trade-report.export', 'Export CSV'],
  ['trade-report.showing', 'Showing 3 of 45 transactions', { shown: 3, total: 45 }],
  ['trade-report.pager.previous', 'Previous'],
  ['trade-report.pager.next', 'Next'],
  ['trade-report.pager.page', 'Page 2 of 3', { page: 2, pages: 3 }],
  ['trade-report.table.price', '@ 60,000.00 USDT', { price: '60,000.00', unit: 'USDT' }],
  ['trade-report.empty.title', 'No Transactions Found'],
  ['trade-report.empty.none', "You don't have any transactions yet."],
  ['trade-report.empty.filtered', 'No transactions match your current filters.'],
  ['trade-report.error.title', 'Error Loading Reports'],
  ['trade-report.error.body', 'There was an error loading your transaction history.'],
  // Bank accounts
  ['destinations.bank.createSuccess', 'Bank account added successfully'],
  ['bank-accounts.delete.success', 'Bank account deleted successfully'],
  ['bank-accounts.delete.failed', 'Failed to delete bank account: no', { message: 'no' }],
  ['bank-accounts.delete.unknown', 'Unknown error'],
  ['bank-accounts.card.verified', 'Verified'],
  ['bank-accounts.card.unverified', 'Unverified'],
  // Verification in Brazil
  ['brazil-form.status.Processing', 'Processing'],
  ['brazil-form.status.Verified', 'Verified'],
  ['brazil-form.status.Rejected', 'Rejected'],
  ['brazil-form.status.Expired', 'Expired'],
])('%s says "%s"', (key, text, values = {}) => {
  expect(i18n.t(key as never, values as never)).toBe(text);
});

// covers: sign-in.3
test('a busy button says "Procesando..." in Spanish, and its translation elsewhere', async () => {
  const said: string[] = [];
  for (const language of ['es', 'en', 'pt'] as const) {
    await changeLanguage(language);
    said.push(i18n.t('common.processing'));
  }
  expect(said).toEqual(['Procesando...', 'Processing...', 'Processando...']);
});

// covers: security.2
test.each([
  ['en', 'Username', 'Email'],
  ['es', 'Nombre de usuario', 'Correo electrónico'],
  ['pt', 'Nome de usuário', 'E-mail'],
] as const)(
  'the labels of the profile are in the customer’s language: %s',
  async (language, userName, email) => {
    await changeLanguage(language);
    expect(i18n.t('settings.profile.userName')).toBe(userName);
    expect(i18n.t('settings.profile.email')).toBe(email);
  },
);

// covers: figures.4
test('the generic messages of fields are there, with their bounds', () => {
  const messages = [
    'required',
    'invalidEmail',
    'invalidPhone',
    'invalidNumber',
    'selectOption',
    'invalidFormat',
  ];
  for (const name of messages) expect(i18n.t(`errors.${name}` as never)).not.toContain('errors.');
  const bounded = [
    ['minLength', { min: 3 }],
    ['maxLength', { max: 3 }],
    ['minValue', { min: 3 }],
    ['maxValue', { max: 3 }],
  ] as const;
  for (const [name, bound] of bounded) expect(i18n.t(`errors.${name}`, bound as never)).toMatch(/\b3\b/);
});
