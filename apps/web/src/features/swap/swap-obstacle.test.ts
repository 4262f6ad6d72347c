import { expect, test } from 'vitest';
import { findSwapObstacle } from './swap-obstacle.ts';
import type { SwapState, SwapObstacle } from './swap-obstacle.ts';
import type { SwapQuote } from './swap-quote.ts';
import { pair } from './swap.test-data.ts';

const market = { instrument: pair(1, 'BTC', 'USDT'), side: 'sell', rate: '100' } as const;
const quote: SwapQuote = {
  pay: '1',
  receive: '100',
  quantity: '1',
  value: '100',
  averagePrice: '100',
  worstPrice: '100',
  distance: '0',
  isBeyondDepth: false,
  makers: 1,
};
const ready: SwapState = {
  isOnline: true,
  hasAssets: true,
  pair: market,
  isHalted: false,
  pay: '1',
  receive: '100',
  quote,
  hasBook: true,
  isComputing: false,
  isReadable: true,
  available: '2',
};

const rows: [string, Partial<SwapState>, SwapObstacle | null][] = [
  ['everything is there', {}, null],
  ['exactly the balance', { pay: '2' }, null],
  ['no connection, whatever else is missing', { isOnline: false, pay: '3' }, 'offline'],
  ['an asset is missing', { hasAssets: false, pair: null }, 'chooseAssets'],
  ['the two do not trade', { pair: null }, 'notAllowed'],
  ['their market is halted', { pair: null, isHalted: true }, 'halted'],
  ['what is typed is not an amount', { isReadable: false, pay: '', receive: '' }, 'unreadable'],
  ['nothing is typed', { pay: '', receive: '' }, 'enterAmount'],
  ['the book is empty', { pair: { ...market, rate: null }, receive: '' }, 'noPrice'],
  [
    'more than the balance is said before the amount is worked out',
    { pay: '3', isComputing: true },
    'notEnough',
  ],
  ['the other amount is on its way', { receive: '', isComputing: true }, 'waiting'],
  ['zero', { pay: '0', receive: '0' }, 'enterAmount'],
  ['the order book cannot be read', { hasBook: false, quote: null, receive: '' }, 'noPrice'],
  ['the book was emptied meanwhile', { quote: null, receive: '' }, 'noPrice'],
  ['more than the book offers', { receive: '', quote: { ...quote, isBeyondDepth: true } }, 'tooLarge'],
  ['more than the book offers, requested', { pay: '', quote: { ...quote, isBeyondDepth: true } }, 'tooLarge'],
  [
    'below the smallest order',
    { pay: '0.0001', receive: '0.01', quote: { ...quote, quantity: '0.0001' } },
    'tooSmall',
  ],
];

// covers: swap.17
test.each(rows)('%s', (_name, given, obstacle) => {
  expect(findSwapObstacle({ ...ready, ...given })).toBe(obstacle);
});
