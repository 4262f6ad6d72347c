import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const given = {
  AVENIA_BASE_URL: 'https://api.sandbox.avenia.io:10952/',
  AVENIA_API_KEY: 'key-of-avenia',
  AVENIA_PRIVATE_KEY_PEM: pem.replaceAll('\n', String.raw`\n`),
};

test('Avenia is used when it is configured, and no provider otherwise', () => {
  expect(readConfig({}).avenia).toBe(null);
  expect(readConfig(given).avenia).toEqual({
    baseUrl: 'https://api.sandbox.avenia.io:10952',
    apiKey: 'key-of-avenia',
    privateKeyPem: pem,
    webhookUrl: null,
  });
});

test.each([
  [{ AVENIA_API_KEY: undefined }, 'AVENIA_API_KEY: is missing'],
  [{ AVENIA_BASE_URL: 'ftp://x' }, 'AVENIA_BASE_URL: must be an http or https address'],
  [{ AVENIA_PRIVATE_KEY_PEM: 'secret' }, 'AVENIA_PRIVATE_KEY_PEM: must be the RSA private key'],
])('%j fails the start, without revealing a secret', (changes, problem) => {
  const start = () => readConfig({ ...given, ...changes });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(problem);
  expect(start).not.toThrow('PRIVATE KEY-----');
});

test('production requires https for Avenia', () => {
  const start = () =>
    readConfig({ ...given, SALAR_PROFILE: 'production', AVENIA_BASE_URL: 'http://avenia.example' });
  expect(start).toThrow('AVENIA_BASE_URL: must be an https address in production');
});
