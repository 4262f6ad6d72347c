/** What the page of API keys says about what was done to a key. */
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
  const told = async (text: string) => {
    const toasts = within(await screen.findByRole('region', { name: /Notifications/ }));
    expect(await toasts.findByText(text)).toBeInTheDocument();
  };
  return { user, press, told };
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
test('new addresses of a key are told by a toast', async () => {
  const { user, press, told } = await open();
  await press('Edit IP whitelist of aa11bb22…');
  await user.click(await screen.findByRole('button', { name: 'Update IP Whitelist' }));
  await told('IP whitelist updated successfully');
});

// covers: api-keys.31, api-keys.32
test.each([
  ['added', 'Add Deposit', 'Permission "Deposit" added successfully'],
  ['removed', 'Remove Trading', 'Permission "Trading" removed successfully'],
])('a permission that is %s is told by a toast', async (_, button, text) => {
  const { user, press, told } = await open();
  await press('Edit permissions of aa11bb22…');
  await user.click(await screen.findByRole('button', { name: button }));
  await told(text);
});

// covers: api-keys.30
test('a key that is deleted is told by a toast', async () => {
  const { user, press, told } = await open();
  await press('Delete API key aa11bb22…');
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete API Key' }),
  );
  await told('API Key deleted successfully');
});

const refused = (errormsg: string) => ({ result: false, errormsg, errorcode: 100, detail: null });

test('an address that is refused is said once, beside its field, which has the focus', async () => {
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
  // A toast of it would be a second one; toasts of other tests may still stand.
  expect(screen.getAllByText(/is not an IP address/)).toHaveLength(1);
  await user.type(field, 'x');
  expect(field).toBeValid();
});

test('a new key asks once for a permission, and later once that its secret is kept, with the focus on the choice', async () => {
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
  'what fails in a dialog is said in it, and in no toast: %s',
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
test('a key that is made is told by a toast', async () => {
  const page = await open();
  await create(page);
  await page.told('API Key created successfully');
});

// covers: api-keys.15, api-keys.16
test('what is copied and exported is told', async () => {
  const page = await open();
  catchSavedFile();
  const dialog = await create(page);
  await page.user.click(dialog.getByRole('button', { name: 'Copy API Secret' }));
  expect((await screen.findAllByText('API Secret copied to clipboard')).length).toBeGreaterThan(0);
  await page.user.click(dialog.getByRole('button', { name: 'Export as JSON' }));
  await page.told('API credentials exported as JSON file');
});

// covers: api-keys.4
test('a row has its three actions, each named with its key', async () => {
  await open();
  const row = screen.getByText('aa11bb22…').closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Edit IP whitelist of aa11bb22…', 'Edit permissions of aa11bb22…', 'Delete API key aa11bb22…']);
});

// covers: api-keys.6
test('while the keys are on their way the table says so', async () => {
  exchange.use(http.all('*/AP/GetUserAPIKeys', () => new Promise(() => undefined)));
  renderPage(<ApiKeysPage />);
  expect(await screen.findByRole('table')).toHaveAttribute('aria-busy', 'true');
});

// covers: api-keys.20, api-keys.21
test('the field of addresses says what it takes, and the button what it does', async () => {
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
test('a list of addresses that could not be changed says so', async () => {
  const { user, press } = await open();
  exchange.use(failing('/AP/UpdateUserAPIKeyWhitelist', 500, 'DOWN'));
  await press('Edit IP whitelist of aa11bb22…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to update IP whitelist');
});

// covers: api-keys.37
test('a permission that could not be added says so', async () => {
  const { user, press } = await open();
  exchange.use(failing('/AP/AddUserAPIKeyPermission', 500, 'DOWN'));
  await press('Edit permissions of aa11bb22…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Add Deposit' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to add permission');
});
