/** One Salar at a time in one data directory, and one standby beside it. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/** What a process is in the data directory: each has a lock of its own. */
export type DataDirPart = 'salar' | 'standby';

/**
 * Takes the directory for this process. A lock whose process is gone, or whose number belongs to another process now, is
 * taken over.
 *
 * @returns gives the directory back; safe to call twice
 * @throws StartFailure when another live Salar has it, or when it cannot be written
 */
export function lockDataDir(dataDir: string, part: DataDirPart = 'salar'): () => void {
  const path = lockFile(dataDir, part);
  let isOurs = true;
  const unlock = () => {
    if (isOurs) rmSync(path, { force: true });
    isOurs = false;
  };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    for (;;) {
      try {
        writeWhole(path, ownerText(process.pid));
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

/** The process that has this part of the directory; null when nobody has, or that process is gone. */
export function findLivingOwner(dataDir: string, part: DataDirPart): number | null {
  const owner = readOwner(lockFile(dataDir, part));
  return owner !== null && isAlive(owner) ? owner.pid : null;
}

/**
 * Takes a dead process's lock away. A process that took its place a moment ago keeps it: a supervisor that starts a leader
 * again and a standby that takes over find the same dead lock at the same time.
 */
export function removeDeadLock(path: string): void {
  const taken = `${path}.${process.pid}.dead`;
  try {
    renameSync(path, taken); // of several who try, one gets the file
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    const owner = readOwner(taken);
    if (owner !== null && isAlive(owner)) linkSync(taken, path);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

function lockFile(dataDir: string, part: DataDirPart): string {
  return join(dataDir, `${part}.pid`);
}

/** Nobody sees the file half written: a standby that looks at it all the time would take it for a dead one's. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o644 });
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

type Owner = { readonly pid: number; readonly born: string };

function ownerText(pid: number): string {
  return `${pid}\n${readProcessStart(pid)}\n`;
}

function readOwner(path: string): Owner | null {
  const [pid = '', born = ''] = readIfExists(path).split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), born } : null;
}

function isAlive({ pid, born }: Owner): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) === 'ESRCH') return false;
  }
  return born === '' || readProcessStart(pid) === born;
}

/** When a process began, where the system tells (Linux); tells a reused number from the process it once was. */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return ''; // no such file system, or the process is gone: its number alone decides
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
