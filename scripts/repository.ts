/** Provides the working tree and its history to scripts/product-coverage.ts. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Repository } from './product-coverage.ts';

const root = resolve(import.meta.dirname, '..');
const skipped = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

/** Opens the working tree. Renames are read from the history, if there is one, only when a file is missing. */
export function openRepository(): Repository {
  return {
    paths: listFiles(''),
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    findRenamed: findRenamedInHistory,
  };
}

function listFiles(directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** Follows the renames of a path through staged changes and the history; null when there is no rename. */
function findRenamedInHistory(path: string): string | null {
  const find = (from: string): string | null => {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
    for (const command of [
      ['diff', '--name-status', '--diff-filter=R', '-M', 'HEAD'],
      ['log', '--name-status', '--diff-filter=R', '-M', '--format='],
    ]) {
      const renames = execFileSync('git', command, options).split('\n');
      const target = renames.map((line) => line.split('\t')).find(([, source]) => source === from)?.[2];
      if (target !== undefined) return target;
    }
    return null;
  };
  const seen = new Set<string>();
  let current = find(path);
  while (current !== null && !existsSync(join(root, current)) && !seen.has(current)) {
    seen.add(current);
    current = find(current);
  }
  return current;
}
