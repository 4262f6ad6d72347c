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

/**
 * Waits for a leader that is leaving by itself, and kills one that hangs. Nothing is lost by that: what it has told anyone
 * is in the journal.
 *
 * @param pid  of the process that has the data directory's lock
 * @returns false when it is still there, or is not a Salar after all
 */
export async function endLeader(
  pid: number,
  { isLeaving, log }: { isLeaving: boolean; log: Log },
): Promise<boolean> {
  if (isLeaving && (await hasEnded(pid, leavingMs))) return true;
  if (!commandLine.test(commandLineOf(pid))) {
    log.error({ pid }, 'the process that has the data directory is not a Salar: it is left alone');
    return !isThere(pid);
  }
  log.warn({ pid }, 'the leader hangs and is ended');
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  return hasEnded(pid, endingMs);
}

async function hasEnded(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isThere(pid)) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  return commandLineOf(pid) !== ''; // a process that ended and was not asked for yet has none
}

function commandLineOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout?.trim() ?? '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // it ended
  }
}
