/** One run of the PostgreSQL server: its start until it is ready, and its orderly stop. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync, fstatSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { describeFailure } from './describe-failure.ts';
import { isAlive, lastCommandLine, livingPostmaster, readPostmaster } from './postmaster-pid.ts';
import { clusterIdentity } from './run-as.ts';
import { serverSettings } from './server-settings.ts';

export type ServerRun = {
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
};

export type RunOptions = {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly socketDir: string;
  readonly logFile: string;
  /** Added to those of `serverSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long it may take until it accepts connections. */
  readonly readyTimeoutMs?: number;
};

const readyTimeoutMs = 120_000; // recovery after a crash reads all WAL since the last checkpoint
const pollMs = 5;
const adoptedPollMs = 25;
const fastStopMs = 30_000;
const immediateStopMs = 10_000;
const logTailBytes = 4096;

/**
 * Starts the server and waits until it accepts connections.
 *
 * @throws with one sentence when it ends before that, or never becomes ready
 */
export async function startServer(options: RunOptions): Promise<ServerRun> {
  const { child, logStart } = launch(options);
  const end: { isOver: boolean; error: Error | null; signal: NodeJS.Signals | null } = {
    isOver: false,
    error: null,
    signal: null,
  };
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (_code, signal) => {
      end.signal = signal;
      resolve();
    });
    child.once('error', (error) => {
      end.error = error;
      resolve();
    });
  }).then(() => {
    end.isOver = true;
  });
  const pid = child.pid ?? 0; // none when it could not even be started
  const deadline = Date.now() + (options.readyTimeoutMs ?? readyTimeoutMs);
  for (;;) {
    if (pid === 0) await ended;
    const postmaster = readPostmaster(options.cluster);
    if (!end.isOver && postmaster?.pid === pid && postmaster.isReady) return { pid, ended };
    if (end.isOver) break;
    if (Date.now() > deadline) await stopServer(pid);
    await delay(pollMs);
  }
  if (end.signal === 'SIGKILL') throw new Error('PostgreSQL was killed while it started');
  const output = `${logSince(options.logFile, logStart)}${end.error?.message ?? ''}`;
  throw new Error(describeFailure(output, `PostgreSQL does not start; see ${options.logFile}`));
}

/** Stops a server with increasing force, at last with SIGKILL. Resolves when the process is gone. */
export async function stopServer(pid: number): Promise<void> {
  // SIGINT: break connections, write everything, end. SIGQUIT: end now, recover at the next start.
  const steps = [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
    ['SIGKILL', immediateStopMs],
  ] as const;
  for (const [signal, patienceMs] of steps) {
    if (!send(pid, signal)) return;
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await delay(pollMs);
    }
  }
}

/**
 * Adopts the server of a killed Salar: it is unharmed, so nothing has to be recovered. One with another program or
 * other settings, or one that is stopping, is stopped instead.
 *
 * @returns null when no server can be adopted
 */
export async function adoptLeftover(
  options: RunOptions,
  log: (line: string) => void,
): Promise<ServerRun | null> {
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    const leftover = livingPostmaster(options.cluster);
    const isOurs = lastCommandLine(options.cluster) === formatCommandLine(options);
    if (leftover === null || !isOurs || leftover.isStopping || Date.now() > deadline) break;
    if (leftover.isReady) {
      log(`using the PostgreSQL of an earlier run (process ${leftover.pid})`);
      return { pid: leftover.pid, ended: waitForExit(leftover.pid) };
    }
    await delay(pollMs);
  }
  await stopLeftover(options.cluster, log);
  return null;
}

/** For a server that is not our child: the system sends no event, so we poll. */
async function waitForExit(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(adoptedPollMs);
}

/** Formats it as PostgreSQL itself writes it into `postmaster.opts`. */
function formatCommandLine(options: RunOptions): string {
  const quoted = buildArguments(options).map((argument) => `"${argument}"`);
  return [options.binaries.postgres, ...quoted].join(' ');
}

function buildArguments({ cluster, socketDir, settings }: RunOptions): string[] {
  return ['-D', cluster, ...serverSettings(socketDir, settings)];
}

async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const leftover = livingPostmaster(cluster);
  if (leftover === null) return;
  log(`stopping the PostgreSQL that an earlier run left behind (process ${leftover.pid})`);
  await stopServer(leftover.pid);
}

function launch(options: RunOptions): { child: ChildProcess; logStart: number } {
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    const logStart = fstatSync(log).size;
    const child = spawn(options.binaries.postgres, buildArguments(options), {
      ...clusterIdentity(),
      cwd: options.cluster,
      env: { TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', log, log],
      detached: true, // a group of its own: Ctrl-C in the terminal must not reach it before we are done
    });
    child.unref();
    return { child, logStart };
  } finally {
    closeSync(log);
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function logSince(logFile: string, start: number): string {
  const log = openSync(logFile, 'r');
  try {
    const size = fstatSync(log).size;
    const from = Math.max(start, size - logTailBytes);
    const tail = Buffer.alloc(Math.max(0, size - from));
    readSync(log, tail, 0, tail.length, from);
    return tail.toString('utf8');
  } finally {
    closeSync(log);
  }
}
