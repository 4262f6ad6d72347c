/** Ends a leader on this machine that has lost its lease, so that there is one owner of everything that it holds. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@salar/services/ports/log';

/** A leader that gave the lease back is just stopping its other parts, in order. */
const leavingMs = 20_000;
const endingMs = 10_000;
const pollMs = 5;
/** How Salar is started: `npm start`, or the bundle itself. */
const commandLine = /\b(?:start\.mjs|main\.js)\b/;

type Leader = {
  readonly pid: number;
  /** False when it has given the data directory back, or has ended. */
  readonly isThere: () => boolean;
};

/**
 * Waits for a leader that is leaving by itself, and kills one that hangs. Nothing is lost by that: what it has told anyone
 * is in the journal.
 *
 * @returns false when it is still there, or is not a Salar after all
 */
export async function terminateLeader(
  leader: Leader,
  { isLeaving, log }: { isLeaving: boolean; log: Log },
): Promise<boolean> {
  if (isLeaving && (await hasEnded(leader, leavingMs))) return true;
  const { pid } = leader;
  if (!commandLine.test(readCommandLine(pid))) {
    log.error({ pid }, 'the process that has the data directory is not a Salar: it is left alone');
    return !leader.isThere();
  }
  log.warn({ pid }, 'the leader hangs and is ended');
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  return hasEnded(leader, endingMs);
}

async function hasEnded({ isThere }: Leader, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isThere()) {
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
    return ''; // it ended
  }
}
