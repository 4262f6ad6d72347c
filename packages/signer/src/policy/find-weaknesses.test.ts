import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { minor, productId } from '@salar/protocol';
import { expect, test } from 'vitest';
import { findWeaknesses } from './find-weaknesses.ts';

const cap = minor(10n);
const caps = { chainId: 1, productId: productId(2), perTransaction: cap, perHour: cap, perDay: cap };
const bounded = { ...caps, perCustomerDay: cap, newReceivers: { hours: 24, perDay: cap } };
const amendments = { required: 3, delayHours: 48 };
const strict: SignerPolicy = {
  networks: [],
  caps: [bounded],
  approvals: { required: 2, approvers: [], amendments },
  passkeys: { site: 'https://exchange.example', ageHours: 24, registrationsPerDay: 500 },
};

test('a sealed policy with every bound has no weakness', () => {
  expect(findWeaknesses(strict, true)).toEqual([]);
});

test.each<[string, Partial<SignerPolicy>, boolean, RegExp]>([
  ['not sealed', {}, false, /^the policy is not sealed/],
  [
    'amended at once',
    { approvals: { required: 2, approvers: [], amendments: { required: 3, delayHours: 1 } } },
    true,
    /after 1 hours, less than 48$/,
  ],
  ['without approvers', { approvals: null }, true, /no approvers/],
  [
    'without a cap for a customer',
    { caps: [{ ...bounded, perCustomerDay: undefined }] },
    true,
    /one customer/,
  ],
  [
    'without a cap for new receivers',
    { caps: [{ ...bounded, newReceivers: undefined }] },
    true,
    /new receivers/,
  ],
  [
    'with young passkeys',
    { passkeys: { site: 'https://exchange.example', ageHours: 0, registrationsPerDay: 5 } },
    true,
    /^a passkey counts after 0 hours/,
  ],
])('a policy that is %s has one', (_, change, isSealed, sentence) => {
  expect(findWeaknesses({ ...strict, ...change }, isSealed)).toEqual([
    expect.stringMatching(sentence) as string,
  ]);
});
