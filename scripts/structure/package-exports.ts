/**
 * Computes what each workspace must export: exactly the paths that the other workspaces, the scripts and the examples
 * in the documents import. A file is exported by its path under `src`, without the ending (`@salar/store/database`); a
 * folder that has an index, by its name (`@salar/protocol/wire`); any other file, by its path in the workspace.
 */
import { posix } from 'node:path';
import { readText, splitSpecifier } from './source-files.ts';
import type { WorkspacePackage } from './source-files.ts';

/** The `exports` of a manifest: the file of each path that others may import. */
export type Exports = Readonly<Record<string, string>>;

/** Computes the exports of each workspace, by package name. @param paths every path of the repository */
export function computeExports(
  paths: readonly string[],
  packages: ReadonlyMap<string, WorkspacePackage>,
): Map<string, Exports> {
  const existing = new Set(paths);
  const found = new Map([...packages.keys()].map((name) => [name, new Map<string, string>()]));
  for (const { from, specifier } of listSpecifiers(paths)) {
    const split = splitSpecifier(specifier);
    const workspace = split === null ? undefined : packages.get(split.name);
    if (split === null || workspace === undefined || from.startsWith(`${workspace.folder}/`)) continue;
    const target = findTarget(workspace.folder, split.subPath, existing);
    if (target !== null) found.get(split.name)?.set(split.subPath, target);
  }
  return new Map([...found].map(([name, exports]) => [name, sortByKey(exports)]));
}

/**
 * Lists the imports that go past the exports of another workspace, in tests and scripts as well: those of a path that
 * its package.json does not list, and those of its files by a relative path. `npm run exports` writes the lists, so the
 * compiler refuses an import of the first kind.
 */
export function findDeepImports(
  paths: readonly string[],
  packages: ReadonlyMap<string, WorkspacePackage>,
): string[] {
  const folders = [...packages.values()].map(({ folder }) => `${folder}/`);
  const findFolder = (path: string) => folders.find((folder) => path.startsWith(folder));
  const isDeep = ({ from, specifier }: Specifier) => {
    const split = splitSpecifier(specifier);
    if (split !== null) return packages.get(split.name)?.exports[split.subPath] === undefined;
    const folder = findFolder(posix.join(posix.dirname(from), specifier));
    return folder !== undefined && folder !== findFolder(from);
  };
  return listSpecifiers(paths)
    .filter(isDeep)
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
}

export type Specifier = { readonly from: string; readonly specifier: string };

/**
 * Lists the packages and the relative paths upwards that the files import, load, mock or resolve. The text is matched,
 * not parsed, because that takes a tenth of the time.
 */
export function listSpecifiers(paths: readonly string[]): Specifier[] {
  const pattern = /\b(?:from|import|import\(|mock\(|meta\.resolve\()\s*['"]((?:@salar|\.\.)\/[^'"\s]+)['"]/g;
  return paths
    .filter((path) => /\.(?:ts|tsx|mjs|css|md)$/.test(path))
    .flatMap((from) =>
      Array.from(readText(from).matchAll(pattern), ([, specifier = '']) => ({ from, specifier })),
    );
}

/** Returns the file that a path within a package resolves to; null for a missing file, which the compiler reports. */
function findTarget(folder: string, subPath: string, existing: ReadonlySet<string>): string | null {
  const path = subPath.slice(2);
  const candidates =
    subPath === '.'
      ? ['src/index.ts']
      : [`src/${path}.ts`, `src/${path}.tsx`, `src/${path}/index.ts`, `src/${path}`, `${path}.ts`, path];
  const target = candidates.find((each) => existing.has(`${folder}/${each}`));
  return target === undefined ? null : `./${target}`;
}

function sortByKey(exports: ReadonlyMap<string, string>): Exports {
  return Object.fromEntries([...exports].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Replaces the exports in the text of a manifest. Without the field everything could be imported, so it may be empty. */
export function replaceExports(manifest: string, exports: Exports): string {
  const fields = JSON.parse(manifest) as Record<string, unknown>;
  return `${JSON.stringify({ ...fields, exports }, null, 2)}\n`;
}
