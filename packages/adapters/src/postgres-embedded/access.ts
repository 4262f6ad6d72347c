/** Decides who may connect to the embedded cluster, as which of its two logins. */
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '@salar/store';
import { clusterIdentity } from './run-as.ts';

/** Owns the tables: migrations, backups and maintenance. */
export const ownerLogin = 'salar';
/** The running exchange, a member of `salar_core`. */
export const exchangeLogin = 'salar_exchange';

/** Returns the same connection as the running exchange. */
export function asExchange(options: DatabaseOptions): DatabaseOptions {
  return { ...options, user: exchangeLogin };
}

/** Returns the same connection as the owner of the tables, for migrations. */
export function asOwner(options: DatabaseOptions): DatabaseOptions {
  return { ...options, user: ownerLogin };
}

/**
 * Writes the two files in which PostgreSQL looks up who may connect: the system's user who started Salar, and root,
 * over the socket, as one of the two logins. Clusters of earlier versions trusted every process that could open the socket.
 *
 * @returns whether a file was changed, which a running server has to be notified of
 */
export function writeAccessFiles(cluster: string): boolean {
  const users = [...new Set([userInfo().username, 'root'])];
  const pairs = users.flatMap((user) =>
    [ownerLogin, exchangeLogin].map((login) => `salar "${user}" ${login}`),
  );
  const access = `local all ${ownerLogin},${exchangeLogin} peer map=salar`;
  const written = [
    writeIfDifferent(join(cluster, 'pg_ident.conf'), pairs),
    writeIfDifferent(join(cluster, 'pg_hba.conf'), [access]),
  ];
  return written.includes(true);
}

function writeIfDifferent(path: string, lines: readonly string[]): boolean {
  const text = ['# Written by Salar at each start.', ...lines, ''].join('\n');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  const partial = `${path}.new`; // renamed when complete: a crash leaves the former file
  writeFileSync(partial, text, { mode: 0o600 });
  const identity = clusterIdentity();
  if (identity !== null) chownSync(partial, identity.uid, identity.gid);
  renameSync(partial, path);
  return true;
}
