/** The dashboard opened by a URL that names a line of the history. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, digits, exchange, ticket } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { buildHistoryPath } from '../../lib/navigation/history-path.ts';
import { DashboardPage } from './dashboard-page.tsx';

useFakeExchange();
afterEach(() => vi.restoreAllMocks());

const order = (OrderId: number) => ({
  OrderId,
  Instrument: 1,
  Side: 'Sell',
  OrderType: 'Market',
  OrigQuantity: digits('0.5'),
  AvgPrice: digits('60000'),
  ReceiveTime: 1000 + OrderId,
  OrderState: 'FullyExecuted',
});
const markedRow = () => document.querySelector('[aria-current="true"]');

test('the row of the asset is open, and the line of the order is highlighted and scrolled into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  exchange.use(answering('GetOrders', [order(9), order(8), order(7)]));
  const path = buildHistoryPath({ productId: 1, tab: 'trades', line: 'order-8' });
  const { user, router } = renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'BTC details' });
  const table = await within(detail).findByRole('table');
  const rows = await within(table).findAllByRole('row');
  expect(rows.indexOf(markedRow() as HTMLElement)).toBe(2);
  expect(scrolled.mock.contexts).toContain(markedRow());
  // Closing the row does not scroll to it again.
  await user.click(screen.getByRole('button', { name: 'Hide BTC details' }));
  expect(screen.queryByRole('region', { name: 'BTC details' })).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('the list of withdrawals is selected, and its first line is highlighted', async () => {
  exchange.use(
    answering('GetWithdrawTickets', [
      ticket(12, 'ETH', '0.2', 'Pending'),
      ticket(11, 'ETH', '0.1', 'Pending'),
    ]),
  );
  const path = buildHistoryPath({ productId: 2, tab: 'withdrawals', line: 'newest' });
  renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'ETH details' });
  expect(within(detail).getByRole('tab', { selected: true })).toHaveTextContent('Withdraw');
  await waitFor(() => expect(markedRow()).toHaveTextContent('12'));
});

test('a URL that names no line opens the list and highlights nothing; the rest of the query string stays', async () => {
  exchange.use(answering('GetOrders', [order(9)]));
  const path = buildHistoryPath({ productId: 1, tab: 'trades', line: null });
  renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'BTC details' });
  await within(detail).findByRole('table');
  expect(markedRow()).toBeNull();
});
