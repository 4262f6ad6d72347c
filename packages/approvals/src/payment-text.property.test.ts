/** The text of a payment: fixed for its terms, and no two payments with the same. */
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import { formatFormerPaymentText, formatPaymentText } from './payment-text.ts';
import type { PaymentTerms } from './payment-text.ts';

const terms: PaymentTerms = {
  ticketId: ticketId(1003),
  requestCode: '6f1c0b1e-2b7e-4f57-9d3e-7a2c5e9f0a11',
  userId: userId(12),
  accountId: accountId(15),
  productId: productId(3),
  chainId: 31337,
  destination: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: minor(1_500_000n),
  fee: minor(20_000n),
  createdAt: millis(1_795_478_400_000),
};
const usdt = { symbol: 'USDT', decimals: 6 };
const installation = 'exchange.example';

test('each term has its line', () => {
  expect(formatPaymentText({ terms, product: usdt, installation })).toEqual({
    ok: true,
    value: [
      'salar/payment/v2',
      'installation: exchange.example',
      'ticket: 1003',
      'request code: 6f1c0b1e-2b7e-4f57-9d3e-7a2c5e9f0a11',
      'customer: 12',
      'account: 15',
      'product: 3 USDT, 6 decimals',
      'network: 31337',
      'receiver: 0x52908400098527886E0F7030069857D2E4169EE7',
      'amount: 1500000 minor units = 1.5 USDT',
      'fee: 20000 minor units = 0.02 USDT',
      'receiver gets: 1480000 minor units = 1.48 USDT',
      'created: 1795478400000 ms = 2026-11-24T00:00:00.000Z',
      '',
    ].join('\n'),
  });
});

test('equal terms at another installation have another text', () => {
  const [here, there] = [installation, 'other.example'].map((name) =>
    formatPaymentText({ terms, product: usdt, installation: name }),
  );
  expect([here?.ok, there?.ok]).toEqual([true, true]);
  expect(here).not.toEqual(there);
  expect(formatPaymentText({ terms, product: usdt, installation: '' }).ok).toBe(false);
});

test('the text that a customer signs names the exchange, and no time', () => {
  const payment = formatFormerPaymentText({ terms, product: usdt });
  const withdrawal = formatWithdrawalText(terms, usdt, 'https://exchange.example');
  if (!payment.ok || !withdrawal.ok) throw new Error('the terms can be written');
  const [, ...lines] = payment.value.split('\n').filter((line) => !line.startsWith('created: '));
  expect(withdrawal.value.split('\n')).toEqual([
    'salar/withdrawal/v1',
    'exchange: https://exchange.example',
    ...lines,
  ]);
  expect(formatWithdrawalText({ ...terms, fee: minor(-1n) }, usdt, 'https://exchange.example').ok).toBe(
    false,
  );
  expect(formatWithdrawalText(terms, usdt, 'https://exchange.example\nx: y').ok).toBe(false);
});

test.each([
  ['a receiver of two lines', { destination: '0x1\namount: 5 minor units = 5 USDT' }],
  ['a receiver written backwards', { destination: '\u202e0x1' }],
  ['an empty receiver', { destination: '' }],
  ['a blank at the end', { destination: '0x1 ' }],
  ['a fee above the amount', { fee: minor(1_500_001n) }],
  ['a negative fee', { fee: minor(-1n) }],
  ['a ticket that is no number', { ticketId: ticketId(Number.NaN) }],
  ['a time outside the calendar', { createdAt: millis(9e15) }],
])('%s is refused', (_name, change) => {
  expect(formatPaymentText({ terms: { ...terms, ...change }, product: usdt, installation })).toEqual({
    ok: false,
    refusal: 'terms_malformed',
  });
});

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const word = fc
  .string({ minLength: 1, maxLength: 90, unit: 'grapheme-ascii' })
  .map((text) => text.trim() || 'x');
const anyTerms = fc
  .record({
    ticketId: id.map(ticketId),
    requestCode: word,
    userId: id.map(userId),
    accountId: id.map(accountId),
    productId: id.map(productId),
    chainId: id,
    destination: word,
    amounts: fc.tuple(fc.bigInt(0n, 10n ** 30n), fc.bigInt(0n, 10n ** 30n)),
    createdAt: fc.integer({ min: 0, max: 4e12 }).map(millis),
  })
  .map(({ amounts: [one, two], ...rest }): PaymentTerms => {
    return { ...rest, amount: minor(one > two ? one : two), fee: minor(one > two ? two : one) };
  });

test('terms that differ in one field have different texts', () => {
  fc.assert(
    fc.property(
      anyTerms,
      anyTerms,
      fc.constantFrom(...(Object.keys(terms) as (keyof PaymentTerms)[])),
      (a, b, field) => {
        const changed = { ...a, [field]: b[field] };
        fc.pre(changed[field] !== a[field] && changed.fee <= changed.amount);
        const [left, right] = [a, changed].map((shown) =>
          formatPaymentText({ terms: shown, product: usdt, installation }),
        );
        expect([left?.ok, right?.ok]).toEqual([true, true]);
        expect(left).not.toEqual(right);
      },
    ),
    { numRuns: 1000 },
  );
});
