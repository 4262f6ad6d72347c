/** Reads `postmaster.pid`, which shows whether PostgreSQL runs, and where. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
  readonly isStopping: boolean;
};

/**
 * Returns the content of the file, whether or not that process still lives; null when there is no file or it is
 * incomplete.
 */
export function readPostmaster(cluster: string): Postmaster | null {
  const lines = readIfThere(pidFile(cluster))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const status = (lines[7] ?? '').trim();
  return { pid, socketDir: lines[4] ?? '', isReady: status === 'ready', isStopping: status === 'stopping' };
}

/** Returns the postmaster of this cluster, if it is alive. Another process that reused its number does not count. */
export function livingPostmaster(cluster: string): Postmaster | null {
  const postmaster = readPostmaster(cluster);
  if (postmaster === null || !isAlive(postmaster.pid)) return null;
  return readCommandLine(postmaster.pid).includes(cluster) ? postmaster : null;
}

/** Removes a file whose process is gone: PostgreSQL would refuse to start if another process had its number now. */
export function forgetDeadPostmaster(cluster: string): void {
  if (livingPostmaster(cluster) === null) rmSync(pidFile(cluster), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The process has ended and its parent has not collected it. In a container the first process may be such a parent. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  const stat = readIfThere(`/proc/${pid}/stat`) ?? '';
  return stat.startsWith('Z', stat.lastIndexOf(')') + 2);
}

/** Returns the command line of the last started server, as PostgreSQL recorded it; null without a record. */
export function lastCommandLine(cluster: string): string | null {
  return readIfThere(join(cluster, 'postmaster.opts'))?.trimEnd() ?? null;
}

function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`) ?? '';
  return spawnSync('ps', ['-p', String(pid), '-o', 'args='], { encoding: 'utf8' }).stdout ?? '';
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}
