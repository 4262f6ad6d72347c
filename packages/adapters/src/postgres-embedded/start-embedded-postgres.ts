/**
 * A real PostgreSQL beside the exchange: found, created, started, watched, stopped.
 *
 * It has no TCP port and no password: it listens on a Unix socket that only its owner (and root) can open, and
 * identifies the system's user behind each connection (`access.ts`).
 */
import { chmodSync, existsSync, statSync, truncateSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Database, createDatabaseIfMissing, createLogin } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { exchangeLogin, ownerLogin, writeAccessFiles } from './access.ts';
import { archiveSettings } from './backup/wal-archive.ts';
import { findBinaries } from './binaries.ts';
import { initialiseCluster } from './initialise.ts';
import { clusterPlaces, preparePlaces, socketDirectory } from './directories.ts';
import { forgetDeadPostmaster, livingPostmaster } from './postmaster-pid.ts';
import { adoptLeftover, startServer, stopServer } from './postmaster-process.ts';
import type { RunOptions, ServerRun } from './postmaster-process.ts';

export type EmbeddedPostgres = {
  readonly socketDir: string;
  /** With the login that owns the tables; `asExchange` has that of the running exchange. */
  readonly databaseOptions: DatabaseOptions;
  /** The process id of the postmaster; changes with a restart. */
  pid(): number;
  /** Stops it in order: connections are closed, everything is written. Safe to call twice. */
  stop(): Promise<void>;
  /** Called once, when PostgreSQL died and could not be restarted. */
  onExit(listener: (error: Error) => void): void;
};

export type EmbeddedPostgresOptions = {
  readonly dataDir: string;
  /** Where backups are stored: its WAL is archived there. Without it nothing is archived. */
  readonly backupDir?: string | null;
  readonly log?: (line: string) => void;
};

export const databaseName = 'salar';
/** Right after a kill the old server's children may still hold its shared memory, for a second or so. */
const startAttemptsMax = 40;
const startRetryMs = 150;
const startingTimeoutMs = 60_000;
const logSizeMax = 20_000_000;

/**
 * Starts the cluster in `dataDir`, creates it at the first start, and keeps it running until `stop`.
 *
 * @throws with one sentence for a person when that is not possible
 */
export async function startEmbeddedPostgres({
  dataDir,
  backupDir = null,
  log = () => undefined,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const places = clusterPlaces(dataDir);
  preparePlaces(dataDir, places);
  if (!places.cluster.startsWith(resolve(dataDir)) && !existsSync(places.cluster)) {
    log(`PostgreSQL cannot enter ${dataDir}: its files go to ${places.cluster}`);
  }
  shortenLog(places.logFile);
  const binaries = findBinaries(places.binaries, log);
  initialiseCluster(places.cluster, binaries);
  chmodSync(places.cluster, 0o700);
  const isAccessChanged = writeAccessFiles(places.cluster);
  const socketDir = socketDirectory(places);
  const options: RunOptions = {
    binaries,
    cluster: places.cluster,
    socketDir,
    logFile: places.logFile,
    ...(backupDir === null ? {} : { settings: archiveSettings(resolve(backupDir)) }),
  };
  const adopted = await adoptLeftover(options, log);
  if (adopted !== null && isAccessChanged) process.kill(adopted.pid, 'SIGHUP'); // it reads them again
  const run = adopted ?? (await startWithRetries(options));
  const databaseOptions = { socketDir, database: databaseName, user: ownerLogin };
  try {
    await createDatabaseIfMissing(databaseOptions);
    await createExchangeLogin(databaseOptions);
  } catch (error) {
    await stopServer(run.pid);
    throw error;
  }
  return supervise(options, { run, databaseOptions, log });
}

/**
 * Returns the owner's connection options of a data directory whose cluster another process runs; null when none does.
 *
 * Waits for a server that is just starting.
 */
export async function findRunningPostgres(dataDir: string): Promise<DatabaseOptions | null> {
  const { cluster } = clusterPlaces(dataDir);
  const deadline = Date.now() + startingTimeoutMs;
  for (;;) {
    const postmaster = livingPostmaster(cluster);
    if (postmaster === null) return null;
    if (postmaster.isReady) {
      return { socketDir: postmaster.socketDir, database: databaseName, user: ownerLogin };
    }
    if (Date.now() > deadline) throw new Error(`the PostgreSQL in ${cluster} is not ready`);
    await delay(startRetryMs);
  }
}

/** Returns true when the data directory has a cluster, running or not. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(join(clusterPlaces(dataDir).cluster, 'PG_VERSION'));
}

async function createExchangeLogin(options: DatabaseOptions): Promise<void> {
  const database = new Database({ ...options, poolSize: 1 });
  try {
    await createLogin(database, exchangeLogin, 'salar_core');
  } finally {
    await database.close();
  }
}

const awakeMs = 1_000;

function supervise(
  options: RunOptions,
  start: { run: ServerRun; databaseOptions: DatabaseOptions; log: (line: string) => void },
): EmbeddedPostgres {
  let { run } = start;
  let isStopping = false;
  const listeners: ((error: Error) => void)[] = [];
  const watch = async () => {
    for (;;) {
      await run.ended;
      if (isStopping) return;
      start.log(`PostgreSQL (process ${run.pid}) ended unexpectedly: restarting it`);
      run = await startWithRetries(options);
      start.log(`PostgreSQL was restarted (process ${run.pid})`);
      if (isStopping) await stopServer(run.pid);
    }
  };
  const watching = watch().catch((error: unknown) => {
    const reason = error instanceof Error ? error : new Error(String(error));
    for (const listener of listeners) listener(reason);
  });
  return {
    socketDir: options.socketDir,
    databaseOptions: start.databaseOptions,
    pid: () => run.pid,
    stop: async () => {
      isStopping = true;
      // Keeps the event loop alive: a program that only waits for this stop would end in the middle of it.
      const awake = setInterval(() => undefined, awakeMs);
      await stopServer(run.pid);
      await watching;
      clearInterval(awake);
    },
    onExit: (listener) => void listeners.push(listener),
  };
}

async function startWithRetries(options: RunOptions): Promise<ServerRun> {
  for (let attempt = 1; ; attempt += 1) {
    forgetDeadPostmaster(options.cluster);
    try {
      return await startServer(options);
    } catch (error) {
      const mayPass = /shared memory block|still in use|lock file|was killed/.test(String(error));
      if (!mayPass || attempt >= startAttemptsMax) throw error;
      await delay(startRetryMs);
    }
  }
}

function shortenLog(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logSizeMax) truncateSync(logFile, 0);
}
