/**
 * The folder for temporary files of a test run: in memory where Linux offers enough of it. Tests start hundreds of databases and
 * records that wait for the disk with each commit, and no test ends the machine.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const bytesMin = 6 * 2 ** 30;

/** Makes the folder the one of this process and of those that it starts, until it ends. */
export function useMemoryFolder() {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < bytesMin) return;
  const folder = mkdtempSync(`${memory}/salar-`);
  chmodSync(folder, 0o1777); // PostgreSQL and the signer run as users of their own
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => process.exit(status));
}
