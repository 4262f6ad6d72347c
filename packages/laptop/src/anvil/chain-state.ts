/** The saved state of a local chain: written whole or not at all, read back at start. */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const inflate = promisify(gunzip);

/** @param dump  what `anvil_dumpState` gave: hex of a gzipped JSON text */
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
 * Unpacks a saved state for the program to load.
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
