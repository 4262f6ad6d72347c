import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  account,
  answering,
  digits,
  exchange,
  products,
  provider,
  findRequests,
  ticket,
} from '../../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../../api/testing/render-page.tsx';
import { DepositPage } from './deposit-page.tsx';

useFakeExchange();

const waitForPoll = { timeout: 20_000 };

const ethereum = provider(2, 'ETH_NODE', 'WSAccountProvider_Ethereum', 'Ethereum (local)');
const polygon = provider(3, 'POLYGON_NODE', 'WSAccountProvider_Polygon', 'Polygon (local)');
const bank = provider(9, 'COP_FIAT', 'Standard', 'Bank transfer');
const ethereumAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const polygonAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const types = (...list: object[]) =>
  answering('GetDepositTemplateTypes', { TemplateTypes: list, result: true });
const address = answering('GetDepositInfo', (body) => ({
  DepositInfo: JSON.stringify([body['AccountProviderId'] === 3 ? polygonAddress : ethereumAddress]),
  result: true,
}));
const shownAddress = () => document.querySelector('[data-address]')?.getAttribute('data-address') ?? null;

// covers: deposit.1, deposit.7, deposit.8, deposit.13
test('the first product is preselected and its address is shown in full, with the name of the network', async () => {
  exchange.use(types(ethereum), address);
  renderPage(<DepositPage />);
  await waitFor(() => expect(shownAddress()).toBe(ethereumAddress));
  expect(screen.getByRole('button', { name: 'Asset: BTC' })).toBeInTheDocument();
  expect(
    screen.getByRole('img', { name: 'QR code of your BTC address on Ethereum (local)' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Network/ })).not.toBeInTheDocument();
  expect(findRequests('GetDepositInfo')).toEqual([
    { OMSId: 1, AccountId: 31, ProductId: products.BTC, AccountProviderId: 2, GenerateNewKey: false },
  ]);
});

// covers: routes.10, deposit.1
test('the asset passed by another page wins', async () => {
  exchange.use(types(ethereum), address);
  renderPage(<DepositPage />, { state: { productId: products.USDT } });
  expect(await screen.findByRole('button', { name: 'Asset: USDT' })).toBeInTheDocument();
});

// covers: deposit.9
test('copying yields exactly the address', async () => {
  exchange.use(types(ethereum), address);
  const { user } = renderPage(<DepositPage />);
  await user.click(await screen.findByRole('button', { name: 'Copy address' }));
  expect(await navigator.clipboard.readText()).toBe(ethereumAddress);
});

// covers: deposit.6
test('another network shows its own address and never the old one', async () => {
  exchange.use(types(ethereum, polygon), address);
  const { user } = renderPage(<DepositPage />);
  await waitFor(() => expect(shownAddress()).toBe(ethereumAddress));
  await user.click(screen.getByRole('button', { name: /Network/ }));
  await user.click(await screen.findByRole('option', { name: 'Polygon (local)' }));
  expect(shownAddress()).not.toBe(ethereumAddress);
  await waitFor(() => expect(shownAddress()).toBe(polygonAddress));
});

// covers: deposit.4
test('the bank comes first where one exists and shows only WIP', async () => {
  exchange.use(types(bank, ethereum), address);
  const { user } = renderPage(<DepositPage />);
  expect(await screen.findByText('WIP')).toBeInTheDocument();
  expect(screen.getByText(/Bank deposits are not open yet/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /Bank/ })).toBeChecked();
  expect(shownAddress()).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Wallet/ }));
  await waitFor(() => expect(shownAddress()).toBe(ethereumAddress));
});

// covers: deposit.2
test('a single method is a line of text, not a choice', async () => {
  exchange.use(types(ethereum), address);
  renderPage(<DepositPage />);
  const label = await screen.findByText(/^(How you deposit|Payment method)$/);
  expect(label.nextSibling).toHaveTextContent('Wallet');
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test('the address and its copy button come before the QR code', async () => {
  exchange.use(types(ethereum), address);
  renderPage(<DepositPage />);
  const copy = await screen.findByRole('button', { name: 'Copy address' });
  const code = screen.getByRole('img', { name: /QR code/ });
  expect(copy.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

// covers: deposit.14
test('a missing address is reported and can be requested again', async () => {
  exchange.use(
    types(ethereum),
    answering('GetDepositInfo', { result: false, errormsg: 'Operation Failed', statuscode: 101 }),
  );
  const { user } = renderPage(<DepositPage />);
  expect(await screen.findByText('No address available for this network')).toBeInTheDocument();
  exchange.use(address);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shownAddress()).toBe(ethereumAddress));
});

// covers: overlay.1, overlay.2
test('below level 1 the page is covered, its content cannot be reached, and no address is requested', async () => {
  exchange.use(answering('GetAccountInfo', account(0)), types(ethereum));
  renderPage(<DepositPage />);
  expect(await screen.findByText('Verify your identity first')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Verify my identity' })).toHaveAttribute(
    'href',
    '/settings/verification',
  );
  expect(screen.queryByRole('button', { name: /Asset/ })).not.toBeInTheDocument();
  expect(findRequests('GetDepositInfo')).toEqual([]);
});

test('the minimum deposit is shown before anything is sent', async () => {
  exchange.use(types({ ...ethereum, MinimumAmount: digits('0.000000000000000001') }), address);
  renderPage(<DepositPage />);
  expect(await screen.findByText('Smallest deposit')).toBeInTheDocument();
  expect(screen.getByText('0.000000000000000001 BTC')).toBeInTheDocument();
});

test('a new address replaces the old one', async () => {
  const generateFlags: unknown[] = [];
  exchange.use(
    types(ethereum),
    answering('GetDepositInfo', (body) => {
      generateFlags.push(body['GenerateNewKey']);
      return {
        DepositInfo: JSON.stringify([generateFlags.includes(true) ? polygonAddress : ethereumAddress]),
        result: true,
      };
    }),
  );
  const { user } = renderPage(<DepositPage />);
  await waitFor(() => expect(shownAddress()).toBe(ethereumAddress));
  await user.click(screen.getByRole('button', { name: 'New address' }));
  await waitFor(() => expect(shownAddress()).toBe(polygonAddress));
  expect(screen.getByText('Here is a new address. Your earlier addresses keep working.')).toBeInTheDocument();
  expect(generateFlags).toEqual([false, true, false]);
});

test('with too many unused addresses the current one stays and the reason is shown', async () => {
  exchange.use(
    types(ethereum),
    answering('GetDepositInfo', (body) =>
      body['GenerateNewKey'] === true
        ? { DepositInfo: '[]', result: false, errormsg: 'Operation Failed', statuscode: 101 }
        : { DepositInfo: JSON.stringify([ethereumAddress]), result: true },
    ),
  );
  const { user } = renderPage(<DepositPage />);
  await user.click(await screen.findByRole('button', { name: 'New address' }));
  expect(await screen.findByText(/Too many of your addresses still wait/)).toBeInTheDocument();
  expect(shownAddress()).toBe(ethereumAddress);
});

test('a deposit on its way counts its confirmations and becomes credited without a reload', async () => {
  let seen = 1;
  exchange.use(
    types(ethereum),
    address,
    answering('GetDepositTickets', () => [
      ticket(7, 'BTC', '0.25', seen < 3 ? 'Pending' : 'FullyProcessed', {
        DepositInfo: JSON.stringify({ Confirmations: seen, ConfirmationsNeeded: 3, DisplayName: 'Bitcoin' }),
      }),
    ]),
  );
  renderPage(<DepositPage />);
  expect(await screen.findByText('Waiting for confirmations')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: '1 of 3 confirmations' })).toHaveAttribute('value', '1');
  seen = 2;
  expect(await screen.findByText('2 of 3 confirmations', {}, waitForPoll)).toBeInTheDocument();
  seen = 3;
  expect(await screen.findByText('Credited', {}, waitForPoll)).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
