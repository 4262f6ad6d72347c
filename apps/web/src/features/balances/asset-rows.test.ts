import { expect, test } from 'vitest';
import type { Holding } from '../../customer/holdings.ts';
import {
  toAssetRows,
  defaultSort,
  filterOwned,
  sortRows,
  computeTotal,
  unknownAmounts,
} from './asset-rows.ts';

const rows = toAssetRows(
  [
    holding('BTC', '0.5'),
    holding('COP', '9000'),
    holding('ETH', '2'),
    holding('USDT', '10'),
    holding('XYZ', '3'),
  ],
  new Map([
    ['BTC', { price: '60000', change24h: '-1' }],
    ['COP', { price: '0.00025', change24h: '0.5' }],
    ['ETH', { price: '3000', change24h: '2' }],
    ['USDT', { price: '1', change24h: null }],
  ]),
);
const symbols = (sorted: typeof rows) => sorted.map(({ symbol }) => symbol).join(' ');

// covers: dashboard.4
test('the table starts with the largest balance by value; assets without price come last', () => {
  expect(symbols(sortRows(rows, defaultSort))).toBe('BTC ETH USDT COP XYZ');
});

test('ascending order reverses the rows, but assets without a price stay last', () => {
  expect(symbols(sortRows(rows, ascending('balance')))).toBe('COP USDT ETH BTC XYZ');
});

test('assets sort by symbol, prices and changes as numbers', () => {
  expect(symbols(sortRows(rows, ascending('asset')))).toBe('BTC COP ETH USDT XYZ');
  expect(symbols(sortRows(rows, ascending('price')))).toBe('COP USDT ETH BTC XYZ');
  expect(symbols(sortRows(rows, { columnId: 'change', direction: 'descending' }))).toBe(
    'ETH COP BTC USDT XYZ',
  );
});

test('the total leaves out assets without price and says how many', () => {
  expect(computeTotal(rows)).toEqual({ usd: '36012.25', uncounted: 1 });
});

// covers: dashboard.2
test('assets with a zero balance are not offered in the dropdown', () => {
  expect(
    filterOwned(toAssetRows([holding('BTC', '0'), holding('ETH', '1')], new Map())).map((row) => row.symbol),
  ).toEqual(['ETH']);
});

function ascending(columnId: string) {
  return { columnId, direction: 'ascending' } as const;
}

function holding(symbol: string, amount: string): Holding {
  return {
    productId: symbol.length,
    symbol,
    fullName: symbol,
    isFiat: false,
    decimals: 8,
    canDeposit: true,
    canWithdraw: true,
    amount,
    hold: '0',
    available: amount,
    iconUrl: null,
    networks: [],
  };
}

test('unknown amounts are not zeros: nothing is owned, counted or worth anything', () => {
  const unknown = toAssetRows(
    [holding('BTC', '1'), holding('ETH', '1')].map((one) => ({ ...one, ...unknownAmounts })),
    new Map([['BTC', { price: '60000', change24h: '-1' }]]),
  );
  expect(unknown.map(({ usdValue }) => usdValue)).toEqual([null, null]);
  expect(unknown.map(({ price }) => price)).toEqual(['60000', null]);
  expect(filterOwned(unknown)).toEqual([]);
  expect(symbols(sortRows(unknown, defaultSort))).toBe('BTC ETH');
});
