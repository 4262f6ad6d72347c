import { preloadViews } from '@salar/ui';
import { stubBrowserObservers } from '@salar/ui/testing/stub-browser-observers';
import { waitForFocus } from '@salar/ui/testing/wait-for-focus';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  account,
  answering,
  answeringPath,
  exchange,
  failing,
  kycLevels,
  findRequests,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { VerificationPage } from './verification-page.tsx';

useFakeExchange();

stubBrowserObservers();

const token = answeringPath('/kyc/access-token', {
  token: 'abc',
  widgetUrl: '/local/identity/widget?token=abc',
});

async function card(level: number) {
  const heading = await screen.findByText(`Level ${level}`);
  const found = heading.closest('article');
  if (!found) throw new Error('a heading outside its card');
  return within(found);
}

// covers: verification.1, verification.7, verification.8, verification.15
test('a new account has not started any level and can start level 1', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), answering('GetKycLevels', kycLevels(0)));
  renderPage(<VerificationPage />);
  expect((await card(0)).getByText('Not Started')).toBeInTheDocument();
  expect((await card(1)).getByText('Not Started')).toBeInTheDocument();
  expect((await card(1)).getByText('Start verification')).toBeInTheDocument();
  expect((await card(2)).getByText('Not Started')).toBeInTheDocument();
  expect((await card(2)).queryByRole('button', { hidden: true })).not.toBeInTheDocument();
});

// covers: verification.6
test('a verified level is shown as verified and has nothing to start', async () => {
  renderPage(<VerificationPage />);
  expect((await card(1)).getByText('Verified')).toBeInTheDocument();
  expect(screen.queryByText('Start verification')).not.toBeInTheDocument();
});

// covers: verification.14
test('a level with an external form links to it, and only to an https address', async () => {
  const formlink = 'https://forms.example/3';
  exchange.use(
    answering(
      'GetKycLevels',
      kycLevels(2, {
        3: { Action: 'form', formlink, buttonText: 'Upgrade' },
        4: { Action: 'form', formlink: 'javascript:alert(1)', buttonText: 'Upgrade' },
      }),
    ),
  );
  renderPage(<VerificationPage />);
  expect((await card(3)).getByText('Upgrade').closest('a')).toHaveAttribute('href', formlink);
  expect((await card(4)).queryByText('Upgrade')).not.toBeInTheDocument();
});

test('a reviewer’s comment is shown on the card, beside the next step', async () => {
  const comment = 'The certificate is cut off';
  exchange.use(
    answering('GetKycLevels', kycLevels(1, { 2: { Comment: comment, RequestStatus: 'Returned' } })),
  );
  renderPage(<VerificationPage />);
  expect((await card(2)).getByText(comment)).toBeInTheDocument();
  expect((await card(2)).getByText('Correct and send again')).toBeInTheDocument();
});

test('a finally refused check cannot be started again: the card leads to support', async () => {
  const comment = 'The document is not yours';
  exchange.use(
    answering('GetAccountInfo', account(0)),
    answering('GetKycLevels', kycLevels(0, { 1: { Action: 'support', Comment: comment } })),
  );
  renderPage(<VerificationPage />);
  expect((await card(1)).getByText(comment)).toBeInTheDocument();
  expect((await card(1)).getByText('Write to support').closest('a')).toHaveAttribute('href', '/support');
  expect(screen.queryByText('Start verification')).not.toBeInTheDocument();
});

test('closing the request loads the cards again', async () => {
  await preloadViews();
  const { user } = renderPage(<VerificationPage />);
  expect((await card(2)).getByText('Not Started')).toBeInTheDocument();
  exchange.use(answering('GetAccountInfo', account(2)), answering('GetKycLevels', kycLevels(2)));
  exchange.use(failing('/AP/GetLevelRequest', 503, 'DOWN'));
  await user.click(screen.getByRole('button', { name: 'Send documents' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(async () => expect((await card(2)).getByText('Verified')).toBeInTheDocument());
});

test('the check of customers in Brazil is shown below, where it is available', async () => {
  exchange.use(
    answering('GetBrazilValidation', { IsOffered: true, IsStandIn: false, Status: null, CanRetry: true }),
  );
  renderPage(<VerificationPage />);
  expect(await screen.findByLabelText(/CPF/)).toBeInTheDocument();
});

test('cards that cannot be loaded show an error', async () => {
  exchange.use(failing('/AP/GetKycLevels', 503, 'DOWN'));
  renderPage(<VerificationPage />);
  expect(await screen.findByText('Failed to load account information.')).toBeInTheDocument();
});

// covers: verification.23, levels.11
test('companies see the documents of companies', async () => {
  exchange.use(answering('GetAccountInfo', account(1, 'Legal entity')));
  renderPage(<VerificationPage />);
  expect((await card(3)).getByText('Last 3 invoices')).toBeInTheDocument();
});

// covers: verification.23
test('any other account type counts as a natural person', async () => {
  exchange.use(answering('GetAccountInfo', account(1, 'Asset')));
  renderPage(<VerificationPage />);
  expect((await card(2)).queryByText('Last 3 invoices')).not.toBeInTheDocument();
});

// covers: verification.9, verification.20
test('starting opens the widget, which closes when the card reports that the level was reached', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), answering('GetKycLevels', kycLevels(0)), token);
  const { user } = renderPage(<VerificationPage />);
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Identity verification form');
  expect(frame).toHaveAttribute('src', '/local/identity/widget?token=abc&lang=en&theme=dark');
  expect(findRequests('/kyc/access-token')).toEqual([
    { applicantIdentifiers: { email: 'maria@example.com', userId: '17' }, ttlInSecs: 600, levelName: '1' },
  ]);

  const submit = () =>
    fireEvent(
      window,
      new MessageEvent('message', {
        data: { method: 'idCheck.onApplicantSubmitted' },
        origin: window.location.origin,
        source: frame.contentWindow,
      }),
    );
  exchange.use(answering('GetAccountInfo', account(1)));
  const requestsBefore = findRequests('GetKycLevels').length;
  submit();
  await waitFor(() => expect(findRequests('GetKycLevels').length).toBeGreaterThan(requestsBefore));
  expect(screen.getByTitle('Identity verification form')).toBeInTheDocument();

  exchange.use(answering('GetKycLevels', kycLevels(1)));
  submit();
  await waitFor(() => expect(screen.queryByTitle('Identity verification form')).not.toBeInTheDocument());
  expect((await card(1)).getByText('Verified')).toBeInTheDocument();
});

test('after the check the card of the reached level is in view and has the focus', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), answering('GetKycLevels', kycLevels(0)), token);
  const { user } = renderPage(<VerificationPage />);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Identity verification form');
  exchange.use(answering('GetAccountInfo', account(1)), answering('GetKycLevels', kycLevels(1)));
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { method: 'idCheck.onApplicantSubmitted' },
      origin: window.location.origin,
      source: frame.contentWindow,
    }),
  );
  await waitFor(() => expect(screen.queryByTitle('Identity verification form')).not.toBeInTheDocument());
  // Longer than the dialog needs to return the focus.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const headline = (await card(1)).getByRole('heading', { level: 2 });
  expect(headline).toHaveFocus();
  expect(scrolled.mock.contexts).toContain(headline);
  scrolled.mockRestore();
});

// covers: verification.12
test('closing the check resets it: starting again requests a new token and opens a new form', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), answering('GetKycLevels', kycLevels(0)), token);
  const { user } = renderPage(<VerificationPage />);
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  const first = await screen.findByTitle('Identity verification form');
  await waitForFocus(screen.getByRole('dialog'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(first).not.toBeInTheDocument());

  exchange.use(
    answeringPath('/kyc/access-token', { token: 'def', widgetUrl: '/local/identity/widget?token=def' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  const second = await screen.findByTitle('Identity verification form');
  expect(second).toHaveAttribute('src', '/local/identity/widget?token=def&lang=en&theme=dark');
  expect(findRequests('/kyc/access-token')).toHaveLength(2);
});

test('messages of other windows are ignored', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), answering('GetKycLevels', kycLevels(0)), token);
  const { user } = renderPage(<VerificationPage />);
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  await screen.findByTitle('Identity verification form');
  const requestsBefore = findRequests('GetAccountInfo').length;
  fireEvent(
    window,
    new MessageEvent('message', {
      data: { method: 'idCheck.onApplicantSubmitted' },
      origin: 'https://elsewhere.example',
      source: window,
    }),
  );
  expect(screen.queryByText(/Your documents were sent/)).not.toBeInTheDocument();
  expect(findRequests('GetAccountInfo').length).toBe(requestsBefore);
});

// covers: verification.19
test('a token that cannot be created is reported on the card, with a way to retry', async () => {
  exchange.use(
    answering('GetAccountInfo', account(0)),
    answering('GetKycLevels', kycLevels(0)),
    failing('/kyc/access-token', 503, 'DOWN'),
  );
  const { user } = renderPage(<VerificationPage />);
  await user.click(await screen.findByRole('button', { name: 'Start verification' }));
  expect(
    await screen.findByText('The verification could not be started. Please try again later.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

// covers: verification.18
test('an account that cannot be loaded shows an error', async () => {
  exchange.use(failing('/AP/GetAccountInfo', 503, 'DOWN'));
  renderPage(<VerificationPage />);
  expect(await screen.findByText('Failed to load account information.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
});
