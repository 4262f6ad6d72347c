import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDigestRight, signRequest } from './sumsub-signature.ts';

const body = Buffer.from(
  '{"applicantIdentifiers":{"email":"ana@example.test"},"ttlInSecs":600,"userId":"u-1001","levelName":"level-1"}',
);

test('requests are signed as the provider documents', () => {
  expect(
    signRequest('test-secret', {
      seconds: 1_700_000_000,
      method: 'POST',
      path: '/resources/accessTokens/sdk',
      body,
    }),
  ).toBe('d9d0127003234fde064d528a8e991e20e9e45c4d35659868dfb702345b5d51a6');
  expect(
    signRequest('test-secret', {
      seconds: 1_700_000_000,
      method: 'GET',
      path: '/resources/applicants/-;externalUserId=u-1001/one',
      body: null,
    }),
  ).toBe('07918260ca7e09cf0292032477b5937d72eeadddbc160f159c557ead1c4dc1cf');
});

const hook = Buffer.from('{"type":"applicantReviewed","externalUserId":"u-1001"}');
const sha256 = '8a71baffbaf1a5fbb88f9ca07243af7fad82ad6af727dc1c04a82e3f45ca6a52';
const digestOf = (name: string) => createHmac(name, 'hook-secret').update(hook).digest('hex');

test.each([
  ['theirs', hook, sha256, 'HMAC_SHA256_HEX', true],
  ['theirs, longer', hook, digestOf('sha512'), 'HMAC_SHA512_HEX', true],
  ['another body', Buffer.concat([hook, Buffer.from(' ')]), sha256, 'HMAC_SHA256_HEX', false],
  ['another digest', hook, sha256.replace('8', '9'), 'HMAC_SHA256_HEX', false],
  ['capital letters', hook, sha256.toUpperCase(), 'HMAC_SHA256_HEX', false],
  ['too short', hook, sha256.slice(2), 'HMAC_SHA256_HEX', false],
  ['no hex', hook, 'z'.repeat(64), 'HMAC_SHA256_HEX', false],
  ['an unknown kind', hook, sha256, 'HMAC_SHA224_HEX', false],
  ['a name of the language itself', hook, sha256, 'constructor', false],
  ['no kind', hook, sha256, undefined, false],
  ['no digest', hook, undefined, 'HMAC_SHA256_HEX', false],
  ['SHA-1', hook, digestOf('sha1'), 'HMAC_SHA1_HEX', false],
])('D6: a webhook digest, %s', (_what, bytes, digest, algorithm, isRight) => {
  expect(isDigestRight('hook-secret', { body: bytes, digest, algorithm }, { acceptsSha1: false })).toBe(
    isRight,
  );
});

test('D6: SHA-1 is accepted only where it is switched on', () => {
  const webhook = { body: hook, digest: digestOf('sha1'), algorithm: 'HMAC_SHA1_HEX' };
  expect(isDigestRight('hook-secret', webhook, { acceptsSha1: true })).toBe(true);
});
