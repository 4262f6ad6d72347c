/** The saved state of a local chain: written atomically, and read back at the start. */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const inflate = promisify(gunzip);

/** @param dump  the answer of `anvil_dumpState`: hex of gzipped JSON */
export async function saveState(path: string, dump: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(Buffer.from(dump.slice(2), 'hex'));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/**
 * Unpacks a saved state for anvil to load.
 *
 * @returns the path of the unpacked file, or null when nothing was saved yet; the caller removes it
 */
export async function unpackState(path: string): Promise<string | null> {
  const packed = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (packed === null) return null;
  const unpacked = `${path}.json`;
  await writeFile(unpacked, await inflate(packed), { mode: 0o600 });
  return unpacked;
}

export async function removeUnpacked(path: string | null): Promise<void> {
  if (path !== null) await rm(path, { force: true });
}
