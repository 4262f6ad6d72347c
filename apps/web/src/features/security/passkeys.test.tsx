import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answering, exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { SecurityPage } from './security-page.tsx';
import { passkey, refusal, fakeSecurity } from './testing.ts';

/** Stands in for the browser. */
const createCredential = vi.fn();

useFakeExchange();

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {});
  Object.defineProperty(navigator, 'credentials', {
    value: { create: createCredential },
    configurable: true,
  });
  createCredential.mockReset().mockResolvedValue(madeCredential);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const madeCredential = {
  id: 'made',
  rawId: bytes('made'),
  type: 'public-key',
  response: { attestationObject: bytes('attested'), clientDataJSON: bytes('data') },
  getClientExtensionResults: () => ({}),
};

async function openAdd() {
  const page = renderPage(<SecurityPage />);
  await page.user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  return { ...page, dialog: await screen.findByRole('dialog', { name: 'Add a passkey' }) };
}

test('a passkey is named, created by the browser and registered', async () => {
  fakeSecurity();
  const { user, dialog } = await openAdd();
  const name = within(dialog).getByLabelText('Name');
  await waitFor(() => expect(name).toHaveFocus());
  await user.keyboard('My laptop{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText('My laptop')).toBeInTheDocument();
  expect(createCredential).toHaveBeenCalledOnce();
  const [sent] = findRequests('AddPasskey') as [{ Name: string; Response: string }];
  expect(sent.Name).toBe('My laptop');
  expect(JSON.parse(sent.Response)).toMatchObject({ id: 'made', response: { clientDataJSON: 'ZGF0YQ' } });
});

test('a passkey without a name is not started', async () => {
  fakeSecurity();
  const { user, dialog } = await openAdd();
  await user.type(within(dialog).getByLabelText('Name'), '   {Enter}');
  expect(within(dialog).getByText('Give the passkey a name.')).toBeInTheDocument();
  expect(findRequests('BeginPasskey')).toEqual([]);
});

test.each([
  ['NotAllowedError', 'The browser did not create a passkey.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['NotSupportedError', 'This browser could not make a passkey.'],
])('a browser that answers %s gets an explanation, and the name stays', async (name, text) => {
  fakeSecurity();
  const { user, dialog } = await openAdd();
  createCredential.mockRejectedValue(Object.assign(new Error('from the browser'), { name }));
  await user.type(within(dialog).getByLabelText('Name'), 'Phone{Enter}');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(text);
  expect(within(dialog).getByLabelText('Name')).toHaveValue('Phone');
  expect(findRequests('AddPasskey')).toEqual([]);
});

test('a passkey that the exchange refuses shows the exchange’s message', async () => {
  fakeSecurity();
  exchange.use(answering('AddPasskey', refusal('Operation Failed', 'Passkey not accepted')));
  const { user, dialog } = await openAdd();
  await user.type(within(dialog).getByLabelText('Name'), 'Phone{Enter}');
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Passkey not accepted');
});

test('passkeys are listed with their days, and removed after a confirmation', async () => {
  fakeSecurity({
    passkeys: [passkey('p1', 'Laptop', '2026-03-05T14:07:00.000Z'), passkey('p2', 'Old phone')],
  });
  const { user } = renderPage(<SecurityPage />);
  const laptop = (await screen.findByText('Laptop')).closest('li');
  expect(laptop).toHaveTextContent(/Last used Mar 5, 2026/);
  expect(laptop).toHaveTextContent(/Added Feb 1, 2026/);
  expect(screen.getByText('Old phone').closest('li')).toHaveTextContent('Never used');
  await user.click(screen.getByRole('button', { name: 'Remove Old phone' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove this passkey?' });
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(findRequests('RemovePasskey')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove Old phone' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove the passkey' }),
  );
  await waitFor(() => expect(screen.queryByText('Old phone')).not.toBeInTheDocument());
  expect(findRequests('RemovePasskey')).toEqual([{ PasskeyId: 'p2' }]);
  expect(screen.getByText('Laptop')).toBeInTheDocument();
});

test('a browser without passkey support is explained, and passkeys can still be removed', async () => {
  vi.unstubAllGlobals();
  fakeSecurity({ passkeys: [passkey('p1', 'Laptop')] });
  renderPage(<SecurityPage />);
  expect(await screen.findByText(/This browser cannot make passkeys/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Remove Laptop' })).toBeInTheDocument();
});

test('no passkeys and passkeys that do not load are different things', async () => {
  fakeSecurity();
  exchange.use(failing('/AP/GetPasskeys', 503, '{}'));
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Your passkeys could not be loaded')).toBeInTheDocument();
  fakeSecurity();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('You have no passkeys yet.')).toBeInTheDocument();
});
