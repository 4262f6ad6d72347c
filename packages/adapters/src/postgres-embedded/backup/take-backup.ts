/** Copies the cluster of a data directory, with its keys, while it runs. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { OnlineBackup } from '@salar/store';
import type { Database } from '@salar/store';
import { clusterPlaces } from '../directories.ts';
import { backupFormat, backupPrefix, manifestFile, secretFolders } from './base-backups.ts';
import type { BaseBackup } from './base-backups.ts';
import { copyDirectory, syncDirectory, syncPath } from './copy-files.ts';

export type TakeBackupOptions = {
  /** Connection to the cluster in `dataDir`. */
  readonly database: Database;
  readonly dataDir: string;
  readonly backupDir: string;
  /** False: secrets are stored elsewhere. Without them, a restored Salar needs them copied by hand. */
  readonly hasKeys: boolean;
};

/** Contents that PostgreSQL recreates at its start, or that belong to the running server. */
const emptied =
  /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const leftOut =
  /(?:^|\/)(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|current_logfiles|pg_internal\.init|pgsql_tmp.*|backup_label.*|(?:recovery|standby)\.signal)$/;
const walName = /^[0-9A-F]{24}$/;

/**
 * Takes a backup that can be restored without an archive, and with one to any later moment. The exchange keeps
 * running.
 *
 * @returns the backup, complete and on disk
 */
export async function takeBackup(options: TakeBackupOptions): Promise<BaseBackup> {
  const { cluster } = clusterPlaces(options.dataDir);
  const backupDir = resolve(options.backupDir);
  await mkdir(backupDir, { recursive: true, mode: 0o711 });
  const draft = join(backupDir, `.${backupPrefix}${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const online = await OnlineBackup.begin(options.database);
  try {
    const copy = join(draft, 'cluster');
    await copyDirectory(cluster, copy, { isWanted: (path) => !emptied.test(path) && !leftOut.test(path) });
    const { label, walFirst, walLast, endedAt, sequence } = await online.end();
    await writeFile(join(copy, 'backup_label'), label, { mode: 0o600 });
    await copyWal(join(cluster, 'pg_wal'), join(copy, 'pg_wal'), { first: walFirst, last: walLast });
    for (const folder of options.hasKeys ? secretFolders : []) {
      const source = join(resolve(options.dataDir), folder);
      if (existsSync(source)) await copyDirectory(source, join(draft, folder));
    }
    const postgresMajor = Number((await readFile(join(copy, 'PG_VERSION'), 'utf8')).trim());
    const manifest = { format: backupFormat, endedAt, sequence, postgresMajor };
    await writeFile(join(draft, manifestFile), `${JSON.stringify(manifest)}\n`, { mode: 0o600 });
    await syncDirectory(draft);
    const directory = join(backupDir, `${backupPrefix}${endedAt.replaceAll(/[:.]/g, '-')}`);
    await rename(draft, directory); // complete: only now it gets the name that makes it count
    await syncPath(backupDir);
    return { directory, endedAt, sequence, postgresMajor };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await online.close();
  }
}

/** The WAL from the time of the backup: without it the copy is useless. */
async function copyWal(
  source: string,
  target: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const isNeeded = (name: string) => name >= first && name <= last;
  await rm(target, { recursive: true });
  await copyDirectory(source, target, {
    isWanted: (path) =>
      path.endsWith('.history') || (walName.test(basename(path)) && isNeeded(basename(path))),
  });
  const copied = (await readdir(target)).filter((name) => walName.test(name));
  if (!copied.includes(first) || !copied.includes(last)) {
    throw new Error(`PostgreSQL removed WAL that the backup needs (${first} to ${last}): take it again`);
  }
}
