import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoggedAlert } from '@salar/services/operator/act';
import { expect, test } from 'vitest';
import { openLog } from './log-file.ts';
import { RecentAlerts } from './recent-alerts.ts';

test('S5 alerts of the log are kept for operators, and reported as they come', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salar-alerts-'));
  const reported: LoggedAlert[] = [];
  const { log, alerts } = openLog(folder, 'info', { onAlert: (alert) => void reported.push(alert) });
  log.info({ productId: 1 }, 'nothing of an ALERT');
  log.error({ note: '"msg":"ALERT' }, 'no alert either');
  log.error({ productId: 2, difference: '-1' }, 'ALERT: the wallets differ from the tickets');
  log.error({ err: new Error('gone') }, 'ALERT a part failed');
  expect(alerts.list()).toMatchObject([
    { text: 'a part failed', details: expect.stringContaining('gone') },
    { text: 'the wallets differ from the tickets', details: '{"productId":2,"difference":"-1"}' },
  ]);
  expect(reported).toEqual([...alerts.list()].reverse());
  rmSync(folder, { recursive: true });
});

test('S5 the last 200 alerts are kept', () => {
  const alerts = new RecentAlerts(() => undefined);
  for (let time = 1; time <= 205; time += 1)
    alerts.note(`${JSON.stringify({ level: 50, time, msg: 'ALERT: again' })}\n`);
  expect(alerts.list().map(({ at }) => at)).toEqual(Array.from({ length: 200 }, (_, place) => 205 - place));
});
