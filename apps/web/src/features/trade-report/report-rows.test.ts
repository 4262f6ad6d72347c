import { expect, test } from 'vitest';
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { Order } from '../../api/records/order.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { toReportCsv } from './report-csv.ts';
import { toReportRows } from './report-rows.ts';

const instruments: readonly Instrument[] = [
  {
    instrumentId: 1,
    symbol: 'BTCUSDT',
    baseId: 1,
    quoteId: 3,
    baseSymbol: 'BTC',
    quoteSymbol: 'USDT',
    quantityIncrement: '0.0001',
    priceIncrement: '0.01',
    quantityMin: '0.0001',
    priceMin: '0.01',
    isRunning: true,
    halt: null,
  },
];

// covers: report.25
test('orders, deposits and withdrawals become one list, newest first', () => {
  const rows = toReportRows({
    instruments,
    orders: [order({ orderId: 7, receivedAt: Date.parse('2026-03-05T10:00:00Z') })],
    deposits: [ticket({ ticketNumber: 7, createdAt: '2026-03-06T10:00:00Z' })],
    withdrawals: [ticket({ ticketNumber: 7, createdAt: '2026-03-04T10:00:00Z' })],
  });
  expect(rows.map(({ id, type }) => [id, type])).toEqual([
    ['deposit-7', 'deposit'],
    ['trade-7', 'trade'],
    ['withdrawal-7', 'withdrawal'],
  ]);
});

// covers: report.22
test('a trade has the name of its pair, belongs to both products and has the average price of its fills', () => {
  const [row] = toReportRows({
    instruments,
    orders: [order({ quantity: '0.5', averagePrice: '61250.5', side: 'Sell', state: 'Canceled' })],
    deposits: [],
    withdrawals: [],
  });
  expect(row).toMatchObject({
    tokenSymbol: 'BTC/USDT',
    productIds: [1, 3],
    amount: '0.5',
    amountUnit: 'BTC',
    price: '61250.5',
    priceUnit: 'USDT',
    side: 'Sell',
    status: 'Canceled',
  });
});

test('an order without a fill is in the report as well, without a price on screen and in the file', () => {
  const [row] = toReportRows({
    instruments,
    orders: [order({ state: 'Working', averagePrice: '0' })],
    deposits: [],
    withdrawals: [],
  });
  expect(row).toMatchObject({ status: 'Working', price: null });
  expect(toReportCsv(row ? [row] : []).split('\n')[1]).toContain('"1","","Buy","Working"');
});

// covers: report.22
test('a deposit has neither side nor price', () => {
  const [row] = toReportRows({ instruments, orders: [], deposits: [ticket({})], withdrawals: [] });
  expect(row).toMatchObject({ tokenSymbol: 'ETH', side: null, price: null });
});

test('an order of a delisted market shows the number of the market', () => {
  const [row] = toReportRows({
    instruments: [],
    orders: [order({ instrumentId: 9 })],
    deposits: [],
    withdrawals: [],
  });
  expect(row).toMatchObject({ tokenSymbol: '9', productIds: [] });
});

function order(more: Partial<Order>): Order {
  return {
    orderId: 1,
    clientOrderId: 0,
    instrumentId: 1,
    side: 'Buy',
    orderType: 'Limit',
    quantity: '1',
    quantityExecuted: '0',
    averagePrice: '0',
    valueExecuted: '0',
    limitPrice: '60000',
    receivedAt: 0,
    state: 'FullyExecuted',
    trailingAmount: '0',
    ...more,
  };
}

function ticket(more: Partial<Ticket>): Ticket {
  return {
    ticketNumber: 1,
    requestCode: '',
    productId: 2,
    symbol: 'ETH',
    amount: '1',
    fee: '0',
    notionalValue: '0',
    notionalProductId: null,
    network: '',
    form: {},
    destination: null,
    transactionId: null,
    confirmations: null,
    delayedUntil: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    status: 'FullyProcessed',
    rejectReason: null,
    ...more,
  };
}
