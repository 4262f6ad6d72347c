import { expect, test } from 'vitest';
import { derivePassphraseKey, passphraseCosts } from './passphrase-key.ts';

const salt = Buffer.from('00112233445566778899aabbccddeeff', 'hex');

test('new files have the costs that OWASP recommends, and others give another key', () => {
  expect(passphraseCosts).toEqual({ N: 32_768, r: 8, p: 3 });
  const keys = [passphraseCosts, undefined].map((costs) => derivePassphraseKey('passphrase', salt, costs));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(2);
  for (const key of keys) expect(key).toHaveLength(32);
});

test.each([
  { N: 2 ** 14, r: 8, p: 3 },
  { N: 2 ** 15 + 1, r: 8, p: 1 },
  { N: 2 ** 30, r: 8, p: 1 },
  { N: 2 ** 15, r: 8, p: 17 },
  { N: 2 ** 15, r: 0.5, p: 1 },
  { N: 2 ** 15, r: 8, p: -1 },
  { N: Number.NaN, r: 8, p: 1 },
])('the costs %j are refused, before anything is computed', (costs) => {
  expect(() => derivePassphraseKey('passphrase', salt, costs)).toThrow('is refused');
});
