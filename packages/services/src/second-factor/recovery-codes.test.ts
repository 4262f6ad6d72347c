import { expect, test } from 'vitest';
import { createRecoveryCodes, toRecoveryKey } from './recovery-codes.ts';

test('ten different codes, each in two groups of five', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z1-9]{5}-[a-z1-9]{5}$/);
});

test('a code is recognised in every spelling', () => {
  const keys = ['k3mfa-9xw2e', ' K3MFA 9XW2E ', 'k3mfa9xw2e'].map(toRecoveryKey);
  expect(new Set(keys)).toEqual(new Set(['k3mfa9xw2e']));
});

test.each(['', '123456', 'k3mfa-9xw2', 'k3mfa-9xw2ee', 'k3mfa-9xw2é'])(
  '%j is not a recovery code',
  (typed) => {
    expect(toRecoveryKey(typed)).toBeNull();
  },
);
