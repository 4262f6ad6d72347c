import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSeed, openSeed, openSeedPhrase, renewLayout } from '@salar/adapters/files/seed-file';

const before = JSON.parse(
  readFileSync(new URL('../families/signed-by-version-1.json', import.meta.url), 'utf8'),
) as { readonly seed: object };
const passphrase = 'the passphrase of the stored vectors';
const folder = mkdtempSync(join(tmpdir(), 'salar-seed-'));
/** A file that was created once, because its key takes long to derive. */
const created = join(folder, 'created.json');
const made = createSeed(created, passphrase);
let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(folder, 'test-')), 'seed.json');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function change(fields: object): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...file, ...fields }));
}

test('a new seed has layout 2, and opens again', () => {
  expect(made.layout).toBe(2);
  const opened = openSeed(created, passphrase);
  expect(opened).toMatchObject({ layout: 2 });
  expect(opened.root.privateExtendedKey).toBe(made.root.privateExtendedKey);
});

test('any wallet restores the keys from its seed phrase', () => {
  const restored = mnemonicToAccount(openSeedPhrase(created, passphrase));
  const { publicKey } = made.root.derive("m/44'/60'/0'/0/0");
  expect(publicKey).not.toBeNull();
  expect(restored.getHdKey().publicKey).toEqual(publicKey);
  expect(() => openSeedPhrase(created, 'another passphrase')).toThrow('does not open');
});

test('a seed of version 0.1 has layout 1', () => {
  writeFileSync(path, JSON.stringify(before.seed));
  expect(openSeed(path, passphrase).layout).toBe(1);
});

test.each([1, 2])('a file of version %i whose version was changed does not open', (version) => {
  if (version === 1) writeFileSync(path, JSON.stringify(before.seed));
  else copyFileSync(created, path);
  change({ version: 3 - version });
  expect(() => openSeed(path, passphrase)).toThrow('does not open with this passphrase');
});

test('a seed of version 0.1 gets layout 2 and stays the same seed, and the file before is kept', () => {
  writeFileSync(path, JSON.stringify(before.seed));
  const { root } = openSeed(path, passphrase);
  const copy = renewLayout(path, passphrase);
  const renewed = openSeed(path, passphrase);
  expect(renewed).toMatchObject({ layout: 2, formerLayout: 1 });
  expect(renewed.root.privateExtendedKey).toBe(root.privateExtendedKey);
  expect(openSeed(copy, passphrase).layout).toBe(1);
  expect(() => renewLayout(path, passphrase)).toThrow('has key layout 2 already');
  // Without the mark of the former layout, what its wallets hold would not be seen.
  change({ former: undefined });
  expect(() => openSeed(path, passphrase)).toThrow('does not open with this passphrase');
});

test('a new file has its costs in it, one without any opens with those of before, and others do not open', () => {
  copyFileSync(created, path);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ scrypt: { N: 32_768, r: 8, p: 3 } });
  expect(before.seed).not.toHaveProperty('scrypt');
  for (const scrypt of [undefined, { N: 32_768, r: 8, p: 2 }]) {
    change({ scrypt });
    expect(() => openSeed(path, passphrase)).toThrow('does not open with this passphrase');
  }
  change({ scrypt: { N: 2 ** 30, r: 8, p: 1 } });
  expect(() => openSeed(path, passphrase)).toThrow('is refused');
});

test('a layout is not renewed with another passphrase', () => {
  writeFileSync(path, JSON.stringify(before.seed));
  expect(() => renewLayout(path, 'another passphrase of the same')).toThrow('does not open');
  expect(openSeed(path, passphrase).layout).toBe(1);
});

test('a file of a later version is named', () => {
  copyFileSync(created, path);
  change({ version: 3 });
  expect(() => openSeed(path, passphrase)).toThrow('was written by a newer version of Salar');
});

test('another passphrase does not open it', () => {
  copyFileSync(created, path);
  expect(() => openSeed(path, 'another passphrase of the same')).toThrow(
    'does not open with this passphrase',
  );
});
