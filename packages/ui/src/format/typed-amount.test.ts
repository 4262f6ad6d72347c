import { describe, expect, test } from 'vitest';
import { toFieldText } from './field-text.ts';
import type { NumberFormat } from './number-format.ts';
import { findAmountProblem, readAmount, toAmountValue } from './typed-amount.ts';

const english: NumberFormat = { style: 'point', isHabit: true };
/**
 * A customer in Spanish or Portuguese who has not chosen a format: the screen shows the point, their habit is the
 * comma.
 */
const undecided: NumberFormat = { style: 'point', isHabit: false };
const comma: NumberFormat = { style: 'comma', isHabit: true };
const formats = { english, undecided, comma };

const cop = { placesMax: 2, isFiat: true, unit: 'COP' };
const usdt = { placesMax: 6, unit: 'USDT' };
const btc = { placesMax: 8, unit: 'BTC' };
const wholePrice = { placesMax: 0, unit: 'COP' };

describe('one reading is the amount, in every number format', () => {
  test.each([
    ['7', '7'],
    ['007', '7'],
    ['0', '0'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['3.', '3'],
    ['3,', '3'],
    ['0,25', '0.25'],
    ['1500,5', '1500.5'],
    ['1500.50', '1500.5'],
    ['1.50', '1.5'],
    ['1,5', '1.5'],
    ['1.5000', '1.5'],
    ['0.500', '0.5'],
    ['0,125', '0.125'],
    ['1,552,888.00', '1552888'],
    ['1.552.888,00', '1552888'],
    ['1.552.888', '1552888'],
    ['1,552,888', '1552888'],
    ['1.500,50', '1500.5'],
    ['1,500.50', '1500.5'],
    ['1,500.500', '1500.5'],
    ['1500.500', '1500.5'],
    ['1 500', '1500'],
    ['1 500,5', '1500.5'],
    ['1\u00a0500.25', '1500.25'],
    ['1\u202f500\u202f000', '1500000'],
    ['1\u2019500\u2019000,5', '1500000.5'],
    ["1'500.000,50", '1500000.5'],
    [' 42 ', '42'],
    ['\u206842\u2069', '42'],
    ['\t1500.5\tUSDT\n', '1500.5'],
    ['0.000001', '0.000001'],
  ])('%j is %s', (text, value) => {
    for (const format of Object.values(formats))
      expect(readAmount(text, usdt, format)).toEqual({ kind: 'amount', value });
  });
});

describe('two readings', () => {
  test.each(['1.500', '100.000', '1,234', '12,345', "1'500.000", '1 500.000'])(
    '%j is ambiguous while screen and habit differ',
    (text) => {
      expect(readAmount(text, btc, undecided).kind).toBe('ambiguous');
    },
  );

  test('both readings are named', () => {
    expect(readAmount('1.500', usdt, undecided)).toEqual({
      kind: 'ambiguous',
      text: '1.500',
      grouped: '1500',
      decimal: '1.5',
    });
  });

  test('the decimal sign of the customer’s own format decides where the product has such decimals', () => {
    expect(toAmountValue('1.500', usdt, english)).toBe('1.5');
    expect(toAmountValue('1,500', usdt, comma)).toBe('1.5');
  });

  test('the grouping sign alone never decides: a telephone may offer no other sign for decimals', () => {
    expect(readAmount('1,500', usdt, english).kind).toBe('ambiguous');
    expect(readAmount('1.500', usdt, comma).kind).toBe('ambiguous');
  });

  test.each([cop, wholePrice])(
    'for a product without such decimals the text is always ambiguous',
    (rules) => {
      for (const format of Object.values(formats)) {
        expect(readAmount('100.000', rules, format)).toMatchObject({ grouped: '100000', decimal: '100' });
        expect(readAmount('100,000', rules, format)).toMatchObject({ grouped: '100000', decimal: '100' });
      }
    },
  );
});

describe('refusals and their reasons', () => {
  // covers: swap.16, withdraw.13, figures.2
  test.each([
    ['3.900,5', wholePrice, { kind: 'tooPrecise', placesMax: 0 }],
    ['1.1234567', usdt, { kind: 'tooPrecise', placesMax: 6 }],
    ['0.0000000000000000001', {}, { kind: 'tooPrecise', placesMax: 18 }],
    ['123456789012345678901', btc, { kind: 'tooLong', digitsMax: 20 }],
    ['-1', btc, { kind: 'sign' }],
    ['\u22121', btc, { kind: 'sign' }],
    ['+1', btc, { kind: 'sign' }],
    ['1e5', btc, { kind: 'exponent' }],
    ['1.5E-3', btc, { kind: 'exponent' }],
    ['abc', btc, { kind: 'letters' }],
    ['12 USDT', btc, { kind: 'letters' }],
    ['BTC', btc, { kind: 'letters' }],
    ['$5', btc, { kind: 'character', character: '$' }],
    ['5%', btc, { kind: 'character', character: '%' }],
    // A browser shows 15, with or without the customer's knowledge.
    ['\u202e51', btc, { kind: 'character', character: 'U+202E' }],
    ["\u200f500'100", btc, { kind: 'character', character: 'U+200F' }],
    // Two cells of a table, two lines.
    ['100\t200', btc, { kind: 'character', character: 'U+0009' }],
    ['100\n200', btc, { kind: 'character', character: 'U+000A' }],
    ['1\u00ad500', btc, { kind: 'character', character: 'U+00AD' }],
    // A fraction may be written in groups, too.
    ['1.234 567', btc, { kind: 'separators' }],
    ['1,234 567', btc, { kind: 'separators' }],
    ["1.234'567", btc, { kind: 'separators' }],
    ['1.2.3', btc, { kind: 'separators' }],
    ['1,2,3', btc, { kind: 'separators' }],
    ['1.500.50', btc, { kind: 'separators' }],
    ['1,500,5', btc, { kind: 'separators' }],
    ['12.34,567.8', btc, { kind: 'separators' }],
    ['1 5', btc, { kind: 'separators' }],
    ['0.500.000', btc, { kind: 'separators' }],
    ['..', btc, { kind: 'separators' }],
  ])('%j', (text, rules, problem) => {
    for (const format of Object.values(formats)) expect(readAmount(text, rules, format)).toEqual(problem);
  });

  test('zeros beyond the decimals of a product change nothing', () => {
    expect(toAmountValue('3,900.00', wholePrice, undecided)).toBe('3900');
  });

  test.each(['', ' ', '.', ','])('%j is empty', (text) => {
    expect(readAmount(text)).toEqual({ kind: 'empty' });
    expect(findAmountProblem(text)).toBeNull();
    expect(toAmountValue(text)).toBe('');
  });
});

test.each(['1,552,888.00 COP', '1,552,888.00COP', '1,552,888.00\u00a0cop'])(
  'the unit may follow the amount: %j',
  (text) => {
    expect(toAmountValue(text, cop, undecided)).toBe('1552888');
  },
);

test.each([
  ['1.5', '1.5'],
  ['1.234', '1.2340'],
  ['0.234', '0.234'],
  ['1234.567', '1234.567'],
  ['12', '12'],
  ['', ''],
])('the amount %j is written into a field as %j', (value, text) => {
  expect(toFieldText(value)).toBe(text);
});
