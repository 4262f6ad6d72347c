import { expect, test } from 'vitest';
import { productNameIn } from './use-product-name.ts';

const peso = { symbol: 'COP', fullName: 'Colombian peso', isFiat: true };

test('a national currency is called what it is called in the language on screen', () => {
  expect(productNameIn('en')(peso)).toBe('Colombian peso');
  expect(productNameIn('es')(peso)).toBe('Peso colombiano');
  expect(productNameIn('pt')({ symbol: 'BRL', fullName: 'Brazilian real', isFiat: true })).toBe(
    'Real brasileiro',
  );
});

test('anything else keeps the name that the exchange gives it', () => {
  const nameOf = productNameIn('es');
  expect(nameOf({ symbol: 'BTC', fullName: 'Bitcoin', isFiat: false })).toBe('Bitcoin');
  expect(nameOf({ symbol: 'USD', fullName: 'A token', isFiat: false })).toBe('A token');
  expect(nameOf({ symbol: 'PESO', fullName: 'Some peso', isFiat: true })).toBe('Some peso');
  expect(nameOf({ symbol: 'ABC', fullName: 'Unknown money', isFiat: true })).toBe('Unknown money');
});
