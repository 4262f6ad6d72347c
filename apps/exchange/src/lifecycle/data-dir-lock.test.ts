import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';
import { sentenceOf } from './start-failure.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a directory is free again once it was given back', () => {
  lockDataDir(dataDir)();
  lockDataDir(dataDir)();
});

test('a lock of a live process is respected', () => {
  writeFileSync(join(dataDir, 'salar.pid'), `${process.ppid}\n\n`);
  expect(() => lockDataDir(dataDir)).toThrow(`Another Salar (process ${process.ppid}) is using ${dataDir}`);
});

test.each([
  ['of a process that is gone', '2147483646\n\n'],
  ['of a number that belongs to another process now', `${process.ppid}\n1\n`],
  ['that was cut short', ''],
])('a lock %s is taken over', (_what, text) => {
  if (text.endsWith('1\n') && process.platform !== 'linux') return;
  writeFileSync(join(dataDir, 'salar.pid'), text);
  lockDataDir(dataDir)();
});

test('a directory that cannot be made is one sentence', () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(join(file, 'below'))).toThrow(/cannot be written/);
});

test.each([
  ['EADDRINUSE', /Port 8080 is taken/],
  ['ENOSPC', /no space left/],
])('%s is told as one sentence', (code, sentence) => {
  expect(sentenceOf(Object.assign(new Error('x'), { code }), { port: 8080, dataDir: '/data' })).toMatch(
    sentence,
  );
});
