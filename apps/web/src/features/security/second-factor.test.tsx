import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, exchange, failing, findRequests } from '../../api/testing/fake-exchange.ts';
import { catchSavedFile } from '../../lib/testing/catch-saved-file.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { reauthenticationDeclined } from '../../session/session-slice.ts';
import { SecurityPage } from './security-page.tsx';
import { accepted, picture, recoveryCodes, refusal, rightCode, secret, fakeSecurity } from './testing.ts';

useFakeExchange();

const codeField = '6-digit code from your app';

async function openEnable() {
  const page = renderPage(<SecurityPage />);
  await page.user.click(await screen.findByRole('button', { name: 'Enable' }));
  return { ...page, dialog: await screen.findByRole('dialog', { name: 'Enable two-factor authentication' }) };
}

async function openDisable() {
  const page = renderPage(<SecurityPage />);
  await page.user.click(await screen.findByRole('button', { name: 'Disable' }));
  return {
    ...page,
    dialog: await screen.findByRole('dialog', { name: 'Disable two-factor authentication' }),
  };
}

// covers: security.4, security.5
test('enabling shows the QR code and the key, requires a code, and then shows the recovery codes once', async () => {
  fakeSecurity();
  const { user, dialog } = await openEnable();
  const image = within(dialog).getByRole('img', { name: 'QR code for your authenticator app' });
  expect(image).toHaveAttribute('src', `data:image/png;base64,${picture}`);
  expect(dialog).toHaveTextContent('KRSXG5CTMVRXEZLU');
  await user.click(within(dialog).getByRole('button', { name: 'Copy key' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(within(dialog).getByRole('button', { name: 'Enter the code' }));
  await user.type(within(dialog).getByLabelText(codeField), rightCode);

  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  expect(within(codes).queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await user.click(within(codes).getByRole('button', { name: 'Copy codes' }));
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));
  await user.click(within(codes).getByRole('button', { name: 'Finish' }));
  expect(within(codes).getByText('Save the codes first: they will not be shown again.')).toBeInTheDocument();
  await user.click(within(codes).getByRole('checkbox'));
  await user.click(within(codes).getByRole('button', { name: 'Finish' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('button', { name: 'Disable' })).toBeInTheDocument();
  expect(screen.getByText('On')).toBeInTheDocument();
  expect(findRequests('Authenticate2FA')).toEqual([{ code: rightCode }]);
});

test('S5: the key, the codes and the typed text are stored nowhere, nor in the state of the app', async () => {
  fakeSecurity();
  const { user, dialog, store } = await openEnable();
  await user.click(within(dialog).getByRole('button', { name: 'Enter the code' }));
  await user.type(within(dialog).getByLabelText(codeField), rightCode);
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  await user.click(within(codes).getByRole('checkbox'));
  await user.click(within(codes).getByRole('button', { name: 'Finish' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const kept = [store.getState(), Object.entries(localStorage), Object.entries(sessionStorage)];
  for (const canary of [secret, picture, rightCode, recoveryCodes[0] ?? '']) {
    expect(JSON.stringify(kept)).not.toContain(canary);
  }
});

test('the recovery codes are saved as a text file with the customer’s name', async () => {
  const saved = catchSavedFile();
  fakeSecurity({ isOn: true, codesLeft: 1 });
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Recovery codes left: 1')).toBeInTheDocument();
  expect(screen.getByText(/You have few recovery codes left/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Make new recovery codes' });
  await user.type(within(dialog).getByLabelText(codeField), '000000');
  expect(await within(dialog).findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  await user.type(within(dialog).getByLabelText(codeField), rightCode);
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  await user.click(within(codes).getByRole('button', { name: 'Save as a file' }));
  expect(saved.name()).toMatch(/^salar-recovery-codes-.*\.txt$/);
  expect(await saved.text()).toContain(recoveryCodes.join('\n'));
  await user.click(within(codes).getByRole('checkbox'));
  await user.click(within(codes).getByRole('button', { name: 'Finish' }));
  expect(await screen.findByText('Recovery codes left: 10')).toBeInTheDocument();
});

test('a wrong code is reported, cleared and can be entered again', async () => {
  fakeSecurity();
  const { user, dialog } = await openEnable();
  await user.click(within(dialog).getByRole('button', { name: 'Enter the code' }));
  const field = within(dialog).getByLabelText(codeField);
  await user.type(field, '000000');
  expect(await within(dialog).findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  expect(field).toHaveValue('');
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.getByText('Off')).toBeInTheDocument();
  expect(screen.getByText(/withdrawals wait for a review from a lower amount on/)).toBeInTheDocument();
});

// covers: security.8, security.12
test('B4: a picture that is not a PNG is not shown; requesting it again can help', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeSecurity();
  exchange.use(
    answering('EnableGoogle2FA', {
      GoogleQRCode: btoa('<svg onload="alert(1)">'),
      ManualCode: secret,
      errorcode: 0,
    }),
  );
  const { user, dialog } = await openEnable();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Failed to load QR code');
  expect(within(dialog).queryByRole('img')).not.toBeInTheDocument();
  exchange.use(answering('EnableGoogle2FA', { GoogleQRCode: picture, ManualCode: secret, errorcode: 0 }));
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(await within(dialog).findByRole('img')).toBeInTheDocument();
  vi.restoreAllMocks();
});

// covers: security.6, security.7
test('disabling explains what becomes less secure and takes a code', async () => {
  fakeSecurity({ isOn: true });
  const { user, dialog } = await openDisable();
  expect(dialog).toHaveTextContent('your password alone opens your account');
  await user.type(within(dialog).getByLabelText(codeField), rightCode);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByRole('button', { name: 'Enable' })).toBeInTheDocument();
});

test('disabling takes a recovery code in place of the lost app', async () => {
  fakeSecurity({ isOn: true });
  const { user, dialog } = await openDisable();
  await user.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }));
  const submit = within(dialog).getByRole('button', { name: 'Switch off' });
  expect(submit).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Recovery code'), `aaaaa-aaaaa{Enter}`);
  expect(await within(dialog).findByText('Invalid 2FA code. Please try again.')).toBeInTheDocument();
  await user.clear(within(dialog).getByLabelText('Recovery code'));
  await user.type(within(dialog).getByLabelText('Recovery code'), ` ${recoveryCodes[3]} {Enter}`);
  expect(await screen.findByRole('button', { name: 'Enable' })).toBeInTheDocument();
  expect(findRequests('Authenticate2FA').at(-1)).toEqual({ code: recoveryCodes[3] });
});

// covers: security.9, security.11
test('a refused disabling is shown literally and opens no dialog', async () => {
  fakeSecurity({ isOn: true });
  exchange.use(answering('Disable2FA', refusal('Operation Failed', '2FA not enabled')));
  const { user } = renderPage(<SecurityPage />);
  const disable = await screen.findByRole('button', { name: 'Disable' });
  const requestsBefore = findRequests('GetSecondFactor').length;
  await user.click(disable);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error disabling Two Factor Authentication2FA not enabled',
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(findRequests('GetSecondFactor').length).toBeGreaterThan(requestsBefore));
});

test.each([
  ['Enable', 'EnableGoogle2FA', false],
  ['Disable', 'Disable2FA', true],
])('S6: %s without reauthentication changes nothing and is no error', async (button, call, isOn) => {
  fakeSecurity({ isOn });
  exchange.use(answering(call, refusal('Operation Failed', 'Re-authentication required')));
  const { user, store } = renderPage(<SecurityPage />);
  await user.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(findRequests(call)).toHaveLength(1));
  await waitFor(() => expect(store.getState().session.prompt).toBe('reauthentication'));
  store.dispatch(reauthenticationDeclined());
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled'),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

// covers: security.10
test('a code that could not be sent is distinguished from a wrong one', async () => {
  fakeSecurity({ isOn: true });
  exchange.use(failing('/AP/Authenticate2FA', 503, '{}'));
  const { user, dialog } = await openDisable();
  await user.type(within(dialog).getByLabelText(codeField), rightCode);
  expect(await within(dialog).findByText(/^Error toggling 2FA: .*503/)).toBeInTheDocument();
});

test('a reset planned by support is shown with its day and can be canceled', async () => {
  fakeSecurity({ isOn: true, resetPlannedAt: '2026-05-04T12:00:00.000Z' });
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('Two-factor authentication will be switched off')).toBeInTheDocument();
  expect(screen.getByText(/switch it off on May 4, 2026/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel the reset' }));
  await waitFor(() =>
    expect(screen.queryByText('Two-factor authentication will be switched off')).not.toBeInTheDocument(),
  );
});

// covers: security.7
test('the keyboard alone can enable, save the codes and disable', async () => {
  fakeSecurity();
  const { user } = renderPage(<SecurityPage />);
  (await screen.findByRole('button', { name: 'Enable' })).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Enable two-factor authentication' });
  within(dialog).getByRole('button', { name: 'Enter the code' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(within(dialog).getByLabelText(codeField)).toHaveFocus());
  await user.keyboard(rightCode);
  const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
  expect(codes).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Your recovery codes' })).toBeInTheDocument();
  within(codes).getByRole('checkbox').focus();
  await user.keyboard(' {Tab}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  (await screen.findByRole('button', { name: 'Disable' })).focus();
  await user.keyboard('{Enter}');
  const disable = await screen.findByRole('dialog', { name: 'Disable two-factor authentication' });
  await waitFor(() => expect(within(disable).getByLabelText(codeField)).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Disable' })).toHaveFocus());
});

test('a state that does not load shows an error with a way to retry', async () => {
  fakeSecurity();
  exchange.use(failing('/AP/GetSecondFactor', 503, '{}'));
  const { user } = renderPage(<SecurityPage />);
  expect(await screen.findByText('The state of your second factor could not be loaded')).toBeInTheDocument();
  fakeSecurity();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Enable' })).toBeInTheDocument();
});

test('the link for a new password is requested, and the answer names the mailbox', async () => {
  fakeSecurity();
  exchange.use(answering('ResetPassword', accepted));
  const { user, store } = renderPage(<SecurityPage />);
  store.dispatch({
    type: 'session/userLoaded',
    payload: {
      userId: 17,
      userName: 'maria',
      email: 'maria@example.com',
      accountId: 31,
      operatorId: 1,
      isEmailVerified: true,
      use2FA: false,
      isLocked: false,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reset password' }));
  expect(await screen.findByRole('alertdialog', { name: 'Check your e-mail' })).toHaveTextContent(
    'We sent a link to maria@example.com.',
  );
  expect(findRequests('ResetPassword')).toEqual([{ Username: 'maria' }]);
});

// covers: security.14
test('a reset without a user name is an error', async () => {
  fakeSecurity();
  const { user } = renderPage(<SecurityPage />);
  await user.click(await screen.findByRole('button', { name: 'Reset password' }));
  expect(await screen.findByRole('alertdialog', { name: 'Error' })).toBeInTheDocument();
});
