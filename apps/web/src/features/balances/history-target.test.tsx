/** The dashboard opened by an address that names a line of the history. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, digits, exchange, ticket } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { historyPath } from '../../lib/history-path.ts';
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

test('the row of the asset is open, and the line of the order is marked and scrolled into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  exchange.use(answering('GetOrders', [order(9), order(8), order(7)]));
  const path = historyPath({ productId: 1, tab: 'trades', line: 'order-8' });
  const { user, router } = renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'BTC details' });
  const table = await within(detail).findByRole('table');
  const rows = await within(table).findAllByRole('row');
  expect(rows.indexOf(markedRow() as HTMLElement)).toBe(2);
  expect(scrolled.mock.contexts).toContain(markedRow());
  // Whoever closes the row is not sent to it again.
  await user.click(screen.getByRole('button', { name: 'Hide BTC details' }));
  expect(screen.queryByRole('region', { name: 'BTC details' })).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('the list of withdrawals is chosen, and its first line is marked', async () => {
  exchange.use(
    answering('GetWithdrawTickets', [
      ticket(12, 'ETH', '0.2', 'Pending'),
      ticket(11, 'ETH', '0.1', 'Pending'),
    ]),
  );
  const path = historyPath({ productId: 2, tab: 'withdrawals', line: 'newest' });
  renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'ETH details' });
  expect(within(detail).getByRole('tab', { selected: true })).toHaveTextContent('Withdraw');
  await waitFor(() => expect(markedRow()).toHaveTextContent('12'));
});

test('an address that names no line opens the list and marks nothing; other parts of the query stay', async () => {
  exchange.use(answering('GetOrders', [order(9)]));
  const path = historyPath({ productId: 1, tab: 'trades', line: null });
  renderPage(<DashboardPage />, { path });
  const detail = await screen.findByRole('region', { name: 'BTC details' });
  await within(detail).findByRole('table');
  expect(markedRow()).toBeNull();
});
