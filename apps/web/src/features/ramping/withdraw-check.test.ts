import { expect, test } from 'vitest';
import { checkAmount, netOf } from './withdraw-check.ts';
import type { AmountFacts, AmountProblem } from './withdraw-check.ts';

const fine: AmountFacts = { amount: '1', available: '2', dailyLimit: '-1', fee: '0.1' };

const rows: [string, Partial<AmountFacts>, AmountProblem | null][] = [
  ['nothing typed', { amount: '' }, 'empty'],
  ['zero', { amount: '0.00' }, 'zero'],
  ['more than available', { amount: '2.000000000000000001' }, 'exceedsBalance'],
  [
    'more than available and above the limit: the balance is named first',
    { amount: '3', dailyLimit: '1' },
    'exceedsBalance',
  ],
  ['above the daily limit', { amount: '2', dailyLimit: '1.5' }, 'exceedsDailyLimit'],
  ['a limit of zero allows nothing', { amount: '1', dailyLimit: '0' }, 'exceedsDailyLimit'],
  ['the fee eats it all', { amount: '0.1' }, 'netNotPositive'],
  ['exactly the available amount', { amount: '2' }, null],
  ['exactly the limit', { amount: '1', dailyLimit: '1' }, null],
  ['the fee is not known yet', { fee: null }, null],
  ['the limit is not known yet', { dailyLimit: null }, null],
];

test.each(rows)('%s', (_name, given, problem) => {
  expect(checkAmount({ ...fine, ...given })).toBe(problem);
});

test('net is amount minus fee, to the last place', () => {
  expect(netOf('0.123456789012345678', '0.000000000000000001')).toBe('0.123456789012345677');
});
