/** Nothing but the pinned package of a runtime is unpacked, and the pages name the version that is recommended. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseOther, fetchRuntime, isPinned, readMajor, runtimes } from './runtimes.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const platform = 'linux-x64';
let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'salar-runtimes-'));
});
afterEach(() => rmSync(cache, { recursive: true }));

/** Writes a package like those of the registry, and returns its path. */
function writePackage(folder: string, program: string): string {
  mkdirSync(join(folder, 'source/package/bin'), { recursive: true });
  writeFileSync(join(folder, 'source/package/bin/node'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'source/package/other'), 'is not unpacked');
  const file = join(folder, 'node.tgz');
  expect(spawnSync('tar', ['-czf', file, '-C', join(folder, 'source'), 'package']).status).toBe(0);
  return file;
}

const pin = (file: string) => ({
  version: '99.1.0',
  integrity: {
    [platform]: `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`,
  },
});

test('the pinned package is unpacked once, without anything but its program', () => {
  const file = writePackage(cache, '#!/bin/sh\necho runs\n');
  const packed: string[] = [];
  const pack = (name: string) => {
    packed.push(name);
    return file;
  };
  const fetch = () => fetchRuntime(pin(file), { cache, platform, pack });
  const program = fetch();
  expect(spawnSync(program, { encoding: 'utf8' }).stdout).toBe('runs\n');
  expect(fetch()).toBe(program);
  expect(packed).toEqual([`node-${platform}@99.1.0`]);
  expect(existsSync(join(program, '../../other'))).toBe(false);
});

test('a package with another hash is not unpacked, and leaves nothing', () => {
  const pinned = pin(writePackage(join(cache, 'right'), 'right'));
  const folder = join(cache, 'runtimes');
  const pack = () => writePackage(join(cache, 'wrong'), 'wrong');
  expect(() => fetchRuntime(pinned, { cache: folder, platform, pack })).toThrow('instead of sha512-');
  expect(readdirSync(folder)).toEqual([]);
});

test('a registry without an answer, and a platform without a pin, are named', () => {
  const pinned = pin(writePackage(cache, 'right'));
  const pack = () => {
    throw new Error('ENOTFOUND');
  };
  expect(() => fetchRuntime(pinned, { cache, platform, pack })).toThrow(
    'Node 99.1.0 was not taken from the registry: ENOTFOUND',
  );
  expect(() => fetchRuntime(pinned, { cache, platform: 'sunos-x64', pack })).toThrow('pinned for sunos-x64');
  expect([platform, 'sunos-x64'].map((one) => isPinned(pinned, one))).toEqual([true, false]);
});

test('tests run on the version that the run itself is not on', () => {
  const { recommended, oldest } = runtimes;
  expect(readMajor(recommended.version)).toBeGreaterThan(readMajor(oldest.version));
  expect([oldest.version, '22.21.0', '20.19.0'].map(chooseOther)).toEqual([
    recommended,
    recommended,
    recommended,
  ]);
  expect([recommended.version, '25.1.0'].map(chooseOther)).toEqual([oldest, oldest]);
  for (const { integrity } of [recommended, oldest])
    for (const hash of Object.values(integrity)) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/);
});

test('the recommended version is that of .nvmrc and of the pages, and the oldest is what package.json allows', () => {
  const major = readMajor(runtimes.recommended.version);
  expect(read('.nvmrc')).toBe(`${major}\n`);
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/guides/run-in-production.md'])
    expect(read(page), page).toContain(`Node ${major}`);
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(engines.node).toMatch(new RegExp(`^>=${readMajor(runtimes.oldest.version)}\\.`));
});
