import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { api } from '../../api/api.ts';
import {
  account,
  answering,
  digits,
  exchange,
  failing,
  position,
  products,
  findRequests,
  ticket,
} from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';

useFakeExchange();

const symbolsShown = () =>
  within(screen.getByRole('table', { name: 'Your assets' }))
    .getAllByRole('button', { name: /^Show .* details$/ })
    .map((button) => button.getAttribute('aria-label')?.split(' ')[1]);

async function loaded() {
  await screen.findByRole('button', { name: 'Show BTC details' });
  await waitFor(() => expect(symbolsShown()).toEqual(['BTC', 'ETH', 'USDT', 'COP']));
}

// covers: dashboard.1
test('the total counts what has a price, and the table starts with the largest balance', async () => {
  renderPage(<DashboardPage />);
  await loaded();
  // 0.5 x 60,000 + 1.234567890123456789 x 3,000 + 1,000
  expect(screen.getByText('34,703.70 USD')).toBeInTheDocument();
});

// covers: dashboard.5
test('pressing a column sorts by it, descending first; pressing again reverses the order', async () => {
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Asset' }));
  expect(symbolsShown()).toEqual(['USDT', 'ETH', 'COP', 'BTC']);
  expect(screen.getByRole('columnheader', { name: 'Asset' })).toHaveAttribute('aria-sort', 'descending');
  await user.click(screen.getByRole('button', { name: 'Asset' }));
  expect(symbolsShown()).toEqual(['BTC', 'COP', 'ETH', 'USDT']);
});

// covers: dashboard.7, dashboard.8, dashboard.9
test('a row opens to available, hold, pending and total, one row at a time', async () => {
  exchange.use(
    answering('GetDepositTickets', [
      ticket(1, 'BTC', '0.25', 'Pending'),
      ticket(2, 'BTC', '9', 'FullyProcessed'),
    ]),
  );
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Show BTC details' }));
  const detail = screen.getByRole('region', { name: 'BTC details' });
  const figures = within(detail)
    .getAllByRole('definition')
    .map((one) => one.textContent);
  expect(figures.map((text) => /([\d.]+ BTC)$/.exec(text ?? '')?.[1])).toEqual([
    '0.40 BTC',
    '0.10 BTC',
    '0.25 BTC',
    '0.50 BTC',
  ]);
  await user.click(screen.getByRole('button', { name: 'Show ETH details' }));
  expect(screen.queryByRole('region', { name: 'BTC details' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Hide ETH details' }));
  expect(screen.queryByRole('region', { name: 'ETH details' })).not.toBeInTheDocument();
});

// covers: dashboard.15, dashboard.16
test('the history pages by ten, disables next on a short page and steps back from an empty one', async () => {
  const all = Array.from({ length: 20 }, (_, n) => ticket(n + 1, 'BTC', '1', 'FullyProcessed'));
  exchange.use(
    answering('GetDepositTickets', (body) =>
      all.slice(Number(body['StartIndex']), Number(body['StartIndex']) + Number(body['Limit'])),
    ),
  );
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Show BTC details' }));
  await user.click(screen.getByRole('tab', { name: 'Deposit state' }));
  expect(await screen.findByText('Ticket 10')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();

  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Ticket 20')).toBeInTheDocument();
  expect(screen.getByText('Page 2')).toBeInTheDocument();

  // Ten rows, so a third page is offered; it is empty and the second page returns.
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.getByText('Page 2')).toBeInTheDocument());
  expect(await screen.findByText('Ticket 20')).toBeInTheDocument();
  expect(findRequests('GetDepositTickets')).toContainEqual(
    expect.objectContaining({ StartIndex: 20, Limit: 10, ProductId: products.BTC }),
  );
});

test('hiding balances also hides the amounts of the history', async () => {
  exchange.use(answering('GetDepositTickets', [ticket(7, 'BTC', '0.7351', 'FullyProcessed')]));
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Show BTC details' }));
  await user.click(screen.getByRole('tab', { name: 'Deposit state' }));
  expect(await screen.findAllByText('0.7351 BTC')).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Hide balances' }));
  expect(screen.queryAllByText(/7351/)).toHaveLength(0);
  expect(screen.getByText('Ticket 7')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show balances' }));
});

test('trades of an asset come from all its markets, newest first', async () => {
  const order = (id: number, instrument: number, at: number) => ({
    OrderId: id,
    Instrument: instrument,
    Side: 'Buy',
    OrderType: 'Market',
    OrigQuantity: digits('0.5'),
    QuantityExecuted: digits('0.5'),
    AvgPrice: digits('60000'),
    Price: digits('0'),
    ReceiveTime: at,
    OrderState: 'FullyExecuted',
  });
  exchange.use(
    answering('GetOrders', (body) =>
      body['InstrumentId'] === 1
        ? [order(5, 1, 1000)]
        : body['InstrumentId'] === 6
          ? [order(6, 6, 2000)]
          : [],
    ),
  );
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Show USDT details' }));
  const history = await screen.findByRole('table', { name: 'Trade reports' });
  await within(history).findByText('USDT/COP');
  const pairs = within(history)
    .getAllByText(/^[A-Z]+\/[A-Z]+$/)
    .map((cell) => cell.textContent);
  expect(pairs).toEqual(['USDT/COP', 'BTC/USDT']);
});

// covers: dashboard.19
test('the actions pass the asset to the next page', async () => {
  const { user, router } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Swap ETH' }));
  expect(router.state.location).toMatchObject({ pathname: '/swap', state: { fromCrypto: products.ETH } });
});

// covers: dashboard.2
test('an asset of the dropdown shows its own amount', async () => {
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: /Show the balance of/ }));
  await user.click(await screen.findByRole('option', { name: 'USDT' }));
  expect(await screen.findByText('1,000.00 USDT')).toBeInTheDocument();
});

test('hidden balances are covered and stay covered', async () => {
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Hide balances' }));
  expect(screen.queryByText('34,703.70 USD')).not.toBeInTheDocument();
  expect(localStorage.getItem('ui.balances.hidden')).toBe('true');
});

// covers: dashboard.22
test('balances that cannot be loaded show the reason and a way to retry', async () => {
  exchange.use(failing('/AP/GetAccountPositions', 503, 'DOWN'));
  const { user } = renderPage(<DashboardPage />);
  expect(await screen.findByText('Your balances could not be loaded')).toBeInTheDocument();
  exchange.use(answering('GetAccountPositions', [position('BTC', '2')]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Show BTC details' })).toBeInTheDocument();
});

test('without the balances the assets and their prices are shown, and no amount is shown as zero', async () => {
  exchange.use(failing('/AP/GetAccountPositions', 503, 'DOWN'));
  const { user } = renderPage(<DashboardPage />);
  expect(await screen.findByText('Your balances could not be loaded')).toBeInTheDocument();
  const button = await screen.findByRole('button', { name: 'Show BTC details' });
  const row = within(button.closest('tr') as HTMLElement);
  expect(await row.findByText('60,000.00 USD')).toBeInTheDocument();
  expect(row.getByText('no value')).toBeInTheDocument();
  expect(symbolsShown()).toHaveLength(4);
  await user.click(button);
  const detail = within(screen.getByRole('region', { name: 'BTC details' }));
  for (const index of [0, 1, 3])
    expect(detail.getAllByRole('definition')[index]).toHaveTextContent('no value');
  expect(screen.queryByText('0.00 USD')).not.toBeInTheDocument();
});

test('without the products only the reason is shown', async () => {
  exchange.use(failing('/AP/GetProducts', 503, 'DOWN'));
  renderPage(<DashboardPage />);
  expect(await screen.findByText('Your balances could not be loaded')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('balances that cannot be refreshed stay, with their age', async () => {
  const { store } = renderPage(<DashboardPage />);
  await loaded();
  exchange.use(failing('/AP/GetAccountPositions', 503, 'DOWN'));
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 60_000 + 5000);
  store.dispatch(api.util.invalidateTags([{ type: 'Product', id: 'positions' }]));
  const age = await screen.findByText('Updated 3 minutes ago. Newer balances could not be loaded.');
  // Screen readers read a date, which does not keep changing.
  expect(age).toHaveAttribute('aria-hidden', 'true');
  expect(age.closest('[role=status]')).toHaveTextContent(/Updated \w{3} \d+, \d{4}, .* could not be loaded/);
  expect(symbolsShown()).toEqual(['BTC', 'ETH', 'USDT', 'COP']);
  now.mockRestore();
});

// covers: dashboard.23
test('money of a product that the exchange does not list is reported', async () => {
  exchange.use(
    answering('GetAccountPositions', [
      position('BTC', '0.5'),
      { ProductId: 99, ProductSymbol: 'XYZ', Amount: digits('3.25'), Hold: digits('0') },
      { ProductId: 98, ProductSymbol: 'GONE', Amount: digits('0'), Hold: digits('0') },
    ]),
  );
  renderPage(<DashboardPage />);
  expect(await screen.findByText('Product not found')).toBeInTheDocument();
  expect(screen.getByText('3.25 XYZ')).toBeInTheDocument();
  expect(screen.queryByText(/GONE/)).not.toBeInTheDocument();
});

test('the pending amount is not shown as zero while the deposits are unknown', async () => {
  exchange.use(failing('/AP/GetDepositTickets', 503, 'DOWN'));
  const { user } = renderPage(<DashboardPage />);
  await loaded();
  await user.click(screen.getByRole('button', { name: 'Show BTC details' }));
  const pending = within(screen.getByRole('region', { name: 'BTC details' })).getAllByRole('definition')[2];
  expect(pending).toHaveTextContent('no value');
});

test('trades that cannot be loaded without the markets show an error and a way to retry', async () => {
  exchange.use(failing('/AP/GetInstruments', 503, 'DOWN'));
  const { user } = renderPage(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Show BTC details' }));
  expect(await screen.findByText('This history could not be loaded')).toBeInTheDocument();
  exchange.resetHandlers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Your BTC trades will appear here.')).toBeInTheDocument();
});

// covers: dashboard.20
test('an exchange without assets offers a deposit', async () => {
  exchange.use(answering('GetProducts', []), answering('GetAccountPositions', []));
  renderPage(<DashboardPage />);
  expect(await screen.findByText('No assets yet')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Deposit' })).toBeInTheDocument();
});

test('no total is shown before the prices are loaded, and the balances wait for them only briefly', async () => {
  exchange.use(http.all('*/AP/GetLevel1Summary', () => delay('infinite')));
  renderPage(<DashboardPage />);
  expect(await screen.findByRole('button', { name: 'Show BTC details' })).toBeInTheDocument();
  expect(screen.getByText('Loading balances')).toBeInTheDocument();
  expect(screen.queryByText('0.00 USD')).not.toBeInTheDocument();
});

test('without any price the total is unknown, not zero', async () => {
  exchange.use(
    failing('/AP/GetLevel1Summary', 503, 'DOWN'),
    answering('GetAccountPositions', [position('BTC', '2')]),
  );
  renderPage(<DashboardPage />);
  expect(await screen.findByText(/1 asset without a price is not counted/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Total balance' })).toHaveTextContent('no value');
  // The value in its row, and the price.
  const details = await screen.findByRole('button', { name: 'Show BTC details' });
  const row = details.closest('tr') as HTMLElement;
  expect(within(row).getAllByText('Price unavailable')).toHaveLength(2);
});

test('a newcomer is guided, one step at a time, until the first order', async () => {
  exchange.use(
    answering('GetAccountInfo', account(0)),
    answering('GetAccountPositions', []),
    answering('GetDepositTickets', []),
  );
  const { user, router, store } = renderPage(<DashboardPage />);
  const next = async (name: string) => {
    store.dispatch(api.util.resetApiState());
    return screen.findByRole('button', { name });
  };
  await user.click(await next('Verify my identity'));
  expect(router.state.location.pathname).toBe('/settings/verification');

  exchange.use(answering('GetAccountInfo', account(1)));
  expect(await next('Deposit')).toBeInTheDocument();
  exchange.use(answering('GetDepositTickets', [ticket(1, 'ETH', '2', 'Pending')]));
  await user.click(await next('Follow the deposit'));
  expect(router.state.location).toMatchObject({
    pathname: '/ramping/deposit',
    state: { productId: products.ETH },
  });
  exchange.use(answering('GetAccountPositions', [position('ETH', '2')]));
  await user.click(await next('Swap'));
  expect(router.state.location).toMatchObject({ pathname: '/swap', state: { fromCrypto: products.ETH } });
});

test('an experienced customer is not guided; another customer of the same browser is', async () => {
  const { user } = renderPage(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
  expect(localStorage.getItem('ui.firstSteps.31')).toBe('done');
});

test('a changed balance is announced to screen readers once it settles', async () => {
  const { store } = renderPage(<DashboardPage />);
  await loaded();
  exchange.use(answering('GetAccountPositions', [position('BTC', '0.75'), position('USDT', '1000')]));
  store.dispatch(api.util.invalidateTags([{ type: 'Product', id: 'positions' }]));
  expect(await screen.findByText(/Your BTC balance is now 0.75\./)).toHaveRole('status');
  expect(screen.queryByText(/USDT balance/)).not.toBeInTheDocument();
});

test('recent activity lists orders beside deposits and withdrawals, newest first', async () => {
  exchange.use(
    answering('GetOrders', [
      {
        OrderId: 5,
        Instrument: 1,
        Side: 'Buy',
        OrderType: 'Market',
        OrigQuantity: digits('0.5'),
        AvgPrice: digits('60000'),
        ReceiveTime: Date.parse('2026-03-06T00:00:00Z'),
        OrderState: 'FullyExecuted',
      },
    ]),
    answering('GetDepositTickets', [ticket(1, 'BTC', '0.25', 'FullyProcessed')]),
  );
  renderPage(<DashboardPage />);
  await loaded();
  const card = (await screen.findByRole('heading', { name: 'Recent activity' })).closest('section');
  await waitFor(() =>
    expect(
      within(card as HTMLElement)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      expect.stringMatching(/^Buy BTC\/USDT.*0.50 BTC/),
      expect.stringMatching(/^Deposit BTC.*0.25 BTC/),
    ]),
  );
});
