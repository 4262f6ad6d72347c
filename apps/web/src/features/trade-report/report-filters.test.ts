import { expect, test } from 'vitest';
import {
  areDatesReversed,
  countFilters,
  filterRows,
  noFilters,
  readFilters,
  saveFilters,
  swapDates,
} from './report-filters.ts';
import type { ReportFilters } from './report-filters.ts';
import type { ReportRow } from './report-rows.ts';

const rows = [
  row('trade-1', { type: 'trade', productIds: [1, 3], status: 'FullyExecuted', date: local(2026, 3, 5, 12) }),
  row('trade-2', { type: 'trade', productIds: [2, 3], status: 'Canceled', date: local(2026, 3, 6, 0) }),
  row('deposit-1', { type: 'deposit', productIds: [1], status: 'Pending', date: local(2026, 3, 6, 23, 59) }),
  row('deposit-2', {
    type: 'deposit',
    productIds: [5],
    status: 'FullyProcessed',
    date: local(2026, 3, 7, 0),
  }),
  row('withdrawal-1', {
    type: 'withdrawal',
    productIds: [3],
    status: 'Accepted',
    date: local(2026, 3, 8, 9),
  }),
];
const all = rows.map(({ id }) => id);

// covers: report.2, report.26
test.each<[string, Partial<ReportFilters>, string[]]>([
  ['no filter', {}, all],
  ['a type', { type: 'deposit' }, ['deposit-1', 'deposit-2']],
  ['confirmed', { status: 'confirmed' }, ['trade-1', 'deposit-2', 'withdrawal-1']],
  ['pending', { status: 'pending' }, ['deposit-1']],
  ['failed', { status: 'failed' }, ['trade-2']],
  ['a product, on either side of a pair', { productId: 3 }, ['trade-1', 'trade-2', 'withdrawal-1']],
  ['a start', { startDate: '2026-03-07' }, ['deposit-2', 'withdrawal-1']],
  ['an end, with its whole day', { endDate: '2026-03-06' }, ['trade-1', 'trade-2', 'deposit-1']],
  ['one day', { startDate: '2026-03-06', endDate: '2026-03-06' }, ['trade-2', 'deposit-1']],
  [
    'everything at once',
    { type: 'trade', status: 'failed', productId: 2, endDate: '2026-03-06' },
    ['trade-2'],
  ],
  ['nothing left', { type: 'withdrawal', status: 'failed' }, []],
])('%s', (_, filters, ids) => {
  expect(filterRows(rows, { ...noFilters, ...filters }).map(({ id }) => id)).toEqual(ids);
});

test.each(['0002-03-01', '2026-02-30', '2026-13-01', 'yesterday'])(
  '%s is not a complete day and excludes nothing',
  (day) => {
    expect(filterRows(rows, { ...noFilters, startDate: day, endDate: day }).length).toBe(rows.length);
  },
);

test('dates are reversed only when both are set and the start is later', () => {
  const reversed = { ...noFilters, startDate: '2026-03-07', endDate: '2026-03-05' };
  expect(areDatesReversed(reversed)).toBe(true);
  expect(swapDates(reversed)).toEqual({ ...noFilters, startDate: '2026-03-05', endDate: '2026-03-07' });
  expect(areDatesReversed({ ...reversed, endDate: '2026-03-07' })).toBe(false);
  expect(areDatesReversed({ ...reversed, endDate: '' })).toBe(false);
});

test('filters are counted', () => {
  expect(countFilters(noFilters)).toBe(0);
  expect(countFilters({ ...noFilters, type: 'trade', productId: 1, endDate: '2026-03-05' })).toBe(3);
});

// covers: report.23
test('saved filters are restored', () => {
  const filters: ReportFilters = {
    type: 'trade',
    status: 'failed',
    startDate: '2026-03-05',
    endDate: '2026-03-07',
    productId: 3,
  };
  saveFilters(localStorage, filters);
  expect(readFilters(localStorage)).toEqual(filters);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['wrong values', '{"type":"gift","status":7,"startDate":"0002-01-01","endDate":{},"productId":"1"}'],
])('%s in the storage filters nothing', (_, text) => {
  expect(readFilters({ getItem: () => text })).toEqual(noFilters);
});

test('a storage that throws does not break the page', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => saveFilters({ setItem: refuse }, noFilters)).not.toThrow();
  expect(readFilters({ getItem: refuse })).toEqual(noFilters);
});

function local(year: number, month: number, day: number, hour: number, minute = 0): number {
  return new Date(year, month - 1, day, hour, minute).getTime();
}

function row(id: string, more: Partial<ReportRow>): ReportRow {
  return {
    id,
    type: 'trade',
    tokenSymbol: 'BTC',
    productIds: [],
    amount: '1',
    amountUnit: 'BTC',
    status: 'New',
    date: 0,
    side: null,
    price: null,
    priceUnit: '',
    ...more,
  };
}
