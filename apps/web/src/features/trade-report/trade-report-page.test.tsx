import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  answering,
  digits,
  exchange,
  failing,
  forgetRequests,
  findRequests,
  ticket,
} from '../../api/testing/fake-exchange.ts';
import { catchSavedFile } from '../../lib/testing/catch-saved-file.ts';
import { renderPage, useFakeExchange } from '../../api/testing/render-page.tsx';
import { TradeReportPage } from './trade-report-page.tsx';

useFakeExchange();

const order = (id: number, more: object = {}) => ({
  OrderId: id,
  Instrument: 1,
  Side: 'Buy',
  OrderType: 'Limit',
  OrigQuantity: digits('0.5'),
  AvgPrice: digits('60000'),
  ReceiveTime: Date.parse('2026-03-05T14:07:00Z') + id,
  OrderState: 'FullyExecuted',
  ...more,
});
const deposit = (number: number, status: string, createdAt = '2026-03-04T14:07:00.000Z') =>
  ticket(number, 'ETH', '1.123456789012345678', status, { CreatedTimestamp: createdAt });
const threeKinds = [
  answering('GetOrders', [order(1)]),
  answering('GetDepositTickets', [deposit(2, 'Pending')]),
  answering('GetWithdrawTickets', [
    ticket(3, 'USDT', '25', 'Failed', { CreatedTimestamp: '2026-03-03T14:07:00.000Z' }),
  ]),
];

const dataRows = async () => {
  const table = await screen.findByRole('table', { name: 'Transactions' });
  await waitFor(() => expect(table).toHaveAttribute('aria-busy', 'false'));
  return within(table).getAllByRole('row').slice(1);
};
const readCells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

// covers: report.7, report.14, report.29, session.10
test('trades, deposits and withdrawals are in one table, newest first', async () => {
  exchange.use(...threeKinds);
  renderPage(<TradeReportPage />);
  const rows = await dataRows();
  expect(rows.map((row) => readCells(row).filter((_, at) => at !== 3 && at !== 4))).toEqual([
    ['Trade', 'BTC/USDT', 'Buy', 'Confirmed'],
    ['Deposit', 'ETH', '—no side', 'Pending'],
    ['Withdrawal', 'USDT', '—no side', 'Failed'],
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('Showing 3 of 3 transactions');
  const page = { OMSId: 1, AccountId: 31, StartIndex: 0, Limit: 1000 };
  expect(findRequests('GetOrders')).toEqual([page]);
  expect(findRequests('GetDepositTickets')).toEqual([{ ...page, OperatorId: 1 }]);
  expect(findRequests('GetWithdrawTickets')).toEqual([{ ...page, OperatorId: 1 }]);
});

// covers: report.15, report.16
test('a trade shows its price only when it has one; buy is green, sell red', async () => {
  exchange.use(
    answering('GetOrders', [
      order(2),
      order(1, { Side: 'Sell', AvgPrice: digits('0'), OrderState: 'Working' }),
    ]),
  );
  renderPage(<TradeReportPage />);
  const [bought, sold] = await dataRows();
  expect(readCells(bought)[4]).toContain('@ 60,000.00 USDT');
  expect(readCells(sold)[4]).not.toContain('@');
  expect(screen.getByText('Buy')).toHaveClass('text-gain');
  expect(screen.getByText('Sell')).toHaveClass('text-loss');
});

// covers: report.17, report.21
test('statuses are green, yellow, red, and grey with the text as received', async () => {
  exchange.use(
    answering('GetDepositTickets', [
      deposit(4, 'Confirmed'),
      deposit(3, 'SystemProcessing'),
      deposit(2, 'Rejected'),
      deposit(1, 'Unheard'),
      deposit(0, 'UserCanceled'),
    ]),
  );
  renderPage(<TradeReportPage />);
  const text = (await dataRows()).map((row) => within(row).getAllByRole('cell')[5]?.firstElementChild);
  expect(
    text.map((word) => [word?.textContent, /text-(\w+)(-3)?$/.exec(word?.className ?? '')?.[1]]),
  ).toEqual([
    ['Confirmed', 'gain'],
    ['Pending', 'warn'],
    ['Failed', 'loss'],
    ['Unheard', 'ink'],
    ['Canceled', 'ink'],
  ]);
});

// covers: report.5
test('filters exclude rows, are saved in this browser, and can be cleared', async () => {
  exchange.use(...threeKinds);
  const { user, unmount } = renderPage(<TradeReportPage />);
  await dataRows();
  expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeDisabled();
  await choose(user, 'Type', 'Deposit');
  expect(await dataRows()).toHaveLength(1);
  expect(screen.getByRole('status')).toHaveTextContent('Showing 1 of 3 transactions');
  unmount();

  const again = renderPage(<TradeReportPage />);
  expect(await dataRows()).toHaveLength(1);
  await again.user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await dataRows()).toHaveLength(3);
});

// covers: report.4
test('status and product narrow the list; a pair counts for both its products', async () => {
  exchange.use(...threeKinds);
  const { user } = renderPage(<TradeReportPage />);
  await dataRows();
  await choose(user, 'Product', 'USDT');
  expect((await dataRows()).map((row) => readCells(row)[1])).toEqual(['BTC/USDT', 'USDT']);
  await choose(user, 'Status', 'Failed');
  expect((await dataRows()).map((row) => readCells(row)[1])).toEqual(['USDT']);
});

// covers: report.3
test('a start after the end is swapped, with a notice', async () => {
  exchange.use(...threeKinds);
  const { user } = renderPage(<TradeReportPage />);
  await dataRows();
  await type(user, 'Start Date', '03202026');
  await type(user, 'End Date', '03042026');
  expect(dateIn('End Date')).toBe('03/04/2026');
  await user.tab();
  await user.tab();
  expect(dateIn('Start Date')).toBe('03/04/2026');
  expect(dateIn('End Date')).toBe('03/20/2026');
  expect(screen.getByText(/so the two were swapped/)).toBeInTheDocument();
  expect(await dataRows()).toHaveLength(2);
});

test('thousands of rows are counted by group, including those of other pages', async () => {
  exchange.use(
    answering(
      'GetOrders',
      Array.from({ length: 1001 }, (_, at) => order(at + 1, at < 40 ? { OrderState: 'Working' } : {})),
    ),
  );
  const { user } = renderPage(<TradeReportPage />);
  expect(await screen.findByText('Showing 1,001 of 1,001 transactions')).toBeInTheDocument();
  await choose(user, 'Status', 'Pending');
  expect(screen.getByRole('status')).toHaveTextContent('Showing 40 of 1,001 transactions');
  expect(screen.getByText('Page 1 of 2')).toBeInTheDocument();
});

// covers: report.8, report.9
test('more than twenty rows are paged, and a filter goes back to the first page', async () => {
  exchange.use(
    answering(
      'GetOrders',
      Array.from({ length: 45 }, (_, at) => order(at + 1)),
    ),
  );
  const { user } = renderPage(<TradeReportPage />);
  expect(await dataRows()).toHaveLength(20);
  expect(screen.getByText('Page 1 of 3')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await dataRows()).toHaveLength(5);
  expect(screen.getByRole('status')).toHaveTextContent('Showing 45 of 45 transactions');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();

  await choose(user, 'Type', 'Trade');
  expect(screen.getByText('Page 1 of 3')).toBeInTheDocument();
});

// covers: report.8
test('twenty rows need no pages', async () => {
  exchange.use(
    answering(
      'GetOrders',
      Array.from({ length: 20 }, (_, at) => order(at + 1)),
    ),
  );
  renderPage(<TradeReportPage />);
  expect(await dataRows()).toHaveLength(20);
  expect(screen.queryByText(/^Page/)).not.toBeInTheDocument();
});

// covers: report.6, report.10
test('without transactions there is nothing to export', async () => {
  renderPage(<TradeReportPage />);
  expect(await screen.findByText('No Transactions Found')).toBeInTheDocument();
  expect(screen.getByText("You don't have any transactions yet.")).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

// covers: report.11, report.24
test('filters that exclude everything say so and can be cleared on the spot', async () => {
  localStorage.setItem('ui.tradeReport.filters', '{"type":"withdrawal"}');
  exchange.use(answering('GetOrders', [order(1)]));
  const { user } = renderPage(<TradeReportPage />);
  expect(await screen.findByText('No transactions match your current filters.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await user.click(screen.getAllByRole('button', { name: 'Clear Filters' }).at(-1) as HTMLElement);
  expect(await dataRows()).toHaveLength(1);
});

// covers: report.12
test('a failed load is shown as an error, and only that load is retried', async () => {
  exchange.use(failing('/AP/GetWithdrawTickets', 503, 'DOWN'), ...threeKinds);
  const { user } = renderPage(<TradeReportPage />);
  expect(await screen.findByText('Error Loading Reports')).toBeInTheDocument();
  expect(screen.getByText('There was an error loading your transaction history.')).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  forgetRequests();
  exchange.use(answering('GetWithdrawTickets', []));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await dataRows()).toHaveLength(2);
  expect(findRequests('GetWithdrawTickets')).toHaveLength(1);
  expect([...findRequests('GetOrders'), ...findRequests('GetDepositTickets')]).toEqual([]);
});

// covers: report.27, report.28
test('eighteen decimals reach the screen and the file digit for digit', async () => {
  exchange.use(
    answering('GetOrders', [
      order(1, {
        Instrument: 2,
        OrigQuantity: digits('123456789.123456789012345678'),
        AvgPrice: digits('3000.000000000000000001'),
      }),
    ]),
    answering('GetDepositTickets', [deposit(2, '=cmd()')]),
  );
  const saved = catchSavedFile();
  const { user } = renderPage(<TradeReportPage />);
  const [trade, received] = await dataRows();
  expect(readCells(trade)[4]).toContain('123,456,789.123456789012345678 ETH');
  expect(readCells(received)[4]).toContain('1.123456789012345678 ETH');

  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(saved.name()).toMatch(/^trade-report-\d{4}-\d\d-\d\d\.csv$/);
  expect(await saved.text()).toBe(
    [
      '\ufeff"Date","Type","Token","Amount","Price","Side","Status"',
      '"2026-03-05T14:07:00.001Z","trade","ETH/USDT","123456789.123456789012345678","3000.000000000000000001","Buy","FullyExecuted"',
      `"2026-03-04T14:07:00.000Z","deposit","ETH","1.123456789012345678","","","'=cmd()"`,
      '',
    ].join('\r\n'),
  );
});

test('the file has every row that passes the filters, not only those of the page', async () => {
  exchange.use(
    answering(
      'GetOrders',
      Array.from({ length: 45 }, (_, at) => order(at + 1)),
    ),
    answering('GetDepositTickets', [deposit(1, 'Pending')]),
  );
  const saved = catchSavedFile();
  const { user } = renderPage(<TradeReportPage />);
  await dataRows();
  await choose(user, 'Type', 'Trade');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect((await saved.text()).split('\r\n')).toHaveLength(1 + 45 + 1);
});

test('on a phone the filters are in a sheet, behind a button that counts them', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  try {
    exchange.use(...threeKinds);
    localStorage.setItem('ui.tradeReport.filters', '{"type":"deposit","status":"pending"}');
    const { user } = renderPage(<TradeReportPage />);
    const list = await screen.findByRole('list', { name: 'Transactions' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Filters, 2 in use' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(sheet).getByRole('button', { name: 'Clear Filters' }));
    await user.click(within(sheet).getByRole('button', { name: 'Show transactions' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(within(screen.getByRole('list', { name: 'Transactions' })).getAllByRole('listitem')).toHaveLength(
      3,
    );
  } finally {
    vi.unstubAllGlobals();
  }
});

async function choose(user: ReturnType<typeof renderPage>['user'], field: string, option: string) {
  await user.click(screen.getByRole('button', { name: new RegExp(`${field}$`) }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const getDateField = (field: string) => screen.getByRole('group', { name: field });
const dateIn = (field: string) => getDateField(field).textContent;

/** Types into a date field from its beginning; the field advances to the next part automatically. */
async function type(user: ReturnType<typeof renderPage>['user'], field: string, figures: string) {
  await user.click(within(getDateField(field)).getAllByRole('spinbutton')[0] as HTMLElement);
  await user.keyboard(figures);
}
