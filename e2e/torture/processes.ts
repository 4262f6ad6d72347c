/** Finds the processes that belong to one data directory, so that a test ends only what it started. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type OwnedProcess = {
  readonly pid: number;
  readonly kind: 'server' | 'postgres' | 'anvil' | 'signer' | 'other';
  readonly command: string;
};

/** Linux only: reads `/proc`. A process belongs to the directory when its command line, environment or working directory names it. */
export function processesOf(dataDir: string): OwnedProcess[] {
  const found: OwnedProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    if (command === '') continue;
    const belongs =
      command.includes(dataDir) ||
      read(`/proc/${pid}/environ`).includes(dataDir) ||
      workingDir(pid).startsWith(dataDir);
    if (belongs) found.push({ pid, kind: kindOf(command), command });
  }
  return found;
}

function kindOf(command: string): OwnedProcess['kind'] {
  if (command.includes('server/main.js')) return 'server';
  if (command.includes('server/signer.js')) return 'signer';
  if (/\banvil\b/.test(command)) return 'anvil';
  if (/postgres/.test(command)) return 'postgres';
  return 'other';
}

/** The postmaster, the one PostgreSQL process whose end ends the cluster. */
export function postmasterOf(dataDir: string): number | null {
  const own = processesOf(dataDir).filter(
    (one) => one.kind === 'postgres' && /\/postgres\b.* -D/.test(one.command),
  );
  return own[0]?.pid ?? null;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it ended between the listing and the reading
  }
}

function workingDir(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
