/** Finds the processes that belong to one data directory, so that a test ends only what it started. Linux only: `/proc`. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

export type ProcessKind =
  'server' | 'postmaster' | 'postgres' | 'anvil' | 'leash' | 'bitcoin' | 'signer' | 'other';

export type OwnedProcess = {
  readonly pid: number;
  readonly kind: ProcessKind;
  readonly command: string;
};

/** A process belongs to the directory when its command line, environment or working directory names it. */
export function listProcesses(dataDir: string): OwnedProcess[] {
  const found: OwnedProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const commandLine = read(`/proc/${pid}/cmdline`).split('\0');
    const command = commandLine.join(' ').trim();
    if (command === '') continue; // a zombie, or a thread of the system
    const belongs =
      command.includes(dataDir) ||
      read(`/proc/${pid}/environ`).includes(dataDir) ||
      workingDir(pid).startsWith(dataDir);
    if (belongs) found.push({ pid, kind: findKind(commandLine, command), command });
  }
  return found;
}

/**
 * Matches the program's own name, because the shell that ties a chain to the server has the chain's program in its
 * arguments.
 */
function findKind(commandLine: readonly string[], command: string): ProcessKind {
  const program = basename(commandLine[0] ?? '');
  const script = basename(commandLine[1] ?? '');
  if (program === 'anvil') return 'anvil';
  if (program === 'sh' && command.includes('/anvil')) return 'leash';
  if (program === 'postgres') return 'postmaster';
  if (command.startsWith('postgres:')) return 'postgres';
  if (script === 'main.js') return 'server';
  if (script === 'signer.js') return 'signer';
  if (script === 'bitcoin-node.js') return 'bitcoin';
  return 'other';
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
