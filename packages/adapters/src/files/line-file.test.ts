/** Checks the lines of a file that is opened again, and what a crash leaves. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LineFile } from './line-file.ts';

let directory = '';
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'salar-lines-'))));
afterEach(() => rmSync(directory, { recursive: true }));

function open(path: string): { file: LineFile; lines: string[] } {
  const lines: string[] = [];
  return { file: new LineFile(path, (line) => void lines.push(line)), lines };
}

test('its lines are read again, and only its owner may read it', () => {
  const path = join(directory, 'new', 'log');
  const first = open(path);
  first.file.append('one');
  first.file.append('two', 'três');
  first.file.close();
  expect(first.lines).toEqual([]);
  const again = open(path);
  again.file.close();
  expect(again.lines).toEqual(['one', 'two', 'três']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a last line truncated by a crash is removed, and the next line follows the whole ones', () => {
  const path = join(directory, 'log');
  appendFileSync(path, 'três\nhal');
  const { file, lines } = open(path);
  file.append('two');
  file.close();
  expect(lines).toEqual(['três']);
  expect(readFileSync(path, 'utf8')).toBe('três\ntwo\n');
});
