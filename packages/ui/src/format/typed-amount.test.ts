import { describe, expect, test } from 'vitest';
import { finishTyped, readPasted, readTyped } from './typed-amount.ts';

const accepted = (value: string) => ({ kind: 'accepted', value });

describe('typing', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['1.', '1.'],
    ['0,', '0.'],
    ['.5', '.5'],
    ['007', '7'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1 000', '1000'],
  ])('%j is kept as %j', (typed, value) => {
    expect(readTyped(typed)).toEqual(accepted(value));
  });

  // covers: swap.16
  test.each(['1.2.3', '1,2,3', '1e5', '-1', '+1', 'abc', '1x', '123456789012345678901'])(
    '%j keeps the old value',
    (typed) => {
      expect(readTyped(typed)).toEqual({ kind: 'ambiguous' });
    },
  );

  // covers: withdraw.13, figures.2
  test('a nineteenth decimal is refused, never rounded', () => {
    expect(readTyped('0.0000000000000000001')).toEqual({ kind: 'tooPrecise', placesMax: 18 });
  });

  test('a product with fewer decimals refuses earlier', () => {
    expect(readTyped('1.1234567', { placesMax: 6 })).toEqual({ kind: 'tooPrecise', placesMax: 6 });
    expect(readTyped('1.', { placesMax: 0 })).toEqual({ kind: 'tooPrecise', placesMax: 0 });
  });

  test('on fiat three digits after the point could be thousands', () => {
    expect(readTyped('1.234', { placesMax: 2, isFiat: true })).toEqual({ kind: 'ambiguous' });
  });
});

describe('pasting', () => {
  test.each([
    ['1,234.5', '1234.5'],
    ['1,234,567.89', '1234567.89'],
    ['0,5', '0.5'],
    ['0,125', '0.125'],
    ['1234,56', '1234.56'],
    ['1 234.5', '1234.5'],
    ['1\u00a0234.5', '1234.5'],
    [' 42 ', '42'],
    ['1.234', '1.234'],
  ])('%j is read as %j', (pasted, value) => {
    expect(readPasted(pasted)).toEqual(accepted(value));
  });

  test.each(['1,234', '12,345', '1.234,5', '1.2.3', '1e5', '-5', '12 USDT', '', '   '])(
    '%j is refused',
    (pasted) => {
      expect(readPasted(pasted)).toEqual({ kind: 'ambiguous' });
    },
  );

  test('on fiat 1.234 is refused, because half of the continent reads it as thousands', () => {
    expect(readPasted('1.234', { placesMax: 2, isFiat: true })).toEqual({ kind: 'ambiguous' });
    expect(readPasted('1.23', { placesMax: 2, isFiat: true })).toEqual(accepted('1.23'));
  });
});

test('a draft becomes a whole amount when the field is left', () => {
  expect(finishTyped('.5')).toBe('0.5');
  expect(finishTyped('3.')).toBe('3');
  expect(finishTyped('.')).toBe('');
  expect(finishTyped('')).toBe('');
  expect(finishTyped('1.50')).toBe('1.50');
});
