/** Copies directories whose files may change or disappear meanwhile. */
import { chmod, chown, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from '../run-as.ts';

export type CopyOptions = {
  /** Returns false for a file or directory to leave out; `path` is relative to the source. */
  readonly isWanted?: (path: string) => boolean;
  /** The owner of the copies; null: the current user. */
  readonly owner?: RunAs | null;
};

/**
 * Directories get mode 0700 and files 0600: they contain customers' books. They are not guaranteed to be on disk yet.
 */
export async function copyDirectory(
  source: string,
  target: string,
  options: CopyOptions = {},
): Promise<void> {
  const { isWanted = () => true, owner = null } = options;
  await mkdir(target, { mode: 0o700 });
  const entries = await readdir(source, { withFileTypes: true });
  const isInside = (path: string) => (name: string) => isWanted(join(path, name));
  for (const { name } of entries.filter((entry) => entry.isDirectory() && isWanted(entry.name))) {
    await copyDirectory(join(source, name), join(target, name), { isWanted: isInside(name), owner });
  }
  const files = entries.filter((entry) => entry.isFile() && isWanted(entry.name));
  await Promise.all(files.map(({ name }) => copyOne(join(source, name), join(target, name), owner)));
  if (owner !== null) await chown(target, owner.uid, owner.gid);
}

/** A file that has disappeared is left out: PostgreSQL removed it, and its WAL records that. */
async function copyOne(source: string, target: string, owner: RunAs | null): Promise<void> {
  try {
    await copyFile(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await chmod(target, 0o600);
  if (owner !== null) await chown(target, owner.uid, owner.gid);
}

/** Waits until a directory, and everything in it, is on disk. */
export async function syncDirectory(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    await (entry.isDirectory() ? syncDirectory(path) : syncPath(path));
  }
  await syncPath(directory);
}

/** Waits until a file, or a directory's entries, are on disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
