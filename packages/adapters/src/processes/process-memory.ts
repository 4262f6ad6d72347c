/** Measures and bounds the memory of another process, where the system is Linux. */
import { readFileSync, writeFileSync } from 'node:fs';

const pageBytes = 4096;

/** Returns how much memory a process uses, in bytes; null when it has ended or the system does not say. */
export function readMemoryBytes(pid: number): number | null {
  const text = readProcessFile(pid, 'statm');
  return text === null ? null : Number(text.split(' ')[1]) * pageBytes;
}

/** Makes a process the first that the kernel ends when the machine has no memory left. */
export function endFirst(pid: number): void {
  if (readProcessFile(pid, 'oom_score_adj') === null) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function readProcessFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Returns true when the process has ended, belongs to another user, or the system has no such files. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(String(error.code))
  );
}
