import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSocketDirectory, prepareSocketDirectory, toSocketDirectory } from './socket-directory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-socket-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a short path is used as it is; a long one has a directory of its own, always the same', () => {
  expect(toSocketDirectory('/var/lib/salar', 'operator.sock', 92)).toBe('/var/lib/salar');
  const long = `/srv/${'x'.repeat(90)}`;
  const short = toSocketDirectory(long, 'operator.sock', 92);
  expect(basename(short)).toMatch(/^salar-[0-9a-f]{12}$/);
  expect(toSocketDirectory(long, 'operator.sock', 92)).toBe(short);
  expect(toSocketDirectory(`${long}y`, 'operator.sock', 92)).not.toBe(short);
});

test('only its owner enters the directory, and one that others could write to is refused', () => {
  const directory = join(folder, 'sockets');
  checkSocketDirectory(directory, null);
  prepareSocketDirectory(directory, null);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  prepareSocketDirectory(directory, null);
  checkSocketDirectory(directory, null);

  chmodSync(directory, 0o777);
  expect(() => checkSocketDirectory(directory, null)).toThrow('belongs to another user');
  expect(() => prepareSocketDirectory(directory, null)).toThrow('belongs to another user');
});

test('a directory of another user is refused, and so is a link to one of our own', () => {
  const ours = join(folder, 'ours');
  const link = join(folder, 'link');
  mkdirSync(ours, { mode: 0o700 });
  symlinkSync(ours, link);
  expect(() => checkSocketDirectory(link, null)).toThrow('belongs to another user');
  const other = { uid: (process.getuid?.() ?? 0) + 1, gid: 0 };
  expect(() => checkSocketDirectory(ours, other)).toThrow('belongs to another user');
});
