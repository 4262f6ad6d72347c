/** One Salar at a time in one data directory. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from './start-failure.ts';

/**
 * Takes the directory for this process. A lock whose process is gone, or whose number belongs to another process now, is
 * taken over.
 *
 * @returns gives the directory back
 * @throws StartFailure when another live Salar has it, or when it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'salar.pid');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    for (;;) {
      try {
        writeFileSync(path, ownerText(process.pid), { flag: 'wx', mode: 0o644 });
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        const owner = readOwner(path);
        if (owner !== null && isAlive(owner))
          throw new StartFailure(
            `Another Salar (process ${owner.pid}) is using ${dataDir}. Stop it first, or set SALAR_DATA_DIR to another directory.`,
          );
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(
      `The data directory ${dataDir} cannot be written (${codeOf(error) ?? 'unknown reason'}).`,
      { cause: error },
    );
  }
}

type Owner = { readonly pid: number; readonly born: string };

function ownerText(pid: number): string {
  return `${pid}\n${bornOf(pid)}\n`;
}

function readOwner(path: string): Owner | null {
  const [pid = '', born = ''] = readFileSync(path, 'utf8').split('\n');
  return /^\d+$/.test(pid) ? { pid: Number(pid), born } : null;
}

function isAlive({ pid, born }: Owner): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  return born === '' || bornOf(pid) === born;
}

/** When a process began, where the system tells (Linux); tells a reused number from the process it once was. */
function bornOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // no such file system, or the process is gone: its number alone decides
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
