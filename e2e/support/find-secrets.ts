/** Finds secrets in all files of a folder. */
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Canaries } from '@salar/exchange/tests/support/canaries';

export type Found = { readonly name: string; readonly file: string };

/** Returns which secret is in which file. Files that a running exchange removes meanwhile are skipped. */
export async function findSecretsBelow(folder: string, canaries: Canaries): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    for (const name of new Set(canaries.findInBytes(await readBytes(path))))
      found.push({ name, file: relative(folder, path) });
  }
  return found;
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
