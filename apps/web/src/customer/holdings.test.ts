import { expect, test } from 'vitest';
import type { Product } from '../api/records/product.ts';
import { joinHoldings, findStrayPositions } from './holdings.ts';

const product = (productId: number, symbol: string): Product => ({
  productId,
  symbol,
  fullName: symbol,
  isFiat: false,
  decimals: 18,
  canDeposit: true,
  canWithdraw: true,
  iconUrl: null,
});
const products = [product(1, 'BTC'), product(2, 'ETH')];

test('available is amount minus hold, and a product without a position has zeros', () => {
  const position = {
    productId: 2,
    symbol: 'ETH',
    amount: '1.000000000000000001',
    hold: '0.000000000000000002',
  };
  const [btc, eth] = joinHoldings(products, [position], []);
  expect(eth?.available).toBe('0.999999999999999999');
  expect([btc?.amount, btc?.hold, btc?.available]).toEqual(['0', '0', '0']);
});

test('a positive balance of an unlisted product is a stray position', () => {
  const stray = { productId: 9, symbol: 'XYZ', amount: '3', hold: '0' };
  expect(findStrayPositions(products, [stray, { ...stray, productId: 8, amount: '0' }])).toEqual([stray]);
});
