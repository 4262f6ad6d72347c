import { expect, test } from 'vitest';
import { joinHoldings } from '../../customer/holdings.ts';
import { buildAssetOptions } from './asset-options.ts';
import { createProductNamer } from './use-product-name.ts';

const product = (productId: number, symbol: string, fullName: string) => ({
  productId,
  symbol,
  fullName,
  isFiat: false,
  decimals: 6,
  canDeposit: true,
  canWithdraw: true,
  iconUrl: symbol === 'BTC' ? '/icons/products/btc.svg' : null,
});

const holdings = joinHoldings(
  [product(1, 'BTC', 'Bitcoin'), product(3, 'USDT', 'Tether USD'), product(8, 'USDT', 'Tether USD')],
  [{ productId: 8, symbol: 'USDT', amount: '2.5', hold: '1' }],
  [
    { productId: 1, key: 'ProductNetwork', value: 'Bitcoin' },
    { productId: 3, key: 'ProductNetwork', value: 'Ethereum' },
    { productId: 8, key: 'ProductNetwork', value: 'Tron' },
  ],
);

test("the customer's balances come first; products that share a symbol show their network", () => {
  expect(
    buildAssetOptions(holdings, (available) => available, createProductNamer('en')).map(
      ({ id, balance, network }) => [id, balance, network],
    ),
  ).toEqual([
    [8, '1.5', 'Tron'],
    [1, '0', undefined],
    [3, '0', 'Ethereum'],
  ]);
});
