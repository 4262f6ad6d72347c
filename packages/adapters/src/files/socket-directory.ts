/**
 * Directories of Unix sockets. A path that is too long for a socket is replaced by a short directory under the temporary one,
 * which belongs to the server alone: in the common directory itself, somebody else could listen under the name first.
 */
import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SocketOwner = { readonly uid: number; readonly gid: number };

/** Returns `directory`, or the short directory in its place when the path of the socket has more than `pathMax` bytes. */
export function toSocketDirectory(directory: string, socketName: string, pathMax: number): string {
  if (Buffer.byteLength(join(directory, socketName)) <= pathMax) return directory;
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  return join(tmpdir(), `salar-${name}`);
}

/**
 * Creates a directory for the sockets of a server.
 *
 * @param owner  null for the current user
 * @throws when the directory belongs to somebody else, or others can write to it
 */
export function prepareSocketDirectory(directory: string, owner: SocketOwner | null): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (owner !== null && process.getuid?.() === 0) chownSync(directory, owner.uid, owner.gid);
  checkSocketDirectory(directory, owner);
}

/** Checks the same before a connection; a missing directory has no server. */
export function checkSocketDirectory(directory: string, owner: SocketOwner | null): void {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  if (stat === undefined) return;
  const uid = owner?.uid ?? process.getuid?.();
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o022) !== 0)
    throw new Error(`${directory} belongs to another user: remove it, or choose a shorter SALAR_DATA_DIR`);
}
