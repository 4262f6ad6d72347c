import { expect, test } from 'vitest';
import { checkAmount, getWithdrawMax, computeNet } from './withdraw-check.ts';
import type { AmountCheck, AmountProblem } from './withdraw-check.ts';

const unlimited = { limit: '-1', left: '-1' };
const fine: AmountCheck = {
  amount: '1',
  available: '2',
  daily: unlimited,
  monthly: unlimited,
  fee: '0.1',
  amountMin: null,
  placesMax: 18,
};

const rows: [string, Partial<AmountCheck>, AmountProblem | null][] = [
  ['nothing typed', { amount: '' }, 'empty'],
  ['zero', { amount: '0.00' }, 'zero'],
  ['more than available', { amount: '2.000000000000000001' }, 'exceedsBalance'],
  [
    'more than available and above the limit: the balance is named first',
    { amount: '3', daily: { limit: '1', left: '1' } },
    'exceedsBalance',
  ],
  ['above the daily limit', { amount: '2', daily: { limit: '1.5', left: '1.5' } }, 'exceedsDailyLimit'],
  ['a limit of zero allows nothing', { daily: { limit: '0', left: '0' } }, 'exceedsDailyLimit'],
  [
    'within the limit, above what is left of the day',
    { daily: { limit: '5', left: '0.999999999999999999' } },
    'exceedsDailyLeft',
  ],
  ['above the monthly limit', { monthly: { limit: '0.5', left: '0.5' } }, 'exceedsMonthlyLimit'],
  ['above what is left of the month', { monthly: { limit: '5', left: '0.5' } }, 'exceedsMonthlyLeft'],
  ['the fee eats it all', { amount: '0.1' }, 'netNotPositive'],
  ['below the smallest withdrawal', { amountMin: '1.000000000000000001' }, 'belowMinimum'],
  ['cents where only whole pesos go', { amount: '1.01', placesMax: 0 }, 'tooPrecise'],
  ['zeros behind the point are whole', { amount: '1.00', placesMax: 0 }, null],
  ['exactly the available amount', { amount: '2' }, null],
  ['exactly the limit', { daily: { limit: '1', left: '1' } }, null],
  ['exactly what is left', { daily: { limit: '3', left: '1' }, monthly: { limit: '3', left: '1' } }, null],
  ['exactly the smallest withdrawal', { amountMin: '1' }, null],
  ['the fee is not known yet', { fee: null }, null],
  ['the limits are not known yet', { daily: null, monthly: null }, null],
];

// covers: withdraw.16, withdraw.17, withdraw.19, withdraw.20
test.each(rows)('%s', (_name, given, problem) => {
  expect(checkAmount({ ...fine, ...given })).toBe(problem);
});

// covers: withdraw.12
test('the net amount is amount minus fee, to the last decimal', () => {
  expect(computeNet('0.123456789012345678', '0.000000000000000001')).toBe('0.123456789012345677');
});

test.each([
  ['the balance', {}, '1.234567890123456789', null],
  ['the balance in whole units', { placesMax: 0 }, '1', null],
  ['what is left of the day', { daily: { limit: '5', left: '0.829' } }, '0.829', 'daily'],
  ['what is left of the month', { monthly: { limit: '5', left: '0.5' } }, '0.5', 'monthly'],
  [
    'the month where it leaves less than the day',
    { daily: { limit: '5', left: '0.8' }, monthly: { limit: '9', left: '0.5' } },
    '0.5',
    'monthly',
  ],
  ['a limit cut, never rounded up', { placesMax: 2, daily: { limit: '5', left: '0.829' } }, '0.82', 'daily'],
  ['nothing', { daily: { limit: '5', left: '0' } }, '0', 'daily'],
  [
    'a limit that is more than the balance',
    { daily: { limit: '5', left: '4' } },
    '1.234567890123456789',
    null,
  ],
] as const)('the maximum withdrawal is %s', (_, overrides, amount, boundBy) => {
  const available = '1.234567890123456789';
  expect(
    getWithdrawMax({ available, daily: unlimited, monthly: unlimited, placesMax: 18, ...overrides }),
  ).toEqual({ amount, boundBy });
});
