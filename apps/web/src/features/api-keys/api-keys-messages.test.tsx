/** The messages that the API keys page shows after something was done to a key. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { Toaster } from '@salar/ui';
import { beforeEach, expect, test } from 'vitest';
import { answering, exchange, failing } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { catchSavedFile } from '../../lib/testing/catch-saved-file.ts';
import { ApiKeysPage } from './api-keys-page.tsx';

useFakeExchange();

const key = {
  APIKey: 'aa11bb22cc33dd44',
  APISecret: '',
  UserId: 17,
  Permissions: ['Trading'],
  IpWhiteList: '',
};
const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
beforeEach(() => {
  exchange.use(
    answering('GetUserPermissions', ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw']),
    answering('GetUserAPIKeys', [key]),
    answering('AddUserAPIKey', { ...key, APIKey: 'cc00bb22cc33dd44', APISecret: 'secret', Nonce: 0 }),
    answering('UpdateUserAPIKeyWhitelist', { ...key, Nonce: 0 }),
    answering('AddUserAPIKeyPermission', accepted),
    answering('RemoveUserAPIKeyPermission', accepted),
    answering('RemoveUserAPIKey', accepted),
  );
});
async function open() {
  const { user } = renderPage(
    <>
      <ApiKeysPage />
      <Toaster />
    </>,
  );
  await screen.findByText('aa11bb22…');
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const expectToast = async (text: string) => {
    const toasts = within(await screen.findByRole('region', { name: /Notifications/ }));
    expect(await toasts.findByText(text)).toBeInTheDocument();
  };
  return { user, press, expectToast };
}
type Page = Awaited<ReturnType<typeof open>>;
async function create({ user, press }: Page) {
  await press('Create API Key');
  const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
  await user.click(await form.findByRole('checkbox', { name: /^Trading/ }));
  await user.click(form.getByRole('button', { name: 'Create API Key' }));
  return within(await screen.findByRole('dialog', { name: 'Your new API key' }));
}

// covers: api-keys.35
test('a refusal for which the exchange gives no reason says what failed', async () => {
  exchange.use(
    answering('UpdateUserAPIKeyWhitelist', { result: false, errormsg: null, errorcode: 104, detail: null }),
  );
  const { user, press } = await open();
  await press('Edit IP whitelist of aa11bb22…');
  await user.click(await screen.findByRole('button', { name: 'Update IP Whitelist' }));
  expect(await screen.findAllByText('Failed to update IP whitelist')).not.toHaveLength(0);
  expect(screen.queryByText('The exchange refused the request.')).not.toBeInTheDocument();
});

// covers: api-keys.29
test('a toast confirms the new addresses of a key', async () => {
  const { user, press, expectToast } = await open();
  await press('Edit IP whitelist of aa11bb22…');
  await user.click(await screen.findByRole('button', { name: 'Update IP Whitelist' }));
  await expectToast('IP whitelist updated successfully');
});

// covers: api-keys.31, api-keys.32
test.each([
  ['added', 'Add Deposit', 'Permission "Deposit" added successfully'],
  ['removed', 'Remove Trading', 'Permission "Trading" removed successfully'],
])('a toast confirms that a permission was %s', async (_, button, text) => {
  const { user, press, expectToast } = await open();
  await press('Edit permissions of aa11bb22…');
  await user.click(await screen.findByRole('button', { name: button }));
  await expectToast(text);
});

// covers: api-keys.30
test('a toast confirms that a key was deleted', async () => {
  const { user, press, expectToast } = await open();
  await press('Delete API key aa11bb22…');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete API Key' }),
  );
  await expectToast('API Key deleted successfully');
});

const refused = (errormsg: string) => ({ result: false, errormsg, errorcode: 100, detail: null });

test('the reason why an address was refused appears once, beside its field, which has the focus', async () => {
  exchange.use(answering('UpdateUserAPIKeyWhitelist', refused('Invalid IP address: home')));
  const { user, press } = await open();
  await press('Edit IP whitelist of aa11bb22…');
  const dialog = await screen.findByRole('dialog', { name: 'Edit IP whitelist' });
  const field = within(dialog).getByLabelText('IP whitelist');
  await user.type(field, 'home');
  await user.click(within(dialog).getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('“home” is not an IP address.');
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/“home” is not an IP address\./);
  // A toast would repeat the reason; toasts of other tests may still be visible.
  expect(screen.getAllByText(/is not an IP address/)).toHaveLength(1);
  await user.type(field, 'x');
  expect(field).toBeValid();
});

test('a new key requires a permission and later the confirmation that it is saved, focusing the choice', async () => {
  const page = await open();
  await page.press('Create API Key');
  const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
  const [first] = await form.findAllByRole('checkbox');
  await page.user.click(form.getByRole('button', { name: 'Create API Key' }));
  expect(first).toHaveFocus();
  expect(screen.getAllByText('Please select at least one permission')).toHaveLength(1);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const created = await create(page);
  await page.user.click(created.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(created.getByRole('checkbox')).toHaveFocus();
  expect(screen.getAllByText('Please confirm you have saved your API credentials')).toHaveLength(1);
});

test.each([
  ['RemoveUserAPIKey', 'Delete API key aa11bb22…', 'Delete API Key', 'alertdialog'],
  ['AddUserAPIKeyPermission', 'Edit permissions of aa11bb22…', 'Add Deposit', 'dialog'],
] as const)(
  'a failure in a dialog is shown in the dialog and in no toast: %s',
  async (call, opener, button, role) => {
    exchange.use(answering(call, refused('Not today')));
    const { user, press } = await open();
    await press(opener);
    await user.click(await within(await screen.findByRole(role)).findByRole('button', { name: button }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today');
    expect(screen.getAllByText('Not today')).toHaveLength(1);
  },
);

// covers: api-keys.28
test('a toast confirms that a key was created', async () => {
  const page = await open();
  await create(page);
  await page.expectToast('API Key created successfully');
});

// covers: api-keys.15, api-keys.16
test('toasts confirm copying and exporting', async () => {
  const page = await open();
  catchSavedFile();
  const dialog = await create(page);
  await page.user.click(dialog.getByRole('button', { name: 'Copy API Secret' }));
  expect((await screen.findAllByText('API Secret copied to clipboard')).length).toBeGreaterThan(0);
  await page.user.click(dialog.getByRole('button', { name: 'Export as JSON' }));
  await page.expectToast('API credentials exported as JSON file');
});

// covers: api-keys.4
test('a row has its actions, each labelled with its key', async () => {
  await open();
  const row = screen.getByText('aa11bb22…').closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual([
    'Edit IP whitelist of aa11bb22…',
    'Edit permissions of aa11bb22…',
    'Edit daily limit of aa11bb22…',
    'Delete API key aa11bb22…',
  ]);
});

// covers: api-keys.6
test('the table shows that the keys are loading', async () => {
  exchange.use(http.all('*/AP/GetUserAPIKeys', () => new Promise(() => undefined)));
  renderPage(<ApiKeysPage />);
  expect(await screen.findByRole('table')).toHaveAttribute('aria-busy', 'true');
});

// covers: api-keys.20, api-keys.21
test('the addresses field describes what it accepts, and the button what it does', async () => {
  const { user, press } = await open();
  exchange.use(http.all('*/AP/UpdateUserAPIKeyWhitelist', () => new Promise(() => undefined)));
  await press('Edit IP whitelist of aa11bb22…');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('IP whitelist')).toHaveAttribute(
    'placeholder',
    'Comma-separated IPs, empty for any IP',
  );
  await user.click(dialog.getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await dialog.findByRole('button', { name: 'Updating...' })).toBeInTheDocument();
});

// covers: api-keys.35
test('a list of addresses that could not be changed shows an error', async () => {
  const { user, press } = await open();
  exchange.use(failing('/AP/UpdateUserAPIKeyWhitelist', 500, 'DOWN'));
  await press('Edit IP whitelist of aa11bb22…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update IP whitelist');
});

// covers: api-keys.37
test('a permission that could not be added shows an error', async () => {
  const { user, press } = await open();
  exchange.use(failing('/AP/AddUserAPIKeyPermission', 500, 'DOWN'));
  await press('Edit permissions of aa11bb22…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Add Deposit' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to add permission');
});
