/** A leader and its standby after the reader of their output has closed it, and while a log manager rotates their log. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../../../dist/server/main.js');
const startMsMax = 150_000;
const pollMs = 50;

type Salar = { readonly child: ChildProcess; readonly url: string; readonly log: string };
let dataDir: string;
let leader: Salar;
let standby: Salar;
const launched: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-output-'));
  leader = await launch('leader');
  await until('the leader is ready', () => answers(leader, '/ready'));
  standby = await launch('standby');
  await until('the standby follows', async () => (await read(standby))['sequence'] !== undefined);
}, 2 * startMsMax);
afterAll(async () => {
  // Ends in order what a failed test left, so that no PostgreSQL outlives its directory.
  for (const child of launched.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
}, startMsMax);

async function launch(role: 'leader' | 'standby'): Promise<Salar> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      SALAR_DATA_DIR: dataDir,
      SALAR_PORT: String(port),
      SALAR_ROLE: role,
      SALAR_SIMULATED_CUSTOMERS: 'off',
      SALAR_LOG_TO: 'both',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.push(child);
  // The reader of the output ends before the first line.
  child.stdout.destroy();
  child.stderr.destroy();
  const name = role === 'standby' ? `standby-${port}` : 'salar';
  return { child, url: `http://127.0.0.1:${port}`, log: join(dataDir, 'logs', `${name}.log`) };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

const answers = async ({ url }: Salar, path: string) =>
  (await fetch(`${url}${path}`).catch(() => null))?.ok === true;
const read = async ({ url }: Salar) => {
  const answer = await fetch(`${url}/health`).catch(() => null);
  return (answer === null ? {} : await answer.json()) as Record<string, unknown>;
};

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + startMsMax;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await sleep(pollMs);
  }
}

test('S7 SIGHUP reopens the log of leader and standby, and stops neither', async () => {
  for (const one of [leader, standby]) {
    renameSync(one.log, `${one.log}.rotated`);
    one.child.kill('SIGHUP');
    await until('the log is open again', () => Promise.resolve(existsSync(one.log)));
  }
  await until('the leader leads', () => answers(leader, '/ready'));
  expect(await read(standby)).toMatchObject({ status: 'standby' });
  for (const { child } of [leader, standby]) expect([child.exitCode, child.signalCode]).toEqual([null, null]);
});

test(
  'S1 a standby whose output is closed leads when the leader is gone',
  async () => {
    leader.child.kill('SIGKILL');
    await until('the standby leads', () => answers(standby, '/ready'));
    const log = readFileSync(standby.log, 'utf8');
    expect(log).toContain('Server listening');
    expect(log).not.toContain('EPIPE');
  },
  startMsMax,
);

test(
  'S1 it stops in order at the first SIGTERM',
  async () => {
    const ended = once(standby.child, 'exit');
    standby.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  startMsMax,
);
