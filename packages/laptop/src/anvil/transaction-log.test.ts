import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TransactionLog } from './transaction-log.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-log-'));
  path = join(folder, 'transactions.log');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('entries are there after a restart, in order and once', () => {
  const log = new TransactionLog(path);
  for (const raw of ['0x02aa', '0x02bb', '0x02aa', 'no transaction']) log.append(raw);
  expect(new TransactionLog(path).entries).toEqual(['0x02aa', '0x02bb']);
});

test('a line truncated by a crash is dropped, and the next one is not appended to it', () => {
  new TransactionLog(path).append('0x02aa');
  appendFileSync(path, '0x02b');
  const log = new TransactionLog(path);
  expect(log.entries).toEqual(['0x02aa']);
  log.append('0x02cc');
  expect(readFileSync(path, 'utf8')).toBe('0x02aa\n0x02cc\n');
});

test('entries in a saved state are dropped, later ones stay', () => {
  const log = new TransactionLog(path);
  for (const raw of ['0x02aa', '0x02bb', '0x02cc']) log.append(raw);
  log.drop(new Set(['0x02aa', '0x02bb']));
  log.append('0x02dd');
  expect(new TransactionLog(path).entries).toEqual(['0x02cc', '0x02dd']);
});
