/** Terminates a leader on this machine that has lost its lease, so that everything it holds has one owner. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@salar/services/ports/log';

/** A leader that released the lease is still stopping its other parts, in order. */
const leavingMs = 20_000;
const endingMs = 10_000;
const pollMs = 5;
/** The command lines of Salar: `npm start`, or the bundle itself. */
const commandLine = /\b(?:start\.mjs|main\.js)\b/;

type Leader = {
  readonly pid: number;
  /** False when it has released the data directory, or has ended. */
  readonly isRunning: () => boolean;
};

/**
 * Waits for a leader that is shutting down, and kills one that hangs. Nothing is lost: everything it has confirmed is
 * in the journal.
 *
 * @returns false when it is still running, or is not a Salar
 */
export async function terminateLeader(
  leader: Leader,
  { isLeaving, log }: { isLeaving: boolean; log: Log },
): Promise<boolean> {
  if (isLeaving && (await hasEnded(leader, leavingMs))) return true;
  const { pid } = leader;
  if (!commandLine.test(readCommandLine(pid))) {
    log.error({ pid }, 'the process that locks the data directory is not a Salar: not terminating it');
    return !leader.isRunning();
  }
  log.warn({ pid }, 'the leader hangs: killing it');
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  return hasEnded(leader, endingMs);
}

async function hasEnded({ isRunning }: Leader, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isRunning()) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

function readCommandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // it has ended
  }
}
