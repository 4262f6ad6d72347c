import { expect, test } from 'vitest';
import { createProductNamer } from './use-product-name.ts';

const peso = { symbol: 'COP', fullName: 'Colombian peso', isFiat: true };

test('a national currency is named in the language on screen', () => {
  expect(createProductNamer('en')(peso)).toBe('Colombian peso');
  expect(createProductNamer('es')(peso)).toBe('Peso colombiano');
  expect(createProductNamer('pt')({ symbol: 'BRL', fullName: 'Brazilian real', isFiat: true })).toBe(
    'Real brasileiro',
  );
});

test('any other product keeps its name from the exchange', () => {
  const getName = createProductNamer('es');
  expect(getName({ symbol: 'BTC', fullName: 'Bitcoin', isFiat: false })).toBe('Bitcoin');
  expect(getName({ symbol: 'USD', fullName: 'A token', isFiat: false })).toBe('A token');
  expect(getName({ symbol: 'PESO', fullName: 'Some peso', isFiat: true })).toBe('Some peso');
  expect(getName({ symbol: 'ABC', fullName: 'Unknown money', isFiat: true })).toBe('Unknown money');
});
