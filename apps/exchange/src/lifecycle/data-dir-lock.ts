/** Locks a data directory for one Salar, and one standby beside it. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** The role of a process in the data directory; each role has its own lock. */
export type DataDirPart = 'salar' | 'standby';

/**
 * Locks the directory for this process. A lock is taken over when its process has ended or its pid belongs to another
 * process now.
 *
 * @returns a function that releases the lock; safe to call twice
 * @throws StartFailure when another live Salar has the lock, or when it cannot be written
 */
export function lockDataDir(dataDir: string, part: DataDirPart = 'salar'): () => void {
  const path = getLockPath(dataDir, part);
  let isOurs = true;
  const unlock = () => {
    if (isOurs) rmSync(path, { force: true });
    isOurs = false;
  };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    for (;;) {
      try {
        writeAtomically(path, formatOwner(process.pid));
        return unlock;
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw error;
        const owner = findLivingOwner(dataDir, part);
        if (owner !== null)
          throw new StartFailure(
            `Another ${names[part]} (process ${owner}) is using ${dataDir}. Stop it first, or set SALAR_DATA_DIR to another directory.`,
          );
        removeDeadLock(path);
      }
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `The data directory ${dataDir} cannot be written (${getErrorCode(error) ?? 'unknown reason'}).`,
      { cause: error },
    );
  }
}

const names = { salar: 'Salar', standby: 'standby of Salar' } as const;

/** Returns the live process that holds the lock of this role, or null. */
export function findLivingOwner(dataDir: string, part: DataDirPart): number | null {
  const owner = readLockOwner(getLockPath(dataDir, part));
  return owner !== null && isAlive(owner) ? owner.pid : null;
}

/**
 * Removes a dead process's lock. A process that took it over a moment ago keeps it: a supervisor that restarts a
 * leader and a standby that takes over find the same stale lock at the same time.
 */
export function removeDeadLock(path: string): void {
  const taken = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, taken); // of several processes, only one gets the file
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    const owner = readLockOwner(taken);
    if (owner !== null && isAlive(owner)) linkSync(taken, path);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

function getLockPath(dataDir: string, part: DataDirPart): string {
  return join(dataDir, `${part}.pid`);
}

/** Writes the file atomically: a standby that reads it continuously would take a partial file for a stale lock. */
function writeAtomically(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o644 });
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

type Owner = { readonly pid: number; readonly startedAt: string };

function formatOwner(pid: number): string {
  return `${pid}\n${readProcessStart(pid)}\n`;
}

function readLockOwner(path: string): Owner | null {
  const [pid = '', startedAt = ''] = readIfExists(path).split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), startedAt } : null;
}

function isAlive({ pid, startedAt }: Owner): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) === 'ESRCH') return false;
  }
  return startedAt === '' || readProcessStart(pid) === startedAt;
}

/**
 * Returns when a process started, where the system reports it (Linux), to distinguish a reused pid from the original
 * process.
 */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return ''; // no such file system, or the process has ended: the pid alone decides
  }
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    return '';
  }
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
