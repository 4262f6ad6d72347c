/** The archive of WAL files: with it, a backup can be recovered to any later moment. */
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closedDirectoryAbove, clusterIdentity } from '../run-as.ts';

/** A WAL file is closed and archived after this time: the most that can be lost with the whole machine. */
const archiveTimeoutSeconds = 60;

/** Returns the path of the archive in a directory of backups. */
export function walArchive(backupDir: string): string {
  return join(backupDir, 'wal');
}

/**
 * Creates the archive.
 *
 * @returns the settings with which PostgreSQL fills it
 * @throws with one sentence when PostgreSQL could not write there
 */
export function archiveSettings(backupDir: string): Record<string, string> {
  const directory = walArchive(backupDir);
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const identity = clusterIdentity();
  if (identity !== null) chownSync(directory, identity.uid, identity.gid);
  chmodSync(directory, 0o700);
  assertReachable(directory);
  const file = `${quoted(directory)}/%f.gz`;
  // A file closed by the timeout is mostly empty. One that exists already was archived before a crash: it is valid
  // when it has the same content, and is never overwritten.
  const sync = (path: string) => `{ sync ${path} 2>/dev/null || sync; }`;
  const archive = `gzip -1 < "%p" > ${file}.part && ${sync(`${file}.part`)} && mv ${file}.part ${file}`;
  const command = `if [ -f ${file} ]; then gzip -dc < ${file} | cmp -s "%p" -; else ${archive}; fi`;
  return {
    archive_mode: 'on',
    // PostgreSQL may remove its own file as soon as this ends: the name must be on disk, too.
    archive_command: `${command} && ${sync(quoted(directory))}`,
    archive_timeout: String(archiveTimeoutSeconds),
  };
}

/** Returns the command with which PostgreSQL fetches a file from the archive; `false` when there is no archive. */
export function restoreCommand(backupDir: string | null): string {
  if (backupDir === null) return 'false';
  const directory = walArchive(backupDir);
  assertReachable(directory);
  return `gzip -dc < ${quoted(directory)}/%f.gz > "%p"`;
}

function assertReachable(directory: string): void {
  const closed = closedDirectoryAbove(directory, clusterIdentity());
  if (closed === null) return;
  throw new Error(`PostgreSQL runs as nobody here and cannot enter ${closed}: choose another directory`);
}

/** Quotes for the shell that PostgreSQL starts, and for PostgreSQL, which interprets %. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`;
}
