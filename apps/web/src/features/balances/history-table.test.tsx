/** The columns of the dashboard's tables, on a wide screen and on a phone, and the links that lead on from them. */
import { tableQuery } from '@salar/ui';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answering,
  digits,
  exchange,
  products,
  findRequests,
  ticket,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';

useFakeExchange();
afterEach(() => vi.unstubAllGlobals());

const readHeadings = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

async function openBitcoin() {
  const page = renderPage(<DashboardPage />);
  await page.user.click(await screen.findByRole('button', { name: 'Show BTC details' }));
  // The details are loaded on first use.
  await screen.findAllByRole('tab');
  return page;
}

// covers: dashboard.3
test('the assets have five columns, of which four can be sorted', async () => {
  renderPage(<DashboardPage />);
  await screen.findByRole('button', { name: 'Show BTC details' });
  const table = screen.getByRole('table', { name: 'Your assets' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent?.replace(/[^\w ]/g, '')).filter(Boolean)).toEqual([
    'Asset',
    'Balance',
    'Price',
    '24h',
    'Actions',
  ]);
  const sortable = heads.filter((head) => within(head).queryByRole('button') !== null);
  expect(sortable).toHaveLength(4);
});

// covers: dashboard.12, dashboard.13, calls.14, calls.17, calls.21
test('the history of an asset has three tabs of seven columns', async () => {
  exchange.use(
    answering('GetOrders', [
      {
        OrderId: 5,
        Instrument: 1,
        Side: 'Sell',
        OrderType: 'StopLimit',
        OrigQuantity: digits('0.5'),
        AvgPrice: digits('60000'),
        ReceiveTime: 1000,
        OrderState: 'FullyExecuted',
      },
    ]),
    answering('GetDepositTickets', [ticket(1, 'BTC', '0.25', 'Pending')]),
    answering('GetWithdrawTickets', [ticket(2, 'BTC', '0.75', 'Pending2Fa')]),
  );
  const { user } = await openBitcoin();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Trade reports',
    'Deposit state',
    'Withdraw state',
  ]);
  const columns = ['Pair', 'Side', 'Type', 'Size', 'Price', 'Date time', 'Status'];
  const cells = [
    ['Trade reports', /BTC\/USDT.*Sell.*Stop limit.*0\.50.*60,000\.00.*Fully executed/],
    ['Deposit state', /BTC.*Deposit.*Ticket 1.*0\.25.*1,000\.50.*Waiting for confirmations/],
    ['Withdraw state', /BTC.*Withdraw.*Ticket 2.*0\.75.*1,000\.50.*Awaiting e-mail confirmation/],
  ] as const;
  for (const [name, row] of cells) {
    await user.click(screen.getByRole('tab', { name }));
    const table = await screen.findByRole('table', { name });
    await within(table).findByText(/Fully executed|Waiting|Awaiting/, { selector: 'span, p' });
    expect(readHeadings(table)).toEqual(columns);
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(row);
  }
});

test("a trailing order shows its type in the customer's language and its trailing distance", async () => {
  const trailing = {
    Instrument: 1,
    Side: 'Sell',
    OrigQuantity: digits('0.5'),
    PegOffset: digits('1500.50'),
    ReceiveTime: 1000,
    OrderState: 'Working',
  };
  exchange.use(
    answering('GetOrders', [
      { ...trailing, OrderId: 7, OrderType: 'TrailingStopLimit' },
      { ...trailing, OrderId: 6, OrderType: 'TrailingStopMarket' },
      { ...trailing, OrderId: 5, OrderType: 'StopMarket', PegOffset: 0 },
    ]),
  );
  await openBitcoin();
  const table = await screen.findByRole('table', { name: 'Trade reports' });
  await within(table).findByText('Trailing stop limit');
  const rows = within(table).getAllByRole('row');
  expect(rows[1]).toHaveTextContent(/Trailing stop limit\s*follows at .*1,500\.5 USDT/);
  expect(rows[2]).toHaveTextContent(/Trailing stop market\s*follows at .*1,500\.5 USDT/);
  expect(rows[3]).toHaveTextContent('Stop market');
  expect(rows[3]).not.toHaveTextContent('follows');
});

// covers: dashboard.14
test('a status explains itself, with the reason where one exists', async () => {
  exchange.use(
    answering('GetDepositTickets', [
      ticket(1, 'BTC', '0.25', 'Rejected', { RejectReason: 'Below the minimum deposit' }),
    ]),
  );
  const { user } = await openBitcoin();
  await user.click(screen.getByRole('tab', { name: 'Deposit state' }));
  const mark = await screen.findByRole('button', { name: 'About the status Not credited' });
  await user.hover(mark);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(
    'It was not added to your balance. Write to support and give the reference of the deposit. Reason: Below the minimum deposit',
  );
});

// covers: dashboard.11
test('the pending amount is computed from the newest hundred deposits', async () => {
  renderPage(<DashboardPage />);
  await screen.findByRole('button', { name: 'Show BTC details' });
  expect(findRequests('GetDepositTickets')).toEqual([
    { OMSId: 1, OperatorId: 1, AccountId: 31, StartIndex: 0, Limit: 100 },
  ]);
});

// covers: dashboard.19
test.each([
  ['Deposit', '/ramping/deposit', { productId: products.ETH }],
  ['Send', '/ramping/withdraw', { productId: products.ETH }],
  ['Swap', '/swap', { fromCrypto: products.ETH }],
])('%s of an asset opens its page with the asset preselected', async (action, pathname, state) => {
  const { user, router } = renderPage(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: `${action} ETH` }));
  expect(router.state.location).toMatchObject({ pathname, state });
});

// covers: dashboard.21
test('the page shows that the balances are loading', async () => {
  exchange.use(http.all('*/AP/GetAccountPositions', () => new Promise(() => undefined)));
  renderPage(<DashboardPage />);
  expect(await screen.findByText('Loading balances')).toBeInTheDocument();
});

// covers: dashboard.6
test('on a phone the assets and their history are cards', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  exchange.use(answering('GetDepositTickets', [ticket(1, 'BTC', '0.25', 'Pending')]));
  const { user } = renderPage(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: /Bitcoin|BTC/ }));
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'Your assets' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Deposit state' }));
  const history = await screen.findByRole('list', { name: 'Deposit state' });
  expect(within(history).getByText('Ticket 1')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Swap BTC' })).toBeInTheDocument();
});

test('on a tablet the assets are a table and their history is cards', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media === tableQuery,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  exchange.use(answering('GetDepositTickets', [ticket(1, 'BTC', '0.25', 'Pending')]));
  const { user } = await openBitcoin();
  expect(screen.getByRole('table', { name: 'Your assets' })).toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Deposit state' }));
  const history = await screen.findByRole('list', { name: 'Deposit state' });
  expect(within(history).getByText('Ticket 1')).toBeInTheDocument();
});
