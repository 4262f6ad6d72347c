import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from './log-file.ts';

let folder: string;
let lines: string[];
let output: { write: (line: string) => boolean; writableLength: number };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-log-'));
  lines = [];
  output = { write: (line) => lines.push(line) > 0, writableLength: 0 };
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the log goes to standard output as JSON lines, with a file or without one', () => {
  for (const to of ['stdout', 'both'] as const) {
    const { log, path, reopen } = openLog(folder, 'info', { to, output });
    log.info({ part: to }, 'started');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 30, part: to, msg: 'started' });
    reopen();
    expect(existsSync(join(folder, 'logs'))).toBe(to === 'both');
    if (to === 'both') expect(readFileSync(path ?? '', 'utf8')).toBe(lines.at(-1));
    else expect(path).toBeNull();
  }
  openLog(folder, 'info', { output }).log.info({}, 'for the file alone');
  expect(lines).toHaveLength(2);
});

test('S1 a reader of standard output that takes nothing takes no memory of the exchange', () => {
  const { log, alerts } = openLog(folder, 'info', { to: 'stdout', output });
  output.writableLength = 4_000_000;
  log.error({}, 'ALERT: while nobody reads');
  output.writableLength = 0;
  log.info({}, 'again');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['again']);
  expect(alerts.list()).toHaveLength(1);
});
