import { waitForFocus } from '@salar/ui/testing/wait-for-focus';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { HttpResponse, http } from 'msw';
import { signedOut } from '../../session/session-slice.ts';
import { answering, exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { catchSavedFile } from '../../lib/testing/catch-saved-file.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { ApiKeysPage } from './api-keys-page.tsx';

useFakeExchange();

type Key = {
  readonly APIKey: string;
  readonly APISecret: string | null;
  readonly UserId: number;
  Permissions: string[];
  IpWhiteList: string;
  DailyNotional?: string | undefined;
};
const key = (APIKey: string, Permissions: string[] = ['Trading'], IpWhiteList = ''): Key => ({
  APIKey,
  APISecret: '',
  UserId: 17,
  Permissions,
  IpWhiteList,
});
const secret = '0123456789abcdef0123456789abcdef';
const trading = 'aa11bb22cc33dd44ee55ff6600112233';
const listed = 'bb99bb22cc33dd44ee55ff6600112233';
const accepted = { result: true, errormsg: null, errorcode: 0, detail: null };
const refused = (detail: string) => ({
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail,
});

let keys: Key[];
beforeEach(() => {
  keys = [key(trading), key(listed, ['AccountReadOnly', 'Deposit'], '203.0.113.9,2001:db8::/64')];
  const named = (body: Record<string, unknown>) => {
    const found = keys.find(({ APIKey }) => APIKey === body['APIKey']);
    if (!found) throw new Error('the page names a key that is there');
    return found;
  };
  exchange.use(
    answering('GetUserPermissions', ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw']),
    answering('GetUserAPIKeys', () => keys),
    answering('AddUserAPIKey', (body) => {
      const made = key('cc00bb22cc33dd44ee55ff6600112233', body['Permissions'] as string[]);
      keys = [...keys, made];
      return { ...made, APISecret: secret, Nonce: 1793000000123, IpWhiteList: String(body['IpWhiteList']) };
    }),
    answering('UpdateUserAPIKeyWhitelist', (body) => {
      named(body).IpWhiteList = String(body['IpWhiteList']).replaceAll(' ', '');
      return { ...named(body), APISecret: null, Nonce: 0 };
    }),
    answering('UpdateUserAPIKeyDailyNotional', (body) => {
      named(body).DailyNotional = body['DailyNotional'] as string | undefined;
      return { ...named(body), APISecret: null, Nonce: 0 };
    }),
    answering('AddUserAPIKeyPermission', (body) => {
      named(body).Permissions.push(String(body['Permission']));
      return accepted;
    }),
    answering('RemoveUserAPIKeyPermission', (body) => {
      const one = named(body);
      one.Permissions = one.Permissions.filter((name) => name !== body['Permission']);
      return accepted;
    }),
    answering('RemoveUserAPIKey', (body) => {
      keys = keys.filter(({ APIKey }) => APIKey !== body['APIKey']);
      return accepted;
    }),
  );
});

const findRow = async (start: string) => (await screen.findByText(`${start}…`)).closest('li, tr');

async function openPage(ready = 'aa11bb22…') {
  const page = renderPage(<ApiKeysPage />);
  await screen.findByText(ready);
  return page;
}

/** Opens the form, selects the permissions and submits. */
async function createKey(permissions: readonly string[]) {
  const page = await openPage();
  await page.user.click(screen.getByRole('button', { name: 'Create API Key' }));
  const form = await screen.findByRole('dialog', { name: 'Create an API key' });
  for (const permission of permissions)
    await page.user.click(await within(form).findByRole('checkbox', { name: new RegExp(`^${permission}`) }));
  return { ...page, form, submit: within(form).getByRole('button', { name: 'Create API Key' }) };
}

async function createdKey() {
  const { user, submit, ...page } = await createKey(['Trading']);
  await user.click(submit);
  return { ...page, user, dialog: await screen.findByRole('dialog', { name: 'Your new API key' }) };
}

// covers: api-keys.1
test('a signed-out visitor sees a link to log in', async () => {
  const { store } = renderPage(<ApiKeysPage />);
  store.dispatch(signedOut('customer'));
  expect(await screen.findByText('Please log in to manage API keys')).toBeInTheDocument();
});

test('each permission of a key is explained once, next to its wire name', async () => {
  await openPage();
  const legend = screen.getByRole('region', { name: 'What each permission allows' });
  const lines = within(legend).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'AccountReadOnlyReads balances, history and open orders.',
    'DepositCreates deposit addresses.',
    'TradingPlaces and cancels orders, and reads them.',
  ]);
});

// covers: api-keys.2, api-keys.3, calls.26
test('keys are listed by their first eight characters, with their permissions and allowed addresses', async () => {
  await openPage();
  const first = await findRow('aa11bb22');
  expect(first).toHaveTextContent('Trading');
  expect(first).toHaveTextContent('Any IP');
  const second = await findRow('bb99bb22');
  expect(second).toHaveTextContent(/AccountReadOnly.*Deposit/);
  expect(second).toHaveTextContent(/203\.0\.113\.9.*2001:db8::\/64/);
  expect(document.body.innerHTML).not.toContain(trading);
  expect(findRequests('GetUserAPIKeys')).toEqual([{ UserId: 17 }]);
});

test('a long whitelist is cut to its first addresses and the number of the others', async () => {
  const addresses = Array.from({ length: 9 }, (_, at) => `203.0.113.${at}`);
  keys = [key(trading, ['Trading'], addresses.join(','))];
  await openPage();
  const row = await findRow('aa11bb22');
  expect(row).toHaveTextContent(/203\.0\.113\.3.*and 5 more/);
  expect(row).not.toHaveTextContent('203.0.113.4');
});

// covers: api-keys.5
test('without keys the page offers to create the first one', async () => {
  keys = [];
  const { user } = renderPage(<ApiKeysPage />);
  expect(await screen.findByText('No API keys found')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Create your first API key' }));
  expect(await screen.findByRole('dialog', { name: 'Create an API key' })).toBeInTheDocument();
});

test('keys that cannot be loaded show the reason and a way to retry', async () => {
  exchange.use(failing('/AP/GetUserAPIKeys', 503, 'DOWN'));
  const { user } = renderPage(<ApiKeysPage />);
  expect(await screen.findByText('Your API keys could not be loaded')).toBeInTheDocument();
  exchange.use(answering('GetUserAPIKeys', () => keys));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await findRow('aa11bb22')).toBeInTheDocument();
});

// covers: api-keys.7, api-keys.8
test('a new key needs at least one permission, each explained', async () => {
  const { user, form, submit } = await createKey([]);
  const permissions = within(within(form).getByRole('group', { name: 'What it may do' }));
  expect(await permissions.findAllByRole('checkbox')).toHaveLength(4);
  expect(within(form).getByText(/Places and cancels orders/)).toBeInTheDocument();
  await user.click(submit);
  expect(within(form).getByRole('alert')).toHaveTextContent('Please select at least one permission');
  expect(findRequests('AddUserAPIKey')).toEqual([]);
});

// covers: api-keys.9
test('typed addresses are shown as they were understood and sent as they were typed', async () => {
  const { user, form, submit } = await createKey(['Deposit', 'Trading']);
  await user.type(within(form).getByLabelText('IP whitelist'), '203.0.113.9, home');
  const [address, mistake] = within(form)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect([address, mistake]).toEqual(['203.0.113.9', 'homenot an IP address']);
  exchange.use(answering('AddUserAPIKey', refused('Invalid IP address: home')));
  await user.click(submit);
  expect(await within(form).findByRole('alert')).toHaveTextContent('“home” is not an IP address.');
  expect(within(form).getByLabelText('IP whitelist')).toHaveValue('203.0.113.9, home');
  expect(within(form).getByRole('checkbox', { name: /^Trading/ })).toBeChecked();
  expect(findRequests('AddUserAPIKey')).toEqual([
    { UserId: 17, Permissions: ['Deposit', 'Trading'], IpWhiteList: '203.0.113.9, home' },
  ]);
});

test('a key for older clients is requested as one, and the choice explains what that means', async () => {
  const { user, form, submit } = await createKey(['Trading']);
  const choice = within(form).getByRole('checkbox', { name: /^For older clients, such as ccxt/ });
  expect(choice).not.toBeChecked();
  expect(choice).toHaveAccessibleName(/The key cannot withdraw\.$/);
  await user.click(choice);
  await user.click(submit);
  await screen.findByRole('dialog', { name: 'Your new API key' });
  expect(findRequests('AddUserAPIKey')).toEqual([
    { UserId: 17, Permissions: ['Trading'], IpWhiteList: '', SignedRequestsOnly: false },
  ]);
});

// covers: api-keys.34
test.each([
  ['a server that is down', 503, 'DOWN', /We do not know yet whether there is a new key/],
  ['an answer that cannot be read', 200, 'no json', /do not know yet whether there is a new key/],
])('with %s the form stays and shows an error', async (_, status, text, cause) => {
  exchange.use(failing('/AP/AddUserAPIKey', status, text));
  const { user, form, submit } = await createKey(['Trading']);
  await user.click(submit);
  const notice = await within(form).findByRole('alert');
  expect(notice).toHaveTextContent('Failed to create API key');
  expect(notice).toHaveTextContent(cause);
  expect(within(form).getByRole('checkbox', { name: /^Trading/ })).toBeChecked();
});

// covers: api-keys.11, api-keys.12, api-keys.17, api-keys.18
test('B4 the secret is shown once, with ways to save it, and exists only on the screen', async () => {
  const { user, dialog, store } = await createdKey();
  const shown = within(dialog).getByText(secret);
  expect(shown).toBeInTheDocument();
  expect(within(dialog).getByText('cc00bb22cc33dd44ee55ff6600112233')).toBeInTheDocument();
  expect(within(dialog).getByText('1793000000123')).toBeInTheDocument();
  expect(JSON.stringify(store.getState())).not.toContain(secret);
  expect(JSON.stringify(localStorage) + JSON.stringify(sessionStorage)).not.toContain(secret);
  expect(window.location.href).not.toContain(secret);

  await user.click(within(dialog).getByRole('button', { name: 'Copy API Secret' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  const saved = catchSavedFile();
  await user.click(within(dialog).getByRole('button', { name: 'Export as JSON' }));
  expect([saved.name(), saved.type()]).toEqual(['api-key-cc00bb22.json', 'application/json']);
  expect(JSON.parse(await saved.text())).toEqual({
    APIKey: 'cc00bb22cc33dd44ee55ff6600112233',
    APISecret: secret,
    Nonce: 1_793_000_000_123,
    UserId: 17,
    Permissions: ['Trading'],
    IpWhiteList: '',
  });
  expect(await findRow('cc00bb22')).toBeInTheDocument();
});

// covers: api-keys.13, api-keys.14
test('the dialog of the new key closes only after the customer confirms that it is saved', async () => {
  const { user, dialog, router } = await createdKey();
  const stays = () => expect(within(dialog).getByText(secret)).toBeInTheDocument();
  const requestsBefore = () =>
    expect(
      within(dialog).getByText('Please confirm you have saved your API credentials'),
    ).toBeInTheDocument();
  await waitForFocus(dialog);
  await user.keyboard('{Escape}');
  requestsBefore();
  stays();
  for (const button of within(dialog).getAllByRole('button', { name: 'Close' })) {
    await user.click(button);
    stays();
  }
  await router.navigate('/settings/profile');
  stays();
  expect(router.state.location.pathname).toBe('/');
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);

  await user.click(
    within(dialog).getByRole('checkbox', {
      name: 'I have copied and securely stored my API key and secret',
    }),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(document.body.innerHTML).not.toContain(secret);
  await router.navigate('/settings/profile');
  expect(router.state.location.pathname).toBe('/settings/profile');
});

// covers: api-keys.19
test('the addresses of a key are edited in place', async () => {
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Edit IP whitelist of bb99bb22…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit IP whitelist' });
  expect(dialog).toHaveTextContent(listed);
  const field = within(dialog).getByLabelText('IP whitelist');
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveValue('203.0.113.9, 2001:db8::/64');
  await user.clear(field);
  await user.type(field, '198.51.100.4{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(findRequests('UpdateUserAPIKeyWhitelist')).toEqual([
    { UserId: 17, APIKey: listed, IpWhiteList: '198.51.100.4' },
  ]);
  await waitFor(async () => expect(await findRow('bb99bb22')).toHaveTextContent('198.51.100.4'));
});

test('a new key has the daily limit that was typed, and text that is no amount is not sent', async () => {
  const { user, form, submit } = await createKey(['Trading']);
  const field = within(form).getByLabelText('Daily limit (optional)');
  await user.type(field, 'lots');
  await user.click(submit);
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(findRequests('AddUserAPIKey')).toEqual([]);
  await user.clear(field);
  await user.type(field, '50,000,000');
  await user.click(submit);
  await screen.findByRole('dialog', { name: 'Your new API key' });
  expect(findRequests('AddUserAPIKey')).toEqual([
    { UserId: 17, Permissions: ['Trading'], IpWhiteList: '', DailyNotional: '50000000' },
  ]);
});

test('the daily limit of a key is listed and edited in place; without an amount the default applies', async () => {
  const { user } = await openPage();
  expect(await findRow('bb99bb22')).toHaveTextContent('No daily limit');
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'Edit daily limit of bb99bb22…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit daily limit' }));
    return { dialog, field: dialog.getByLabelText('Daily limit (optional)') };
  };
  const { field } = await openDialog();
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, '2,000,000,000{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(async () =>
    expect(await findRow('bb99bb22')).toHaveTextContent('Up to 2,000,000,000.00 COP a day'),
  );
  const again = await openDialog();
  expect(again.field).toHaveValue('2000000000');
  await user.clear(again.field);
  exchange.use(answering('UpdateUserAPIKeyDailyNotional', refused('Invalid DailyNotional')));
  await user.click(again.dialog.getByRole('button', { name: 'Update daily limit' }));
  expect(await again.dialog.findByRole('alert')).toBeInTheDocument();
  expect(findRequests('UpdateUserAPIKeyDailyNotional')).toEqual([
    { UserId: 17, APIKey: listed, DailyNotional: '2000000000' },
    { UserId: 17, APIKey: listed },
  ]);
});

// covers: api-keys.33
test('a refused list stays in the form with the reason', async () => {
  exchange.use(answering('UpdateUserAPIKeyWhitelist', refused('Invalid IP address: x')));
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Edit IP whitelist of aa11bb22…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('IP whitelist'), 'x');
  await user.click(within(dialog).getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('“x” is not an IP address.');
  expect(within(dialog).getByLabelText('IP whitelist')).toHaveValue('x');
});

test('a whitelist with too many addresses names the limit, in the field and in the refusal', async () => {
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Edit IP whitelist of aa11bb22…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit IP whitelist' });
  const limit = 'At most 20 IP addresses or networks are possible. Remove some.';
  await user.click(within(dialog).getByLabelText('IP whitelist'));
  await user.paste(Array.from({ length: 20 }, (_none, at) => `203.0.113.${at}`).join(','));
  expect(within(dialog).queryByText(limit)).not.toBeInTheDocument();
  await user.paste(',203.0.113.20');
  expect(within(dialog).getByText(limit)).toBeInTheDocument();
  exchange.use(answering('UpdateUserAPIKeyWhitelist', refused('Invalid IpWhiteList, at most 20 entries')));
  await user.click(within(dialog).getByRole('button', { name: 'Update IP Whitelist' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(limit);
});

async function openPermissions(start = 'bb99bb22') {
  const page = await openPage();
  await page.user.click(screen.getByRole('button', { name: `Edit permissions of ${start}…` }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit permissions' });
  await within(dialog).findByRole('button', { name: 'Add Withdraw' });
  const names = (part: string) =>
    within(within(dialog).getByRole('region', { name: part }))
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  return {
    ...page,
    dialog,
    current: () => names('Current permissions'),
    available: () => names('Available permissions'),
  };
}

// covers: api-keys.22, api-keys.23, api-keys.25, api-keys.26
test('permissions move between the two lists at once, and the table follows', async () => {
  const { user, dialog, current, available } = await openPermissions();
  expect(current()).toEqual(['Remove AccountReadOnly', 'Remove Deposit']);
  expect(available()).toEqual(['Add Trading', 'Add Withdraw']);
  let answer: (response: Response) => void = () => undefined;
  exchange.use(
    http.post('*/AP/AddUserAPIKeyPermission', () => new Promise<Response>((resolve) => (answer = resolve))),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Add Trading' }));
  await waitFor(() =>
    expect(current()).toEqual(['Remove AccountReadOnly', 'Remove Deposit', 'Remove Trading']),
  );
  keys[1]?.Permissions.push('Trading');
  answer(HttpResponse.json(accepted));
  await user.click(within(dialog).getByRole('button', { name: 'Remove Deposit' }));
  await waitFor(() => expect(available()).toEqual(['Add Deposit', 'Add Withdraw']));
  await waitFor(() =>
    expect(findRequests('RemoveUserAPIKeyPermission')).toEqual([
      { UserId: 17, APIKey: listed, Permission: 'Deposit' },
    ]),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(async () => expect(await findRow('bb99bb22')).toHaveTextContent(/AccountReadOnly.*Trading/));
});

// covers: api-keys.33
test('a refused permission moves back, with the reason', async () => {
  exchange.use(answering('AddUserAPIKeyPermission', refused('Not today')));
  const { user, dialog, current, available } = await openPermissions();
  await user.click(within(dialog).getByRole('button', { name: 'Add Withdraw' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Not today');
  await waitFor(() => expect(current()).toEqual(['Remove AccountReadOnly', 'Remove Deposit']));
  expect(available()).toEqual(['Add Trading', 'Add Withdraw']);
});

// covers: api-keys.38
test('a failed removal moves back with an error', async () => {
  exchange.use(failing('/AP/RemoveUserAPIKeyPermission', 500, 'DOWN'));
  const { user, dialog, current } = await openPermissions();
  await user.click(within(dialog).getByRole('button', { name: 'Remove Deposit' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Failed to remove permission');
  await waitFor(() => expect(current()).toEqual(['Remove AccountReadOnly', 'Remove Deposit']));
});

// covers: api-keys.24
test('a key with every permission has none to add', async () => {
  const { user, dialog } = await openPermissions();
  await user.click(within(dialog).getByRole('button', { name: 'Add Trading' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add Withdraw' }));
  expect(
    await within(dialog).findByText('All available permissions are already assigned to this API key.'),
  ).toBeInTheDocument();
});

// covers: api-keys.27
test('a key is deleted after a confirmation that shows it', async () => {
  const { user } = await openPage();
  const ask = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete API key aa11bb22…' }));
    return screen.findByRole('alertdialog', { name: 'Delete API key' });
  };
  const question = await ask();
  expect(question).toHaveTextContent(
    'Are you sure you want to delete this API key? This action cannot be undone.',
  );
  expect(question).toHaveTextContent(trading);
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(findRequests('RemoveUserAPIKey')).toEqual([]);

  await user.click(within(await ask()).getByRole('button', { name: 'Delete API Key' }));
  await waitFor(() => expect(screen.queryByText('aa11bb22…')).not.toBeInTheDocument());
  expect(findRequests('RemoveUserAPIKey')).toEqual([{ UserId: 17, APIKey: trading }]);
  expect(await findRow('bb99bb22')).toBeInTheDocument();
});

// covers: api-keys.36
test('a failed deletion leaves the dialog open with an error', async () => {
  exchange.use(failing('/AP/RemoveUserAPIKey', 500, 'DOWN'));
  const { user } = await openPage();
  await user.click(screen.getByRole('button', { name: 'Delete API key aa11bb22…' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Delete API Key' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent('Failed to delete API key');
});

test('the page links to the API documentation', async () => {
  renderPage(<ApiKeysPage />);
  const link = await screen.findByRole('link', { name: /API documentation/ });
  expect(link).toHaveAttribute('href', '/docs#authentication');
});
