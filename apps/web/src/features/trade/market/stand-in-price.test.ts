import { expect, test } from 'vitest';
import type { Book } from './book.ts';
import { standInPrice } from './stand-in-price.ts';

const level = (price: string) => ({ price, quantity: '1', orders: 1 });
const book: Book = { bids: [level('89954.51'), level('1')], asks: [level('90023.62')] };
const candles = [{ begin: 0, open: '1', high: '4', low: '1', close: '3', volume: '0' }];

test.each([
  ['between the best of both sides', { book, candles }, { kind: 'mid', price: '89989.06' }],
  [
    'the last close, where a side is empty',
    { book: { ...book, asks: [] }, candles },
    { kind: 'close', price: '3' },
  ],
  ['the last close, until the book is known', { book: null, candles }, { kind: 'close', price: '3' }],
  ['nothing, where nothing is known', { book: null, candles: [] }, null],
])('%s', (_, market, expected) => {
  expect(standInPrice(market, 2)).toEqual(expected);
});
