/** Creates a new cluster, all or nothing, and checks an existing one before it is started. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { ownerLogin } from './access.ts';
import { describeFailure } from './describe-failure.ts';
import { clusterIdentity } from './run-as.ts';

/**
 * Creates the cluster unless it exists.
 *
 * @throws with one sentence when it belongs to another major version, is damaged, or cannot be written
 */
export function initialiseCluster(cluster: string, binaries: Binaries): void {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) return checkCluster(cluster, binaries);
  const partial = `${cluster}.new`; // renamed when complete, so that a crash leaves no half cluster
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const identity = clusterIdentity();
  if (identity !== null) chownSync(partial, identity.uid, identity.gid);
  const options = [
    `--username=${ownerLogin}`,
    '--auth=peer',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ];
  const settings = {
    ...identity,
    cwd: partial,
    encoding: 'utf8',
    env: { TZ: 'UTC', LC_ALL: 'C' },
    detached: true, // a group of its own: a terminal's Ctrl-C must not interrupt it
  } as const;
  const run = spawnSync(binaries.initdb, [`--pgdata=${partial}`, '--no-instructions', ...options], settings);
  if (run.status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(
      describeFailure(`${run.stderr}${run.error?.message ?? ''}`, 'PostgreSQL could not create its cluster'),
    );
  }
  renameSync(partial, cluster);
}

/** @throws with one sentence when it is damaged, or of another major version than the binaries */
export function checkCluster(cluster: string, { major }: Binaries): void {
  const versionFile = join(cluster, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : null;
  if (version === null || !existsSync(join(cluster, 'global/pg_control'))) {
    throw new Error(
      `${cluster} is damaged or is not a PostgreSQL cluster: restore it from a backup, or move it away`,
    );
  }
  if (version !== String(major)) {
    throw new Error(
      `${cluster} was created by PostgreSQL ${version} and this Salar includes PostgreSQL ${major}: ` +
        `upgrade it with pg_upgrade, or set DATABASE_URL to a PostgreSQL ${version}`,
    );
  }
}
