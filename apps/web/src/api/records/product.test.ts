import { parseLossless } from '@salar/client/lossless-json';
import { expect, test } from 'vitest';
import { WireRow } from '../wire/wire-row.ts';
import { readProduct } from './product.ts';

const productWithIcon = (iconUrl: string | null) =>
  readProduct(
    new WireRow(
      parseLossless(
        JSON.stringify({
          ProductId: 1,
          Product: 'BTC',
          ProductFullName: 'Bitcoin',
          ProductType: 'CryptoCurrency',
          DecimalPlaces: 8,
          DepositEnabled: true,
          WithdrawEnabled: true,
          iconUrl,
        }),
      ),
    ),
  ).iconUrl;

// covers: calls.5
test("a product's icon is loaded from our own origin, whatever host name the page uses", () => {
  expect(productWithIcon('https://exchange.example/icons/products/btc.svg')).toBe('/icons/products/btc.svg');
  expect(productWithIcon('http://localhost:8080/icons/products/btc.svg')).toBe('/icons/products/btc.svg');
});

test.each([
  null,
  '',
  'javascript:alert(1)',
  'https://elsewhere.example/btc.png',
  'https://x.example/icons/products/../a.svg',
])('the address %s is not an icon of the exchange', (iconUrl) => {
  expect(productWithIcon(iconUrl)).toBeNull();
});
