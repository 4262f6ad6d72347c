import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findLivingOwner, lockDataDir, removeDeadLock } from './data-dir-lock.ts';
import { formatStartFailure } from './start-failure.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a directory is free again once it was released', () => {
  lockDataDir(dataDir)();
  lockDataDir(dataDir)();
});

test('a lock of a live process is respected', () => {
  writeFileSync(join(dataDir, 'salar.pid'), `${process.ppid}\n\n`);
  expect(() => lockDataDir(dataDir)).toThrow(`Another Salar (process ${process.ppid}) is using ${dataDir}`);
});

test.each([
  ['of a process that has ended', '2147483646\n\n'],
  ['of a pid that another process has reused', `${process.ppid}\n1\n`],
  ['that was truncated', ''],
])('a lock %s is taken over', (_what, text) => {
  if (text.endsWith('1\n') && process.platform !== 'linux') return;
  writeFileSync(join(dataDir, 'salar.pid'), text);
  lockDataDir(dataDir)();
});

test('of two processes that find the same stale lock, the second leaves the first one its new lock', () => {
  const path = join(dataDir, 'salar.pid');
  writeFileSync(path, `${process.ppid}\n\n`); // it was stale when it was read, and belongs to another process by now
  removeDeadLock(path);
  expect(readFileSync(path, 'utf8')).toBe(`${process.ppid}\n\n`);
  writeFileSync(path, '2147483646\n\n');
  removeDeadLock(path);
  removeDeadLock(path);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a directory that cannot be created is reported in one sentence', () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  expect(() => lockDataDir(join(file, 'below'))).toThrow(/cannot be written/);
});

test.each([
  ['EADDRINUSE', /Port 8080 is taken/],
  ['ENOSPC', /no space left/],
])('%s is reported in one sentence', (code, sentence) => {
  expect(
    formatStartFailure(Object.assign(new Error('x'), { code }), { port: 8080, dataDir: '/data' }),
  ).toMatch(sentence);
});

test('a leader and a standby each have their own lock, and can read the owner of the other', () => {
  writeFileSync(join(dataDir, 'salar.pid'), `${process.ppid}\n\n`);
  const unlock = lockDataDir(dataDir, 'standby');
  expect(findLivingOwner(dataDir, 'salar')).toBe(process.ppid);
  writeFileSync(join(dataDir, 'salar.pid'), '2147483646\n\n');
  expect(findLivingOwner(dataDir, 'salar')).toBeNull();
  unlock();
  writeFileSync(join(dataDir, 'standby.pid'), `${process.ppid}\n\n`);
  unlock(); // a second call must not release what another process has taken since
  expect(() => lockDataDir(dataDir, 'standby')).toThrow(`Another standby of Salar (process ${process.ppid})`);
});

test('a zombie process holds no lock', { timeout: 60_000 }, async () => {
  if (process.platform !== 'linux') return;
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = String(await new Promise((resolve) => parent.stdout.once('data', resolve))).trim();
  const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
  const soon = { timeout: 50_000, interval: 10 };
  // The shell would reap its child; the program that replaces it does not.
  const parentIs = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
  await vi.waitFor(() => expect(parentIs()).toBe('sleep'), soon);
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitFor(() => expect(stat()).toContain(') Z '), soon);
  const born = stat()
    .slice(stat().lastIndexOf(')') + 2)
    .split(' ')[19];
  writeFileSync(join(dataDir, 'salar.pid'), `${pid}\n${born}\n`);
  expect(findLivingOwner(dataDir, 'salar')).toBeNull();
  parent.kill('SIGKILL');
});
