import { describe, expect, test } from 'vitest';
import {
  expandExponent,
  formatDecimal,
  formatMoney,
  formatPercent,
  formatPercentage,
  formatPrice,
  formatSwapBalance,
  isDecimal,
  reformatFigures,
  splitDecimal,
} from './decimal.ts';
import { setNumberFormat } from './number-format.ts';

describe('amounts', () => {
  // covers: figures.1
  test.each([
    ['1234567.891', '1,234,567.891'],
    ['0', '0.00'],
    ['0.5', '0.50'],
    ['1.10000000', '1.10'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['123456789012345678.123456789012345678', '123,456,789,012,345,678.123456789012345678'],
    ['-0.5', '\u22120.50'],
    ['-0.00', '0.00'],
    ['007.5', '7.50'],
    ['.5', '0.50'],
    ['1e-7', '0.0000001'],
    ['2.5E+3', '2,500.00'],
  ])('%s is shown as %s', (text, shown) => {
    expect(formatDecimal(text)).toBe(shown);
  });

  // covers: swap.4
  test('balances are truncated, never rounded', () => {
    expect(formatDecimal('0.99999', { maxPlaces: 2 })).toBe('0.99');
    expect(formatSwapBalance('0.41239999')).toBe('0.4123');
  });

  test('fees are rounded up, also across nines', () => {
    expect(formatDecimal('0.00101', { maxPlaces: 3, rounding: 'up' })).toBe('0.002');
    expect(formatDecimal('9.999', { maxPlaces: 2, rounding: 'up' })).toBe('10.00');
    expect(formatDecimal('0.00000', { maxPlaces: 2, rounding: 'up' })).toBe('0.00');
  });

  test('text that is not a number is shown unchanged', () => {
    expect(formatDecimal('n/a')).toBe('n/a');
    expect(splitDecimal('')).toBeNull();
    expect(isDecimal('1.2.3')).toBe(false);
    expect(isDecimal('-0.1')).toBe(true);
  });

  test('three decimals that look like a group of thousands get a fourth', () => {
    expect(formatDecimal('1.234')).toBe('1.2340');
    expect(formatDecimal('0.234')).toBe('0.234');
    expect(formatDecimal('1234.567')).toBe('1,234.567');
    expect(formatDecimal('1.234', { minPlaces: 3, maxPlaces: 3 })).toBe('1.234');
  });

  test('the current number format groups, or the given one', () => {
    expect(formatDecimal('1234567.891', { style: 'comma' })).toBe('1.234.567,891');
    setNumberFormat({ style: 'comma', isHabit: true });
    expect(formatDecimal('-1234.5')).toBe('\u22121.234,50');
    expect(formatPercent('2.3')).toBe('+2,30%');
    setNumberFormat({ style: 'point', isHabit: true });
    expect(formatDecimal('1234.5')).toBe('1,234.50');
  });

  test('the figures of a sentence from the server follow, too', () => {
    expect(reformatFigures('Up to 360,000,000 COP a day')).toBe('Up to 360,000,000 COP a day');
    setNumberFormat({ style: 'comma', isHabit: true });
    expect(reformatFigures('Up to 360,000,000 COP and 1,000.50 BRL, level 2')).toBe(
      'Up to 360.000.000 COP and 1.000,50 BRL, level 2',
    );
    setNumberFormat({ style: 'point', isHabit: true });
  });

  test('a unit follows the figure', () => {
    expect(formatMoney('61250000', 'COP')).toBe('61,250,000.00 COP');
  });
});

describe('prices and changes', () => {
  // covers: figures.3
  test.each([
    ['104210.4', '104,210.40'],
    ['10.005', '10.01'],
    ['9.99995', '10.00'],
    ['0.9996', '0.9996'],
    ['1.0004', '1.0004'],
    ['0.99996', '1.00'],
    ['1.234', '1.2340'],
    ['0.0123', '0.0123'],
    ['0.00999', '0.00999'],
    ['0.000012345', '0.00001235'],
    ['0', '0.00'],
    ['1', '1.00'],
  ])('a price of %s is shown as %s', (text, shown) => {
    expect(formatPrice(text)).toBe(shown);
  });

  // covers: dashboard.25, figures.3
  test.each([
    ['2.3', '+2.30%'],
    ['-1.127', '\u22121.12%'],
    ['0', '0.00%'],
    ['-0.001', '0.00%'],
  ])('a change of %s is shown as %s', (text, shown) => {
    expect(formatPercent(text)).toBe(shown);
  });

  // covers: figures.3
  test.each([
    ['0.5', '0.50%'],
    ['0.199', '0.19%'],
    ['50', '50.00%'],
    ['-0.004', '0.00%'],
    ['odd', 'odd'],
  ])('a share of %s percent is shown as %s', (text, shown) => {
    expect(formatPercentage(text)).toBe(shown);
  });
});

test('exponents are written out in both directions', () => {
  expect(expandExponent('1.5e-3')).toBe('0.0015');
  expect(expandExponent('-12e2')).toBe('-1200');
  expect(expandExponent('1.25e1')).toBe('12.5');
  expect(expandExponent('7')).toBe('7');
});
