/** Checks the files and packages that ARCHITECTURE.md and the other pages name against the working tree. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Finds the paths in backticks: `packages/engine/src/dispatch.ts`, also a folder. */
function findPaths(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return Array.from(
    prose.matchAll(/`((?:apps|packages|e2e|bench|scripts|docs)\/[^`\s]+)`/g),
    ([, path = '']) => path,
  );
}

/** Finds the names of packages in the text: `packages/engine`, `e2e`. */
function findPackages(text: string): string[] {
  const names = text.matchAll(/(?:apps|packages)\/[a-z]+(?:-[a-z]+)*|\b(?:e2e|bench)\b/g);
  return [...new Set(Array.from(names, ([name]) => name))].sort();
}

/** Lists the workspaces of the root package.json: each folder that a pattern with `*` stands for. */
function listWorkspaces(): string[] {
  const { workspaces } = JSON.parse(read('package.json')) as { readonly workspaces: readonly string[] };
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    })
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .sort();
}

/** Lists the pages that are written by hand; docs/product-coverage.md has a check of its own. */
function listPages(): string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`);
  return ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inDocs].filter(
    (page) => page !== 'docs/product-coverage.md',
  );
}

test.each(listPages())('%s names files and folders that exist', (page) => {
  const paths = findPaths(read(page)).filter((path) => !/[*<>{]|NAME/.test(path));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the diagram of ARCHITECTURE.md shows exactly the workspaces', () => {
  const diagram = /^```\n([\s\S]*?)^```/m.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  expect(findPackages(diagram)).toEqual(listWorkspaces());
});

test('the table of ARCHITECTURE.md has a row for each workspace', () => {
  const rows = Array.from(read('ARCHITECTURE.md').matchAll(/^\| `([^`]+)`/gm), ([, name = '']) => name);
  expect(rows.toSorted()).toEqual(listWorkspaces());
});

test('the table of ARCHITECTURE.md has what each package may import', () => {
  const rows = read('ARCHITECTURE.md').matchAll(/^\| `([^`]+)`.*\|([^|]*)\|$/gm);
  for (const [, name = '', cell = ''] of rows) {
    if (cell.trim() === 'every package') continue;
    const { dependencies = {} } = JSON.parse(read(`${name}/package.json`)) as {
      readonly dependencies?: Readonly<Record<string, string>>;
    };
    const packages = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@salar/'));
    const named = Array.from(cell.matchAll(/`([a-z]+)`/g), ([, short = '']) => `@salar/${short}`);
    expect(named.toSorted(), name).toEqual(packages.toSorted());
  }
});

test('an order and a withdrawal are followed through at least fifteen files each', () => {
  const chapters = read('ARCHITECTURE.md').split(/^## /m);
  for (const heading of ['One order', 'One withdrawal']) {
    const chapter = chapters.find((text) => text.startsWith(heading)) ?? '';
    expect(new Set(findPaths(chapter)).size, heading).toBeGreaterThanOrEqual(15);
  }
});

test('docs/where-is.md answers thirty questions', () => {
  const rows = Array.from(read('docs/where-is.md').matchAll(/^\| (?!Where is|-).*\| `[^`]+` *\|$/gm));
  expect(rows.length).toBeGreaterThanOrEqual(30);
});
