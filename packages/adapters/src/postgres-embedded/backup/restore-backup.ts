/** Creates a new data directory from a backup, with the books as of a given moment. */
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Database, findTransactionOfCommand } from '@salar/store';
import type { Sequence } from '@salar/protocol';
import { findBinaries } from '../binaries.ts';
import { checkCluster } from '../initialise.ts';
import { clusterPlaces, preparePlaces, socketDirectory } from '../directories.ts';
import { startServer, stopServer } from '../postmaster-process.ts';
import { clusterIdentity } from '../run-as.ts';
import { ownerLogin, writeAccessFiles } from '../access.ts';
import { databaseName } from '../start-embedded-postgres.ts';
import { backupFor, listBaseBackups, secretFolders } from './base-backups.ts';
import type { BaseBackup, RestoreMoment } from './base-backups.ts';
import { copyDirectory } from './copy-files.ts';
import { restoreCommand, walArchive } from './wal-archive.ts';

export type RestoreBackupOptions = {
  readonly backupDir: string;
  /** A directory that does not exist yet, or is empty. */
  readonly dataDir: string;
  readonly moment: RestoreMoment;
  readonly log: (line: string) => void;
};

type Settings = Readonly<Record<string, string>>;

/** Recovery reads all WAL since the backup, which may take this long. */
const recoveryTimeoutMs = 24 * 3_600_000;

/**
 * Restores the newest backup before the moment, and recovers it to the moment with the archive.
 *
 * When it fails, the new directory is as it was before. A backup without an archive ends where it was taken.
 *
 * @returns the backup that was used
 * @throws with one sentence when the moment cannot be reached
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<BaseBackup> {
  const { moment, log } = options;
  const dataDir = resolve(options.dataDir);
  const backupDir = resolve(options.backupDir);
  const backup = backupFor(listBaseBackups(backupDir), moment);
  const places = clusterPlaces(dataDir);
  for (const directory of [dataDir, places.cluster]) assertEmpty(directory);
  preparePlaces(dataDir, places);
  log(`the backup of ${backup.endedAt}, with command ${backup.sequence}`);
  try {
    for (const folder of secretFolders) {
      const source = join(backup.directory, folder);
      if (existsSync(source)) await copyDirectory(source, join(dataDir, folder));
    }
    const archive = existsSync(walArchive(backupDir)) ? backupDir : null;
    const recover = (target: Settings) => recoverCluster({ backup, archive, dataDir, target, log });
    if (moment.type === 'newest') await recover({});
    if (moment.type === 'time') await recover({ recovery_target_time: formatTime(moment.at) });
    if (moment.type === 'command') {
      // Recovery stops at transactions, and only the restored journal shows which one wrote that command.
      const xid = await recover({}).then(() => findTransaction(dataDir, { sequence: moment.sequence, log }));
      await recover({ recovery_target_xid: xid });
    }
    return backup;
  } catch (error) {
    await rm(places.cluster, { recursive: true, force: true });
    for (const folder of secretFolders) await rm(join(dataDir, folder), { recursive: true, force: true });
    throw error;
  }
}

/** Formats a time so that PostgreSQL can parse it before it has loaded time zone names. */
function formatTime(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00');
}

function assertEmpty(directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty: restore into a new directory, and look at both`);
  }
}

type Recovery = {
  readonly backup: BaseBackup;
  readonly archive: string | null;
  readonly dataDir: string;
  readonly target: Settings;
  readonly log: (line: string) => void;
};

async function recoverCluster({ backup, archive, dataDir, target, log }: Recovery): Promise<void> {
  const places = clusterPlaces(dataDir);
  const binaries = findBinaries(places.binaries, log);
  const identity = clusterIdentity();
  await rm(places.cluster, { recursive: true, force: true });
  // PostgreSQL itself syncs all files of a cluster before it recovers from a backup.
  await copyDirectory(join(backup.directory, 'cluster'), places.cluster, { owner: identity });
  checkCluster(places.cluster, binaries);
  writeAccessFiles(places.cluster); // the backup's may name a user of another machine
  const signal = join(places.cluster, 'recovery.signal');
  await writeFile(signal, '');
  if (identity !== null) chownSync(signal, identity.uid, identity.gid);
  log('copied; PostgreSQL recovers it');
  const settings = {
    restore_command: restoreCommand(archive),
    recovery_target_action: 'promote',
    hot_standby: 'off', // accepts connections only when it is done
    ...target,
  };
  const socketDir = socketDirectory(places);
  const run = await startServer({
    binaries,
    cluster: places.cluster,
    socketDir,
    logFile: places.logFile,
    settings,
    readyTimeoutMs: recoveryTimeoutMs,
  });
  await stopServer(run.pid);
}

async function findTransaction(
  dataDir: string,
  { sequence, log }: { sequence: Sequence; log: (line: string) => void },
): Promise<string> {
  const places = clusterPlaces(dataDir);
  const binaries = findBinaries(places.binaries, log);
  const socketDir = socketDirectory(places);
  const run = await startServer({ binaries, cluster: places.cluster, socketDir, logFile: places.logFile });
  const database = new Database({ socketDir, database: databaseName, user: ownerLogin, poolSize: 1 });
  try {
    const found = await findTransactionOfCommand(database, sequence);
    if (found === null) throw new Error(`the backup and its archive end before command ${sequence}`);
    log(`command ${sequence} is in the batch that ends with command ${found.last}`);
    return found.xid;
  } finally {
    await database.close();
    await stopServer(run.pid);
  }
}
