import { describe, expect, test } from 'vitest';
import type { SwapPair } from './pair.ts';
import {
  driftPercent,
  feeQuestion,
  isBelowMinimum,
  paidFor,
  receivedFor,
  toMarketOrder,
  unitRates,
} from './swap-maths.ts';
import { pair } from './swap.test-data.ts';

const instrument = pair(7, 'BTC', 'USDT');
const buy: SwapPair = { instrument, side: 'buy', rate: '60000' };
const sell: SwapPair = { instrument, side: 'sell', rate: '59990.5' };
const buying = { from: 6, to: 8 };
const selling = { from: 8, to: 6 };

describe('amounts', () => {
  test('a buy divides by the offer and cuts to the places of what is received', () => {
    expect(receivedFor(buy, '100', buying)).toBe('0.00166666');
  });

  test('a sale multiplies by the bid and cuts', () => {
    expect(receivedFor(sell, '0.12345678', selling)).toBe('7406.23396');
  });

  test('what must be paid is rounded up, so that the wanted amount is reached', () => {
    expect(paidFor(buy, '0.00166666', buying)).toBe('99.9996');
    expect(paidFor(sell, '100', selling)).toBe('0.00166694');
  });

  test('without a rate there is no amount and nothing divides by zero', () => {
    const empty: SwapPair = { ...buy, rate: null };
    expect(receivedFor(empty, '100', buying)).toBeNull();
    expect(paidFor(empty, '1', buying)).toBeNull();
    expect(unitRates(empty)).toBeNull();
    expect(toMarketOrder(empty, { pay: '100', receive: '1' }, buying)).toBeNull();
    expect(feeQuestion(empty, { pay: '100', receive: '1' })).toBeNull();
  });

  test('the rate line can be read both ways', () => {
    expect(unitRates(sell)?.forward).toBe('59990.5');
    expect(unitRates({ ...buy, rate: '4' })).toEqual({ forward: '0.25', backward: '4' });
  });
});

describe('the order', () => {
  test('a buy says what it spends in the quote product', () => {
    expect(toMarketOrder(buy, { pay: '100', receive: '0.00166666' }, buying)).toEqual({
      instrumentId: 7,
      side: 'buy',
      value: '100',
    });
  });

  test('a sale says its quantity in whole increments and its value in the quote product', () => {
    expect(toMarketOrder(sell, { pay: '0.12345678', receive: '7406.2' }, selling)).toEqual({
      instrumentId: 7,
      side: 'sell',
      quantity: '0.1234',
      value: '7402.8277',
    });
  });

  test('less than the smallest quantity is known before it is sent', () => {
    expect(isBelowMinimum(sell, { pay: '0.00099', receive: '59' })).toBe(true);
    expect(isBelowMinimum(sell, { pay: '0.001', receive: '59' })).toBe(false);
    expect(isBelowMinimum(buy, { pay: '30', receive: '0.0005' })).toBe(true);
  });

  test('the fee is asked for the base quantity at the shown rate', () => {
    expect(feeQuestion(buy, { pay: '100', receive: '0.00166666' })).toEqual({
      instrumentId: 7,
      side: 'buy',
      price: '60000',
      quantity: '0.0016',
    });
  });
});

test('drift is the same up and down', () => {
  expect(driftPercent('100', '100.6')).toBe('0.6');
  expect(driftPercent('100', '99.4')).toBe('0.6');
});
