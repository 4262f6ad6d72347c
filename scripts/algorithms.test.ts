/** Every algorithm that the code names is in the inventory of docs/keys.md, and old ones are used where it says so. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folders = [
  ...['adapters', 'approvals', 'cold', 'pages', 'protocol', 'sequencer', 'services', 'signer', 'store'].map(
    (name) => `packages/${name}/src`,
  ),
  ...['cold-signer', 'exchange', 'signer', 'watcher'].map((name) => `apps/${name}/src`),
];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\/|test-/.test(name))
    .map((name) => `${folder}/${name}`),
);
const inventory = read('docs/keys.md').split('## All keys')[1]?.split('\n## ')[0] ?? '';

/** Names of algorithms as Node and its libraries take them, with their spelling in the inventory. */
const spellings: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/createCipheriv\('aes-256-gcm'/, 'AES-256-GCM'],
  [/createHmac\('sha256'/, 'HMAC-SHA-256'],
  [/hkdfSync\('sha256'/, 'HKDF-SHA-256'],
  [/scryptSync\(/, 'scrypt'],
  [/argon2/i, 'argon2id'],
  [/generateKeyPairSync\('ed25519'/, 'Ed25519'],
  [/namedCurve: 'P-256'/, 'P-256'],
  [/secp256k1/, 'secp256k1'],
  [/algorithm: 'SHA1'/, 'HMAC-SHA-1'],
];

test('the inventory has each algorithm that the code uses', () => {
  for (const [pattern, name] of spellings) {
    expect(
      files.some((path) => pattern.test(read(path))),
      name,
    ).toBe(true);
    expect(inventory).toContain(name);
  }
});

test('ciphers, MACs and derivations of the code are those of the inventory', () => {
  const used = files.flatMap((path) =>
    [...read(path).matchAll(/\b(?:createCipheriv|createDecipheriv|createHmac|hkdfSync)\(\s*'([^']+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(new Set(used)).toEqual(new Set(['aes-256-gcm', 'sha256']));
});

test('SHA-1 is used for TOTP, and for webhooks of Sumsub that a setting allows; MD5 and DES nowhere', () => {
  const using = (pattern: RegExp) => files.filter((path) => pattern.test(read(path)));
  expect(using(/['"](?:sha-?1|hmac-?sha1)['"]/i)).toEqual([
    'packages/adapters/src/identity-sumsub/sumsub-signature.ts',
    'packages/services/src/second-factor/totp.ts',
  ]);
  expect(using(/['"](?:md[245]|des(?:-\w+)*|rc4|3des)['"]/i)).toEqual([]);
});
