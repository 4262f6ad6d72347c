/** The API keys page when the exchange requires a re-authentication before it changes a key. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { answering, exchange } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { Toaster } from '@salar/ui';
import { SessionPrompts } from '../../app/session-prompts.tsx';
import { ApiKeysPage } from './api-keys-page.tsx';

useFakeExchange();

const key = { APIKey: 'aa11bb22cc33dd44', APISecret: '', UserId: 17, Permissions: ['Trading'] };
const listed = { ...key, IpWhiteList: '203.0.113.9' };
const unproved = {
  result: false,
  errormsg: 'Operation Failed',
  errorcode: 101,
  detail: 'Re-authentication required',
};
/** Answers a call with the token of a re-authentication only. */
const afterProof = (name: string, answer: object) =>
  http.post(`*/AP/${name}`, ({ request }) =>
    Response.json(request.headers.get('aptoken') === 'new' ? answer : unproved),
  );
beforeEach(() => {
  exchange.use(
    answering('GetUserPermissions', ['AccountReadOnly', 'Deposit', 'Trading', 'Withdraw']),
    answering('GetUserAPIKeys', [listed]),
    answering('Reauthenticate', { Authenticated: true, SessionToken: 'new', errormsg: null }),
    afterProof('AddUserAPIKey', { ...listed, APISecret: 'secret', Nonce: 0 }),
    afterProof('UpdateUserAPIKeyWhitelist', { ...listed, IpWhiteList: '', APISecret: null, Nonce: 0 }),
  );
});

async function open() {
  const { user } = renderPage(
    <>
      <ApiKeysPage />
      <SessionPrompts />
      <Toaster />
    </>,
  );
  await screen.findByText('aa11bb22…');
  const prove = async () => {
    await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.type(screen.getByLabelText('Password'), 'Secret-1{Enter}');
  };
  return { user, prove };
}

test('S6 a key is created once the customer has confirmed who they are', async () => {
  const { user, prove } = await open();
  await user.click(screen.getByRole('button', { name: 'Create API Key' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create an API key' }));
  await user.click(await form.findByRole('checkbox', { name: /^Trading/ }));
  await user.click(form.getByRole('button', { name: 'Create API Key' }));
  await prove();
  expect(await screen.findByRole('dialog', { name: 'Your new API key' })).toBeInTheDocument();
});

test('S6 a wider list is saved after the confirmation, and without it the dialog says that nothing changed', async () => {
  const { user, prove } = await open();
  await user.click(screen.getByRole('button', { name: 'Edit IP whitelist of aa11bb22…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit IP whitelist' }));
  await user.clear(dialog.getByLabelText('IP whitelist'));
  const save = dialog.getByRole('button', { name: 'Update IP Whitelist' });
  await user.click(save);
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.click(proof.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'You did not confirm that it is you, so nothing changed.',
  );
  await user.click(save);
  await prove();
  expect(await screen.findByText('IP whitelist updated successfully')).toBeInTheDocument();
});
