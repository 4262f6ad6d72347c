import { expect, test } from 'vitest';
import type { Level } from '../../../api/records/book.ts';
import { buildLadder, computeSpread } from './ladder.ts';

const book = {
  bids: levels(['99.9', '1'], ['99.1', '2'], ['98.5', '1']),
  asks: levels(['100.1', '0.5'], ['100.9', '0.5'], ['101.2', '2']),
};

test('each rung has the total up to its price, and shares are relative to the deepest side', () => {
  const { bids, asks } = buildLadder(book, { step: '0.1', rungsMax: 10 });
  expect(bids.map(({ total, share }) => [total, share])).toEqual([
    ['1', 0.25],
    ['3', 0.75],
    ['4', 1],
  ]);
  expect(asks.map(({ total }) => total)).toEqual(['0.5', '1', '3']);
});

test('coarser prices are rounded away from the market, so that no price looks better than it is', () => {
  const { bids, asks } = buildLadder(book, { step: '1', rungsMax: 10 });
  expect(bids.map(({ price, quantity }) => [price, quantity])).toEqual([
    ['99', '3'],
    ['98', '1'],
  ]);
  expect(asks.map(({ price, quantity }) => [price, quantity])).toEqual([
    ['101', '1'],
    ['102', '2'],
  ]);
});

test('the last rung holds everything at its price even when no further rung is shown', () => {
  expect(buildLadder(book, { step: '1', rungsMax: 1 }).asks).toMatchObject([{ price: '101', quantity: '1' }]);
});

test('the spread is exact, and absent while a side is empty', () => {
  expect(computeSpread(book)).toEqual({ amount: '0.2', percent: '0.199' });
  expect(computeSpread({ ...book, bids: [] })).toBeNull();
});

function levels(...rows: readonly (readonly [string, string])[]): readonly Level[] {
  return rows.map(([price, quantity]) => ({ price, quantity, orders: 1 }));
}
