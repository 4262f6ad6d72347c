import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeKeysBackup } from './take-keys-backup.ts';

const home = mkdtempSync(join(tmpdir(), 'salar-keys-'));
const dataDir = join(home, 'data');
const backupDir = join(home, 'vault');
afterAll(() => rmSync(home, { recursive: true }));

test('S11 the keys are copied alone, readable by their owner only', async () => {
  await expect(takeKeysBackup({ dataDir, backupDir, at: new Date(0) })).rejects.toThrow(
    'there are no keys in',
  );
  expect(() => readdirSync(backupDir)).toThrow('ENOENT');
  mkdirSync(join(dataDir, 'keys', 'proved-tables'), { recursive: true });
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'keys', 'ticket-mac.key'), 'a secret', { mode: 0o644 });
  writeFileSync(join(dataDir, 'keys', 'proved-tables', 'app_user'), '');
  chmodSync(join(dataDir, 'keys'), 0o755);
  const at = new Date(Date.UTC(2026, 10, 27));
  const copy = await takeKeysBackup({ dataDir, backupDir, at });
  expect(copy).toBe(join(backupDir, 'keys-2026-11-27T00-00-00-000Z'));
  expect(readdirSync(backupDir)).toEqual(['keys-2026-11-27T00-00-00-000Z']);
  expect(readdirSync(copy)).toEqual(['keys']);
  expect(readdirSync(join(copy, 'keys')).sort()).toEqual(['proved-tables', 'ticket-mac.key']);
  expect(readFileSync(join(copy, 'keys', 'ticket-mac.key'), 'utf8')).toBe('a secret');
  for (const path of [copy, join(copy, 'keys')]) expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(copy, 'keys', 'ticket-mac.key')).mode & 0o777).toBe(0o600);
  // The next one of the same moment overwrites nothing.
  await expect(takeKeysBackup({ dataDir, backupDir, at })).rejects.toThrow();
  expect(readdirSync(backupDir)).toEqual(['keys-2026-11-27T00-00-00-000Z']);
});
