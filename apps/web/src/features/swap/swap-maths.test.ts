import { describe, expect, test } from 'vitest';
import type { SwapPair } from './pair.ts';
import {
  computeDriftPercent,
  toFeeQuery,
  isBelowMinimum,
  computeLeastNet,
  toMarketOrder,
  computeUnitRates,
} from './swap-maths.ts';
import { quoteSwap } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';
import { pair } from './swap.test-data.ts';

const instrument = pair(7, 'BTC', 'USDT');
const buy: SwapPair = { instrument, side: 'buy', rate: '60000' };
const sell: SwapPair = { instrument, side: 'sell', rate: '59990.5' };
const buying = { from: 6, to: 8 };
const selling = { from: 8, to: 6 };
const level = (price: string, quantity: string) => ({ price, quantity, orders: 1 });
const book = {
  bids: [level('59990.5', '1'), level('59900', '2')],
  asks: [level('60000', '1'), level('60100', '2')],
};

describe('the quote', () => {
  test('a buy spends the cost of its whole lots', () => {
    expect(quoteSwap(buy, book, { side: 'pay', amount: '100' }, buying)).toEqual({
      pay: '96',
      receive: '0.0016',
      quantity: '0.0016',
      value: '96',
      averagePrice: '60000',
      worstPrice: '60000',
      distance: '0.0079',
      isBeyondDepth: false,
      makers: 1,
    });
  });

  test('an amount beyond the best price has a worse average, and reports its distance from the middle', () => {
    const quote = quoteSwap(sell, book, { side: 'pay', amount: '2' }, selling);
    expect(quote).toMatchObject({ receive: '119890.5', averagePrice: '59945.25', worstPrice: '59900' });
    expect(quote?.distance).toBe('0.0833');
  });

  test('a requested amount is reached with as few lots as possible', () => {
    expect(quoteSwap(sell, book, { side: 'receive', amount: '100' }, selling)).toMatchObject({
      pay: '0.0017',
      receive: '101.98385',
    });
    expect(quoteSwap(buy, book, { side: 'receive', amount: '1.00005' }, buying)).toMatchObject({
      pay: '60006.01',
      receive: '1.0001',
    });
  });

  test('more than the book offers is reported, with the quantity that the book offers', () => {
    for (const request of [
      { side: 'pay', amount: '3.0001' },
      { side: 'receive', amount: '179790.6' },
    ] as const) {
      expect(quoteSwap(sell, book, request, selling)).toMatchObject({
        isBeyondDepth: true,
        pay: '3',
        value: '179790.5',
      });
    }
    expect(quoteSwap(buy, book, { side: 'pay', amount: '180207' }, buying)).toMatchObject({
      isBeyondDepth: true,
      pay: '180200',
    });
  });

  test('an empty side has no quote, and an empty opposite side no middle', () => {
    expect(quoteSwap(buy, { ...book, asks: [] }, { side: 'pay', amount: '1' }, buying)).toBeNull();
    expect(
      quoteSwap(buy, { ...book, bids: [] }, { side: 'pay', amount: '100' }, buying)?.distance,
    ).toBeNull();
  });
});

test('the rate line can be read both ways', () => {
  expect(computeUnitRates(sell, '59990.5')?.forward).toBe('59990.5');
  expect(computeUnitRates(buy, '4')).toEqual({ forward: '0.25', backward: '4' });
});

describe('the order', () => {
  const terms = { limitPrice: '60300', clientOrderId: 5 };

  test('a buy sends its spending in the quote product', () => {
    expect(toMarketOrder(buy, quoted(buy, '100'), terms)).toEqual({
      instrumentId: 7,
      side: 'buy',
      value: '96',
      ...terms,
    });
  });

  test('a sale sends its quantity in whole increments and its value in the quote product', () => {
    expect(toMarketOrder(sell, quoted(sell, '0.12345678'), terms)).toEqual({
      instrumentId: 7,
      side: 'sell',
      quantity: '0.1234',
      value: '7402.8277',
      ...terms,
    });
  });

  test('a quantity below the minimum is detected before it is sent', () => {
    expect(isBelowMinimum(sell, quoted(sell, '0.00099'))).toBe(true);
    expect(isBelowMinimum(sell, quoted(sell, '0.001'))).toBe(false);
    expect(isBelowMinimum(buy, quoted(buy, '30'))).toBe(true);
  });

  test('the fee is requested for the base quantity at the average price', () => {
    expect(toFeeQuery(buy, quoted(buy, '100'), 6)).toEqual({
      instrumentId: 7,
      side: 'buy',
      price: '60000',
      quantity: '0.0016',
    });
    expect(toFeeQuery(buy, quoted(buy, '1'), 6)).toBeNull();
  });

  test('the least amount received is that of the limit price, less its part of the fee', () => {
    const fee = { fee: '2', places: selling };
    expect(computeLeastNet(sell, quoted(sell, '1'), { limitPrice: '59690.55', ...fee })).toBe('59688.559999');
    expect(
      computeLeastNet(buy, quoted(buy, '60000'), { limitPrice: '60300', fee: '0', places: buying }),
    ).toBe('0.995');
  });
});

test('drift is symmetric', () => {
  expect(computeDriftPercent('100', '100.6')).toBe('0.6');
  expect(computeDriftPercent('100', '99.4')).toBe('0.6');
});

function quoted(swap: SwapPair, amount: string): SwapQuote {
  const quote = quoteSwap(swap, book, { side: 'pay', amount }, swap.side === 'buy' ? buying : selling);
  if (quote === null) throw new Error('the book has both sides');
  return quote;
}
