import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@salar/services/ports/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrustFile, readTrustedParts, trustEverything, writeTrustedParts } from './trust-file.ts';

const former = { rows: 12, digest: 'ab' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-trust-'));
  mkdirSync(join(dir, 'keys'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a start needs a decision about exactly what it finds', () => {
  const trust = openTrustFile(dir);
  expect(() => trust.check('app_user', former)).toThrow('12 rows in app_user of version 0.1 that nobody');
  writeTrustedParts(dir, { app_user: { ...former, by: 'Ana Ruiz', at: '2026-11-26T22:00:00.000Z' } });
  trust.check('app_user', former);
  expect(() => trust.check('app_user', { ...former, digest: 'cd' })).toThrow(
    'Ana Ruiz decided to trust others',
  );
  expect(() => trust.check('app_user', { ...former, rows: 13 })).toThrow('somebody changed them since');
  expect(() => trust.check('journal', former)).toThrow('a journal of 12 commands of version 0.1');
});

test('a later decision is added to the record', () => {
  const at = '2026-11-26T22:00:00.000Z';
  writeTrustedParts(dir, { app_user: { ...former, by: 'Ana Ruiz', at } });
  writeTrustedParts(dir, { journal: { ...former, by: 'Carla Díaz', at } });
  expect(Object.keys(readTrustedParts(dir))).toEqual(['app_user', 'journal']);
});

test('the local profile trusts what it finds, and records that', () => {
  trustEverything(dir, silentLog).check('app_user', former);
  expect(readTrustedParts(dir)).toMatchObject({
    app_user: { ...former, by: 'npm start, in the local profile' },
  });
});

test('a damaged record is refused', () => {
  writeFileSync(join(dir, 'keys/trusted-rows.json'), '{"app_user":{"rows":"all"}}');
  expect(() => openTrustFile(dir).check('app_user', former)).toThrow('trusted-rows.json is damaged');
});
