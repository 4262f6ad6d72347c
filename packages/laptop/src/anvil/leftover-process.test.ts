import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anvilBinary } from './anvil-binary.ts';
import { freePort } from './anvil-process.ts';
import { endLeftover } from './leftover-process.ts';

let dir: string;
let pidFile: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-leftover-'));
  pidFile = join(dir, 'anvil.pid');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function runWithoutLeash(env: NodeJS.ProcessEnv) {
  const child = spawn(anvilBinary(), ['--silent', '--port', String(await freePort())], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  writeFileSync(pidFile, `${child.pid}\n`);
  return child;
}

test('a leftover chain process is ended', async () => {
  const chain = await runWithoutLeash({ SALAR_CHAIN_PID_FILE: pidFile });
  const ended = once(chain, 'exit');
  await endLeftover(pidFile);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(existsSync(pidFile)).toBe(false);
});

test('a chain process of another directory that reuses the number is left alone', async () => {
  const chain = await runWithoutLeash({ SALAR_CHAIN_PID_FILE: join(dir, 'another.pid') });
  await endLeftover(pidFile);
  expect(chain.exitCode).toBeNull();
  expect(chain.signalCode).toBeNull();
  chain.kill('SIGKILL');
  await once(chain, 'exit');
});

test('a file with the number of no process is removed', async () => {
  writeFileSync(pidFile, '999999999\n');
  await endLeftover(pidFile);
  expect(existsSync(pidFile)).toBe(false);
});
