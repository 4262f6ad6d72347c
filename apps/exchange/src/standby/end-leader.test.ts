import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog as log } from '@salar/services/ports/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { terminateLeader } from './end-leader.ts';

let directory: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'salar-leader-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

test('a hanging leader is killed', async () => {
  const child = await start('main.js', 'setInterval(() => 0, 1000)');
  const signal = new Promise((resolve) => child.once('exit', (_code, by) => resolve(by)));
  child.kill('SIGSTOP');
  expect(await terminateLeader(toLeader(child), { isLeaving: false, log })).toBe(true);
  expect(await signal).toBe('SIGKILL');
});

test('a leader that is shutting down gets time to finish', async () => {
  const child = await start('main.js', 'setTimeout(() => process.exit(7), 300)');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  expect(await terminateLeader(toLeader(child), { isLeaving: true, log })).toBe(true);
  expect(await exited).toBe(7);
});

test('a process that is not a Salar is left alone', async () => {
  const child = await start('other.js', 'setInterval(() => 0, 1000)');
  expect(await terminateLeader(toLeader(child), { isLeaving: false, log })).toBe(false);
  expect(child.exitCode ?? child.signalCode).toBeNull();
});

function toLeader(child: ChildProcess): { pid: number; isRunning: () => boolean } {
  return { pid: child.pid ?? 0, isRunning: () => child.exitCode === null && child.signalCode === null };
}

async function start(name: string, program: string): Promise<ChildProcess> {
  const file = join(directory, name);
  writeFileSync(file, `console.log('up'); ${program}`);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}
