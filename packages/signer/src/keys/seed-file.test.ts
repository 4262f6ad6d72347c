import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeed, openSeed, openSeedPhrase, renewLayout } from '@salar/adapters/files/seed-file';

const before = JSON.parse(
  readFileSync(new URL('../families/signed-by-version-1.json', import.meta.url), 'utf8'),
) as { readonly seed: object };
const passphrase = 'the passphrase of the stored vectors';
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-seed-'));
  path = join(folder, 'seed.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function change(fields: object): void {
  const file = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...file, ...fields }));
}

test('a new seed has layout 2, and opens again', () => {
  const made = createSeed(path, passphrase);
  expect(made.layout).toBe(2);
  const opened = openSeed(path, passphrase);
  expect(opened).toMatchObject({ layout: 2 });
  expect(opened.root.privateExtendedKey).toBe(made.root.privateExtendedKey);
});

test('any wallet restores the keys from its seed phrase', () => {
  const { root } = createSeed(path, passphrase);
  const restored = mnemonicToAccount(openSeedPhrase(path, passphrase));
  const { publicKey } = root.derive("m/44'/60'/0'/0/0");
  expect(publicKey).not.toBeNull();
  expect(restored.getHdKey().publicKey).toEqual(publicKey);
  expect(() => openSeedPhrase(path, 'another passphrase')).toThrow('does not open');
});

test('a seed of version 0.1 has layout 1', () => {
  writeFileSync(path, JSON.stringify(before.seed));
  expect(openSeed(path, passphrase).layout).toBe(1);
});

test.each([1, 2])('a file of version %i whose version was changed does not open', (version) => {
  if (version === 1) writeFileSync(path, JSON.stringify(before.seed));
  else createSeed(path, passphrase);
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

test('a layout is not renewed with another passphrase', () => {
  writeFileSync(path, JSON.stringify(before.seed));
  expect(() => renewLayout(path, 'another passphrase of the same')).toThrow('does not open');
  expect(openSeed(path, passphrase).layout).toBe(1);
});

test('a file of a later version is named', () => {
  createSeed(path, passphrase);
  change({ version: 3 });
  expect(() => openSeed(path, passphrase)).toThrow('was written by a newer version of Salar');
});

test('another passphrase does not open it', () => {
  createSeed(path, passphrase);
  expect(() => openSeed(path, 'another passphrase of the same')).toThrow(
    'does not open with this passphrase',
  );
});
