import { waitForFocus } from '@salar/ui/testing/wait-for-focus';
import { stubBrowserObservers } from '@salar/ui/testing/stub-browser-observers';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { IdentityToken } from './api/create-identity-token.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import type { IdentityDialogProps } from './identity-dialog.tsx';

useFakeExchange();
stubBrowserObservers();

const sandbox: IdentityToken = {
  token: 'abc',
  provider: 'sandbox',
  widgetUrl: '/local/identity/widget?token=abc',
};
const widgetOrigin = 'https://widget.example';
const sumsub: IdentityToken = { token: '_act-sbx-abc', provider: 'sumsub', widgetUrl: widgetOrigin };

function open(token: IdentityToken, more: Partial<IdentityDialogProps> = {}) {
  const props = {
    token,
    onClose: vi.fn(),
    onProgress: vi.fn(),
    onRetry: vi.fn(),
    renew: vi.fn(async () => 'another-token'),
    ...more,
  };
  const view = renderPage(<IdentityDialog {...props} />);
  return { ...view, props };
}

const findFrame = () => screen.findByTitle<HTMLIFrameElement>('Identity verification form');

/** Opens the widget; returns its frame, a function that posts messages from it, and a spy on the messages to it. */
async function widget(origin: string) {
  const frame = await findFrame();
  const target = frame.contentWindow;
  if (!target) throw new Error('a frame without a window');
  const postMessage = vi.spyOn(target, 'postMessage');
  const say = (method: string, more: object = {}) =>
    act(async () => {
      fireEvent(
        window,
        new MessageEvent('message', {
          data: { method: `idCheck.${method}`, sessionId: 's1', ...more },
          origin,
          source: target,
        }),
      );
    });
  return { frame, postMessage, say };
}

// covers: verification.13
test('an expired token is renewed in the open frame, which keeps what was typed', async () => {
  const { props } = open(sandbox);
  const { frame, postMessage, say } = await widget(window.location.origin);
  const address = frame.getAttribute('src');
  await say('onReady');
  await say('onError', { code: 'invalid-token' });
  await waitFor(() =>
    expect(postMessage).toHaveBeenCalledWith(
      { method: 'idCheck.updateAccessToken', accessToken: 'another-token', error: null },
      window.location.origin,
    ),
  );
  expect(props.renew).toHaveBeenCalledOnce();
  expect(await findFrame()).toBe(frame);
  expect(frame.getAttribute('src')).toBe(address);
});

test('the frame is notified when no other token is available', async () => {
  open(sandbox, { renew: vi.fn(async () => Promise.reject(new Error('nobody is signed in'))) });
  const { postMessage, say } = await widget(window.location.origin);
  await say('onError', { code: 'invalid-token' });
  await waitFor(() =>
    expect(postMessage).toHaveBeenCalledWith(
      { method: 'idCheck.updateAccessToken', accessToken: null, error: 'no token' },
      window.location.origin,
    ),
  );
});

test('returned documents are no longer shown as submitted', async () => {
  const { props } = open(sandbox);
  const { say } = await widget(window.location.origin);
  await say('onApplicantSubmitted');
  expect(screen.getByText(/Your documents were sent/)).toBeInTheDocument();
  await say('onApplicantStatusChanged', { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'RED' } });
  expect(screen.queryByText(/Your documents were sent/)).not.toBeInTheDocument();
  expect(props.onProgress).toHaveBeenCalledTimes(2);
});

test('closing an empty form needs no confirmation', async () => {
  const { props, user } = open(sandbox);
  const { say } = await widget(window.location.origin);
  await say('onReady');
  await waitForFocus(screen.getByRole('dialog'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(props.onClose).toHaveBeenCalledOnce());
  expect(screen.queryByText('Leave the verification?')).not.toBeInTheDocument();
});

test('closing needs a confirmation only while something would be lost', async () => {
  const { props, user } = open(sandbox);
  const { say } = await widget(window.location.origin);
  await say('onReady');
  await say('onContentChanged');
  await waitForFocus(screen.getByRole('dialog'));
  await user.keyboard('{Escape}');
  expect(await screen.findByText('Leave the verification?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByText('Leave the verification?')).not.toBeInTheDocument());
  await waitForFocus(screen.getByRole('dialog'));
  expect(props.onClose).not.toHaveBeenCalled();
  await say('onApplicantSubmitted');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(props.onClose).toHaveBeenCalledOnce());
});

// covers: verification.10
test('Sumsub gets its own frame: dark, in the app’s language, and from its origin alone', async () => {
  const { props, unmount } = open(sumsub);
  const { frame, postMessage, say } = await widget(widgetOrigin);
  const frameId = `id_${btoa(sumsub.token)}`;
  expect(frame.src).toBe(`${widgetOrigin}/websdk/websdk.html?_=${frameId}&theme=dark`);
  await say('onReady', { frameId });
  expect(postMessage).toHaveBeenCalledWith(
    expect.objectContaining({
      method: 'idCheck.init',
      accessToken: sumsub.token,
      lang: 'en',
      theme: 'dark',
    }),
    '*',
  );
  expect(screen.queryByText('Opening the identity check…')).not.toBeInTheDocument();
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { method: 'idCheck.onApplicantSubmitted', sessionId: 's1' },
      origin: 'https://elsewhere.example',
    }),
  );
  expect(props.onProgress).not.toHaveBeenCalled();
  await say('onApplicantSubmitted');
  expect(screen.getByText(/Your documents were sent/)).toBeInTheDocument();
  unmount();
  await say('onApplicantSubmitted');
  expect(props.onProgress).toHaveBeenCalledOnce();
});

// covers: verification.13
test('Sumsub gets another token when its own expires', async () => {
  const { props } = open(sumsub);
  const { postMessage, say } = await widget(widgetOrigin);
  await say('onReady', { frameId: `id_${btoa(sumsub.token)}` });
  await say('onError', { code: 'invalid-token' });
  await waitFor(() =>
    expect(postMessage).toHaveBeenCalledWith(
      expect.objectContaining({ method: 'idCheck.updateAccessToken', accessToken: 'another-token' }),
      '*',
    ),
  );
  expect(props.renew).toHaveBeenCalledOnce();
});

test('a broken widget shows an error with a way to retry', async () => {
  const { props, user } = open(sumsub);
  const { say } = await widget(widgetOrigin);
  await say('onReady', { frameId: `id_${btoa(sumsub.token)}` });
  await say('onError', { code: 'general', error: 'broken' });
  expect(await screen.findByText(/could not be shown on this page/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(props.onRetry).toHaveBeenCalledOnce();
});

test('a sandbox without a page shows an error', async () => {
  open({ ...sandbox, widgetUrl: null });
  expect(await screen.findByText(/could not be shown on this page/)).toBeInTheDocument();
});
