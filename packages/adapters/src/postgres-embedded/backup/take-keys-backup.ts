/** Copies the keys of a data directory alone: what a backup of the database, by whatever tool, does not have. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { secretFolders } from './base-backups.ts';
import { copyDirectory, syncDirectory, syncPath } from './copy-files.ts';

const keysPrefix = 'keys-';

/**
 * Copies `keys/`, and the signer's folder of the local profile, into a new directory that only its owner reads. The exchange may run.
 *
 * @returns the directory, complete and on disk
 * @throws when the data directory has no keys
 */
export async function takeKeysBackup({
  dataDir,
  backupDir,
  at,
}: {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly at: Date;
}): Promise<string> {
  const folders = secretFolders.filter((folder) => existsSync(join(dataDir, folder)));
  if (!folders.includes('keys')) throw new Error(`there are no keys in ${dataDir}: set SALAR_DATA_DIR`);
  const target = resolve(backupDir);
  await mkdir(target, { recursive: true, mode: 0o711 });
  const draft = join(target, `.${keysPrefix}${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    for (const folder of folders) await copyDirectory(join(dataDir, folder), join(draft, folder));
    await syncDirectory(draft);
    const directory = join(target, `${keysPrefix}${at.toISOString().replaceAll(/[:.]/g, '-')}`);
    await rename(draft, directory); // complete: only now it gets the name that makes it count
    await syncPath(target);
    return directory;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
