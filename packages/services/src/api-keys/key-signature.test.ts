import { describe, expect, test } from 'vitest';
import { isKeySignatureValid } from './key-signature.ts';

const secret = '0123456789abcdef0123456789abcdef';
const credentials = {
  nonce: '1700000000000',
  userId: '17',
  apiKey: 'aa11bb22cc33dd44ee55ff6600112233',
  signature: '9b4ce5a690fb0237e0527d20f06301634436b2bc81e969593333c5d33ad7b516',
};

describe('the signature of an API key', () => {
  test('is the HMAC of nonce, user id and key, in hex of either case', () => {
    expect(isKeySignatureValid(secret, credentials)).toBe(true);
    expect(
      isKeySignatureValid(secret, { ...credentials, signature: credentials.signature.toUpperCase() }),
    ).toBe(true);
  });

  test.each([
    { signature: `${credentials.signature.slice(0, -1)}7` },
    { signature: credentials.signature.slice(0, -2) },
    { signature: `${credentials.signature}00` },
    { signature: '' },
    { signature: '0'.repeat(64) },
    { signature: 'x'.repeat(64) },
    { nonce: '1700000000001' },
    { userId: '18' },
    { apiKey: 'aa11bb22cc33dd44ee55ff6600112234' },
  ])('is wrong with %j', (change) => {
    expect(isKeySignatureValid(secret, { ...credentials, ...change })).toBe(false);
  });

  test('is wrong with another secret', () => {
    expect(isKeySignatureValid(secret.replace('0', '1'), credentials)).toBe(false);
  });
});
