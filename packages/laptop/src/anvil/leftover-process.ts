/** Ends a leftover chain process: its shell was killed, and then the exchange. */
import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 10;

/**
 * Ends the process that a former run recorded in its file, and removes the file. A process that merely reuses the
 * number is left alone: ours has the path of the file in its environment, and its own name.
 */
export async function endLeftover(pidFile: string): Promise<void> {
  const pid = Number(await readIfThere(pidFile));
  if (!Number.isInteger(pid) || pid <= 1) return;
  while (await isOurs(pid, pidFile)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await sleep(pollMs);
  }
  await rm(pidFile, { force: true });
}

async function isOurs(pid: number, pidFile: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [program = ''] = ((await readIfThere(`/proc/${pid}/cmdline`)) ?? '').split('\0');
    const environment = ((await readIfThere(`/proc/${pid}/environ`)) ?? '').split('\0');
    return program.endsWith('/anvil') && environment.includes(`SALAR_CHAIN_PID_FILE=${pidFile}`);
  }
  const listed = spawnSync('ps', ['eww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  const text = listed.stdout ?? '';
  return text.includes('/anvil ') && text.includes(`SALAR_CHAIN_PID_FILE=${pidFile}`);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return null;
    throw error;
  }
}
