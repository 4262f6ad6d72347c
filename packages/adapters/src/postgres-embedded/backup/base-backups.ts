/** The backups in a directory: each in a directory of its own, with a file that describes it. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sequence } from '@salar/protocol';

export type BaseBackup = {
  readonly directory: string;
  /** By the database's clock, ISO 8601 in UTC. Moments after it can be restored from this backup. */
  readonly endedAt: string;
  /** The last command that it is guaranteed to contain. */
  readonly sequence: Sequence;
  readonly postgresMajor: number;
};

/** The moment to restore: the newest one, a time, or the batch of a command. */
export type RestoreMoment =
  | { readonly type: 'newest' }
  | { readonly type: 'time'; readonly at: Date }
  | { readonly type: 'command'; readonly sequence: Sequence };

export const backupFormat = 1;
export const backupPrefix = 'base-';
export const manifestFile = 'backup.json';
/** Folders that a backup with keys contains beside the cluster; only the local profile has a signer in its data directory. */
export const secretFolders = ['keys', 'signer'] as const;

/** Returns the complete backups in a directory, oldest first. */
export function listBaseBackups(backupDir: string): readonly BaseBackup[] {
  if (!existsSync(backupDir)) throw new Error(`there is no directory ${backupDir}`);
  return readdirSync(backupDir)
    .filter((name) => name.startsWith(backupPrefix) && existsSync(join(backupDir, name, manifestFile)))
    .map((name) => readManifest(join(backupDir, name)))
    .sort((a, b) => a.endedAt.localeCompare(b.endedAt));
}

/**
 * Returns the newest backup from which a moment can be reached.
 *
 * @throws with one sentence when no backup reaches it
 */
export function backupFor(backups: readonly BaseBackup[], moment: RestoreMoment): BaseBackup {
  const found = backups.findLast((backup) => {
    if (moment.type === 'time') return Date.parse(backup.endedAt) < moment.at.getTime();
    return moment.type === 'newest' || backup.sequence < moment.sequence;
  });
  if (found !== undefined) return found;
  const [oldest] = backups;
  throw new Error(
    oldest === undefined
      ? 'there is no backup in that directory'
      : `the oldest backup ended at ${oldest.endedAt}, with command ${oldest.sequence}: only later moments can be restored`,
  );
}

function readManifest(directory: string): BaseBackup {
  const manifest = JSON.parse(readFileSync(join(directory, manifestFile), 'utf8')) as BaseBackup & {
    format: number;
  };
  if (manifest.format > backupFormat) {
    throw new Error(`${directory} was made by a newer version of Salar: restore it with that version`);
  }
  return { ...manifest, directory };
}
