/** Paths of the cluster, its socket and its log. The same data directory always has the same paths. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareSocketDirectory, toSocketDirectory } from '../files/socket-directory.ts';
import { clusterIdentity, closedDirectoryAbove } from './run-as.ts';

export type ClusterPlaces = {
  /** PGDATA. */
  readonly cluster: string;
  /** A copy of the binaries, used only when those of the package cannot be run in place. */
  readonly binaries: string;
  readonly logFile: string;
};

/** A socket's whole path must stay below 104 bytes on macOS and 108 on Linux. */
const socketPathMax = 100;
const socketName = '.s.PGSQL.5432';

/**
 * Returns the paths for a data directory.
 *
 * Run by root, the cluster belongs to `nobody`. When `nobody` cannot pass a directory above (a project in /root), the
 * cluster goes to /var/lib/salar under a name derived from the data directory.
 */
export function clusterPlaces(dataDir: string): ClusterPlaces {
  const directory = resolve(dataDir);
  const closed = closedDirectoryAbove(directory, clusterIdentity());
  const home =
    closed === null || closed === directory ? directory : join('/var/lib/salar', shortHash(directory));
  return {
    cluster: join(home, 'postgres'),
    binaries: join(home, 'postgres-binaries'),
    logFile: join(directory, 'postgres.log'),
  };
}

/** Creates the directories around the cluster and lets its identity pass through them (not list them). */
export function preparePlaces(dataDir: string, places: ClusterPlaces): void {
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o711 });
  mkdirSync(join(places.cluster, '..'), { recursive: true, mode: 0o711 });
  const identity = clusterIdentity();
  const home = join(places.cluster, '..');
  if (identity !== null && closedDirectoryAbove(home, identity) === home) {
    chmodSync(home, statSync(home).mode | 0o111);
  }
}

/** Returns the directory of the Unix socket: the cluster itself, or a short directory when that path is too long. */
export function socketDirectory(places: ClusterPlaces): string {
  const directory = toSocketDirectory(places.cluster, socketName, socketPathMax);
  if (directory !== places.cluster) prepareSocketDirectory(directory, clusterIdentity());
  return directory;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
