import fs, {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLog } from './log-file.ts';
import { RotatedFile } from './rotated-file.ts';

/** Long before the times that the file system gives to new files. */
const noon = Date.UTC(2020, 0, 1, 12);
const bounds = { fileBytesMax: 100, totalBytesMax: 350, daysMax: 90 };
let folder: string;
let path: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-log-'));
  path = join(folder, 'salar.log');
  now = noon;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The sentences about lines that were lost. */
const complaints: string[] = [];
const open = () =>
  new RotatedFile(path, bounds, { now: () => now, onLost: (sentence) => complaints.push(sentence) });
const list = () => readdirSync(folder).sort();
const mode = (file: string) => statSync(file).mode & 0o777;
/** A line of 50 bytes. */
const line = (text: string) => `${text.padEnd(49)}\n`;

test('F26 only the owner reads the log of an exchange, its folder, and what an earlier version left', () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs, { mode: 0o755 });
  for (const name of ['salar.log', 'salar.log.1'])
    writeFileSync(join(logs, name), 'before\n', { mode: 0o644 });
  const { log, path: opened } = openLog(folder, 'info');
  log.info({ at: 1 }, 'ready');
  expect(readFileSync(opened ?? '', 'utf8')).toMatch(/^before\n\{.*"msg":"ready"\}\n$/);
  expect(readdirSync(logs).map((name) => mode(join(logs, name)))).toEqual([0o600, 0o600]);
  expect(mode(logs)).toBe(0o700);
});

test('F26 a file that is full is kept under the time of its end, and no line is lost', () => {
  const file = open();
  for (const text of ['one', 'two', 'three']) file.write(line(text));
  expect(list()).toEqual(['salar.log', 'salar.log.20200101T120000000Z']);
  expect(readFileSync(`${path}.20200101T120000000Z`, 'utf8')).toBe(line('one') + line('two'));
  expect(readFileSync(path, 'utf8')).toBe(line('three'));
  expect(list().map((name) => mode(join(folder, name)))).toEqual([0o600, 0o600]);
});

test('F26 a day ends a file, while the exchange runs and at its start', () => {
  const file = open();
  file.write(line('today'));
  now += 12 * 3_600_000;
  file.write(line('tomorrow'));
  expect(list()).toEqual(['salar.log', 'salar.log.20200102T000000000Z']);
  utimesSync(path, now / 1000, now / 1000);
  now += 24 * 3_600_000;
  open().write(line('after a start'));
  expect(list()).toEqual(['salar.log', 'salar.log.20200102T000000000Z', 'salar.log.20200103T000000000Z']);
  expect(readFileSync(path, 'utf8')).toBe(line('after a start'));
});

test('F26 all files together stay under their bound, and the newest are kept', () => {
  const file = open();
  for (let i = 0; i < 40; i += 1) {
    now += 1000;
    file.write(line(`line ${i}`));
    const newest = list().at(-1) ?? '';
    if (newest !== 'salar.log') utimesSync(join(folder, newest), now / 1000, now / 1000);
    const total = list().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThanOrEqual(bounds.totalBytesMax);
  }
  const kept = list()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  for (const text of ['line 34', 'line 35', 'line 38', 'line 39']) expect(kept).toContain(text);
  expect(kept).not.toContain('line 3 ');
});

test('F26 a file is deleted when its days are over', () => {
  const file = open();
  for (const text of ['one', 'two', 'three']) file.write(line(text));
  utimesSync(`${path}.20200101T120000000Z`, noon / 1000, noon / 1000);
  now += 90 * 86_400_000;
  file.write(line('ninety days later'));
  expect(list()).toContain('salar.log.20200101T120000000Z');
  now += 86_400_000;
  file.write(line('a day later'));
  expect(list()).not.toContain('salar.log.20200101T120000000Z');
});

test('a file that cannot be renamed goes on, with an alert in it', () => {
  const file = open();
  file.write(line('one'));
  file.write(line('two'));
  // A folder with content has the name that the file would get.
  mkdirSync(join(`${path}.20200101T120000000Z`, 'content'), { recursive: true });
  file.write(line('three'));
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('ALERT the log file was not rotated');
  for (const written of ['one', 'two', 'three']) expect(text).toContain(written);
});

test('S8 a full disk loses lines and ends nothing; the log goes on when there is room', () => {
  complaints.length = 0;
  const file = open();
  file.write(line('before'));
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  try {
    for (const text of ['lost one', 'lost two']) file.write(line(text));
  } finally {
    full.mockRestore();
    syncBuiltinESMExports();
  }
  expect(complaints).toEqual([expect.stringMatching(/salar\.log cannot be written: Error: ENOSPC/)]);
  file.write(line('after'));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines[1]).toContain('"lines":2,"msg":"ALERT lines of the log were lost');
  expect([lines[0]?.trim(), lines[2]?.trim(), lines.length]).toEqual(['before', 'after', 3]);
});

test('S8 what is written after half a line begins a line of its own', () => {
  const file = open();
  const { writeSync } = fs;
  const filling = vi
    .spyOn(fs, 'writeSync')
    .mockImplementationOnce((fd, text) => writeSync(fd, (text as unknown as Buffer).subarray(0, 4)))
    .mockImplementationOnce(() => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
  syncBuiltinESMExports();
  try {
    file.write(line('half of this'));
  } finally {
    filling.mockRestore();
    syncBuiltinESMExports();
  }
  file.write(line('whole'));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('half');
  expect(lines[1]).toContain('"lines":1');
  expect(lines[2]?.trim()).toBe('whole');
});

test('S7 a log that another program renamed goes on in a new file', () => {
  const file = open();
  file.write(line('one'));
  renameSync(path, join(folder, 'rotated.log'));
  file.write(line('two'));
  file.reopen();
  file.write(line('three'));
  expect(readFileSync(join(folder, 'rotated.log'), 'utf8')).toBe(line('one') + line('two'));
  expect(readFileSync(path, 'utf8')).toBe(line('three'));
  expect(mode(path)).toBe(0o600);
});

const ownName = 'salar.log.20190101T000000000Z';

test('F26 what others put beside the log is neither deleted nor changed', () => {
  const names = ['salar.log.bak', 'salar.log.20190101', 'salar.log.1.gz', `old-${ownName}`, `${ownName}.gz`];
  for (const name of names) {
    writeFileSync(join(folder, name), 'x'.repeat(bounds.totalBytesMax), { mode: 0o644 });
    utimesSync(join(folder, name), 0, 0);
  }
  // Nor what a link points to, if anything.
  symlinkSync(join(folder, 'salar.log.bak'), join(folder, ownName));
  symlinkSync(join(folder, 'gone'), join(folder, 'salar.log.1'));
  const file = open();
  for (const text of ['one', 'two', 'three']) file.write(line(text));
  expect(list()).toEqual(expect.arrayContaining([...names, ownName, 'salar.log.1']));
  expect(names.map((name) => mode(join(folder, name)))).toEqual(names.map(() => 0o644));
  expect(readFileSync(path, 'utf8')).toBe(line('three'));
});

test.runIf(process.getuid?.() === 0)(
  'F26 an earlier file of another user does not stop the start, and the log says so',
  () => {
    const otherUser = 65_534;
    writeFileSync(join(folder, ownName), 'of root\n', { mode: 0o644 });
    chownSync(folder, otherUser, otherUser);
    process.seteuid?.(otherUser);
    try {
      open().write(line('started'));
    } finally {
      process.seteuid?.(0);
    }
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(
      `ALERT the earlier log ${join(folder, ownName)} could not be made readable by its owner`,
    );
    expect(text).toContain('started');
  },
);
