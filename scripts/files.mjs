/** File system helpers shared by the scripts. They need no installed package. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const skipped = new Set(['node_modules', 'dist', '.git', '.salar', 'test-results']);

/**
 * Returns a fingerprint that changes when a file under `paths` is added, removed or edited.
 *
 * It reads names, sizes and modification times only, so it takes milliseconds.
 */
export function fingerprint(paths) {
  return hashFiles(paths, (hash, path, stat) => hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`));
}

/** Returns a digest of the names and the contents of the files under `paths`. */
export function digest(paths) {
  return hashFiles(paths, (hash, path, stat) =>
    hash.update(`${path.slice(root.length)}\0${stat.size}\n`).update(readFileSync(path)),
  );
}

function hashFiles(paths, add) {
  const hash = createHash('sha256');
  for (const path of paths) walk(join(root, path), (file, stat) => add(hash, file, stat));
  return hash.digest('hex');
}

function walk(path, visit) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) visit(path, stat);
  else for (const name of readdirSync(path).sort()) if (!skipped.has(name)) walk(join(path, name), visit);
}

/** Returns the text of a file, or null when it does not exist. */
export function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Returns the SHA-256 of a file in hexadecimal. */
export function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
