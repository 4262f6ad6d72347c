/** The choices of the report's filters, and that the report is either whole or an error. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exchange, failing } from '../../api/testing/fake-exchange.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { TradeReportPage } from './trade-report-page.tsx';

useFakeExchange();

// covers: report.1, report.2
test.each([
  ['Type', ['All', 'Trade', 'Deposit', 'Withdrawal']],
  ['Status', ['All', 'Confirmed', 'Pending', 'Failed']],
  ['Product', ['All', 'BTC', 'ETH', 'USDT', 'COP']],
])('%s offers %j', async (filter, choices) => {
  const { user } = renderPage(<TradeReportPage />);
  await screen.findByText('No Transactions Found');
  await user.click(screen.getByRole('button', { name: new RegExp(`${filter}$`) }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(choices);
});

// covers: report.13
test.each(['GetOrders', 'GetDepositTickets', 'GetWithdrawTickets'])(
  'the report is an error when %s cannot be loaded',
  async (call) => {
    exchange.use(failing(`/AP/${call}`, 503, 'DOWN'));
    renderPage(<TradeReportPage />);
    expect(await screen.findByText('Error Loading Reports')).toBeInTheDocument();
    expect(screen.getByText('There was an error loading your transaction history.')).toBeInTheDocument();
  },
);
