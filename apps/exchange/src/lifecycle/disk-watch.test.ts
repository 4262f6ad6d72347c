import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@salar/services/ports/log';
import { expect, test } from 'vitest';
import { DiskWatch } from './disk-watch.ts';

test('S8 a disk that fills up raises one alert at 90 %, and another only after it had room again', () => {
  const alerts: object[] = [];
  let usedPercent = 89;
  const log = { ...silentLog, error: (details: object) => void alerts.push(details) };
  const watch = new DiskWatch('/data', { log, readUse: () => ({ usedPercent, freeBytes: 5_500_000 }) });
  const usesAndAlerts = [
    [89, 0],
    [90, 1],
    [99, 1],
    [100, 1],
    [86, 1],
    [91, 1],
    [84, 1],
    [90, 2],
  ] as const;
  for (const [percent, count] of usesAndAlerts) {
    usedPercent = percent;
    watch.check();
    expect([percent, alerts.length]).toEqual([percent, count]);
  }
  expect(alerts[0]).toEqual({ folder: '/data', usedPercent: 90, freeMb: 5 });
});

test('S8 the disk of a folder is read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salar-disk-'));
  const watch = new DiskWatch(folder, { log: silentLog });
  expect(() => watch.check()).not.toThrow();
  rmdirSync(folder);
  expect(() => watch.check()).toThrow('ENOENT');
});
