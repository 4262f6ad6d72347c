/** Withdrawals under failure: slow answers, lost sessions, another tab, wrong clocks, hostile names. */
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, delay, http } from 'msw';
import { expect, test, vi } from 'vitest';
import {
  answering,
  digits,
  exchange,
  position,
  products,
  provider,
} from '../../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../../api/testing/render-page.tsx';
import { sessionRenewed } from '../../../session/session-slice.ts';
import { WithdrawPage } from './withdraw-page.tsx';

useFakeExchange();
vi.setConfig({ testTimeout: 60_000 });

const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const fee = answering('GetWithdrawFee', { FeeAmount: digits('0.000000000000000001') });
const ways = [
  answering('GetWithdrawFormTemplateTypes', {
    TemplateTypes: [provider(2, 'ETH_NODE', 'ToExternalEthereumAddress', 'Ethereum (local)')],
    result: true,
  }),
  answering('GetWithdrawTemplate', {
    Template: '{"TemplateType":"ToExternalEthereumAddress","Comment":"","ExternalAddress":""}',
    result: true,
  }),
];

const amountField = () => screen.findByLabelText('Amount');
const formButton = () => document.querySelector('button[type=submit]');
const announcement = () => document.querySelector('form [aria-live="polite"][aria-atomic]')?.textContent;

function renderWithdraw() {
  exchange.use(fee, ...ways);
  return renderPage(<WithdrawPage />, { state: { productId: products.ETH } });
}

async function fillAndReview(user: UserEvent, amount: string, confirmLabel: string) {
  await user.click(await amountField());
  await user.paste(amount);
  await user.click(await screen.findByLabelText(/^Wallet address/));
  await user.paste(receiver);
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name: confirmLabel });
  await waitFor(() => expect(confirm).toBeEnabled());
  return confirm;
}

test('a session lost in the middle of a review: nothing is sent twice, and the form is kept', async () => {
  const keys: (string | null)[] = [];
  exchange.use(
    http.all('*/AP/CreateWithdrawTicket', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return request.headers.get('aptoken') === 'a-session-token'
        ? new HttpResponse('NOT AUTHORIZED', { status: 401 })
        : HttpResponse.json({ result: true, errorcode: 0, detail: 'the-code' });
    }),
  );
  const { user, store } = renderWithdraw();
  await user.click(await fillAndReview(user, '0.5', 'Send 0.50 ETH'));
  await waitFor(() => expect(store.getState().session.prompt).toBe('signIn'));
  act(() => void store.dispatch(sessionRenewed({ sessionToken: 'new' })));
  expect(await screen.findByText(/You were signed out before this could be done/)).toBeInTheDocument();
  expect(keys).toHaveLength(1);
  expect(await amountField()).toHaveValue('0.5');
  expect(screen.getByLabelText(/^Wallet address/)).toHaveValue(receiver);
  await user.click(await screen.findByRole('button', { name: 'Review withdrawal' }));
  const confirm = await screen.findByRole('button', { name: 'Send 0.50 ETH' });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
  expect(await screen.findByText('One step left: confirm it by e-mail')).toBeInTheDocument();
  expect(keys).toHaveLength(2);
});

test('an answer that takes too long leaves the outcome open, and repeating the request keeps the key', async () => {
  const keys: (string | null)[] = [];
  exchange.use(
    http.all('*/AP/CreateWithdrawTicket', async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      if (keys.length === 1) await delay(20_000);
      return HttpResponse.json({ result: true, errorcode: 0, detail: 'the-code' });
    }),
  );
  const { user } = renderWithdraw();
  await user.click(await fillAndReview(user, '0.5', 'Send 0.50 ETH'));
  const open = await screen.findByText(/We do not know yet whether/, {}, { timeout: 18_000 });
  expect(open).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('One step left: confirm it by e-mail')).toBeInTheDocument();
  expect(keys[1]).toBe(keys[0]);
});

test('an amount that another tab has spent is refused, and the balance is loaded again', async () => {
  let left = '1.5';
  exchange.use(
    answering('GetAccountPositions', () => [position('ETH', left)]),
    answering('CreateWithdrawTicket', () => {
      left = '0.25';
      return { result: false, errormsg: 'Operation Failed', errorcode: 101, detail: 'Insufficient Balance' };
    }),
  );
  const { user } = renderWithdraw();
  await user.click(await fillAndReview(user, '1.5', 'Send 1.50 ETH'));
  expect(await screen.findByText(/no money moved. There is not enough balance/)).toBeInTheDocument();
  expect(await screen.findByText('Available: 0.25 ETH')).toBeInTheDocument();
});

test('a failed fee query is repeated until it succeeds, and nothing typed is lost', async () => {
  let isDown = true;
  const { user } = renderWithdraw();
  exchange.use(
    http.all('*/AP/GetWithdrawFee', () =>
      isDown ? HttpResponse.error() : HttpResponse.json({ FeeAmount: 0.25 }),
    ),
  );
  await user.type(await amountField(), '0.5');
  await user.click(await screen.findByLabelText(/^Wallet address/));
  await user.paste(receiver);
  expect(await screen.findByText(/The fee could not be calculated/)).toBeInTheDocument();
  expect(formButton()).toBeDisabled();
  isDown = false;
  expect(await screen.findByRole('button', { name: 'Review withdrawal' }, { timeout: 8000 })).toBeEnabled();
  await waitFor(() => expect(announcement()).toBe('The fee is 0.25 ETH, and the receiver gets 0.25 ETH.'));
});

test('eighteen decimals are kept to the last one, from the field to the review', async () => {
  const { user } = renderWithdraw();
  const confirm = await fillAndReview(user, '1.234567890123456789', 'Send 1.234567890123456789 ETH');
  expect(confirm).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toHaveTextContent('1.234567890123456788 ETH');
});

test('a clock that is a day off changes nothing about what can be sent', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
  try {
    const { user } = renderWithdraw();
    expect(await fillAndReview(user, '0.5', 'Send 0.50 ETH')).toBeEnabled();
  } finally {
    vi.useRealTimers();
  }
});

test('names chosen by customers are plain text, and a long list of them is folded', async () => {
  const hostile = '\u202Eevil<img src=x onerror=alert(1)>';
  const infos = [hostile, 'W'.repeat(200), ...Array.from({ length: 18 }, (_, at) => `Wallet ${at}`)];
  exchange.use(
    answering(
      'GetAccountWithdrawInfos',
      infos.map((label, at) => ({
        AccountWithdrawInfoId: `info-${at}`,
        ProductId: products.ETH,
        ProductName: 'ETH',
        Name: `wallet:${label}:Ethereum (local)`,
        AccountIdentifier: receiver,
        Verified: true,
      })),
    ),
  );
  const { user } = renderWithdraw();
  const name = await screen.findByText(hostile);
  expect(name.tagName).toBe('BDI');
  expect(document.querySelector('img[src=x]')).toBeNull();
  // Four of them and another one; all of them on demand; the selected one stays visible.
  const destinations = () => document.querySelectorAll('input[type=radio][value^=info-]');
  expect(destinations()).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Show all (20)' }));
  expect(destinations()).toHaveLength(20);
  await user.click(screen.getByRole('radio', { name: /Wallet 17/ }));
  await user.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(destinations()).toHaveLength(5);
  expect(screen.getByRole('radio', { name: /Wallet 17/ })).toBeChecked();
});
