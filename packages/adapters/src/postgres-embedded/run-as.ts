/** PostgreSQL refuses to run as root, so root runs it as `nobody`. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

export type RunAs = { readonly uid: number; readonly gid: number };

/** `nobody` on Linux and macOS images alike; an id that is not in /etc/passwd would be rejected. */
const unprivileged: RunAs = { uid: 65534, gid: 65534 };

/** Returns the identity of the cluster; null is the current user. */
export function clusterIdentity(): RunAs | null {
  return process.getuid?.() === 0 ? unprivileged : null;
}

/** Returns the nearest directory above `path`, or itself, that `who` cannot pass; null when all are open. */
export function closedDirectoryAbove(path: string, who: RunAs | null): string | null {
  if (who === null) return null;
  for (let directory = path; ; directory = dirname(directory)) {
    const stat = statSync(directory, { throwIfNoEntry: false });
    if (stat !== undefined && !mayEnter(stat, who)) return directory;
    if (directory === dirname(directory)) return null;
  }
}

function mayEnter(stat: { mode: number; uid: number; gid: number }, who: RunAs): boolean {
  if (stat.uid === who.uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === who.gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & 0o001) !== 0;
}
