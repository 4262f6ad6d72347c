import { expect, test } from 'vitest';
import { findDepthAt, buildDepthCurve, buildHillPath } from './depth-curve.ts';

const book = {
  bids: [level('99', '1'), level('98', '2')],
  asks: [level('101', '1'), level('102', '1'), level('150', '9')],
};

test('both hills grow away from the middle price, and a far level does not squeeze the rest', () => {
  const curve = buildDepthCurve(book);
  expect(curve?.bids.map(({ x, y }) => [x, y])).toEqual([
    [0.25, 1 / 3],
    [0, 1],
  ]);
  expect(curve?.asks.map(({ x, total }) => [x, total])).toEqual([
    [0.75, 1],
    [1, 2],
  ]);
});

test('a point on the chart gives the price to be reached and the quantity up to it', () => {
  const curve = buildDepthCurve(book);
  expect(curve && findDepthAt(curve, 0.8)).toMatchObject({ side: 'sell', price: '101', total: 1 });
  expect(curve && findDepthAt(curve, 0.1)).toMatchObject({ side: 'buy', price: '99', total: 1 });
  expect(curve && findDepthAt(curve, 0.5)).toBeNull();
});

test('a hill is drawn in steps down to the ground', () => {
  const curve = buildDepthCurve(book);
  expect(buildHillPath(curve?.asks ?? [], 1)).toBe('M750 1000V667H1000V333H1000V1000Z');
});

test('an empty side has no chart', () => {
  expect(buildDepthCurve({ bids: [], asks: book.asks })).toBeNull();
});

function level(price: string, quantity: string) {
  return { price, quantity, orders: 1 };
}
