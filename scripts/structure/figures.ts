/** Computes the figures of the repository's structure: folders, circles, sizes, imports, names. */
import { posix } from 'node:path';
import { findDeepImports } from './package-exports.ts';
import { isProduct, isTest, listImports, readPackages, visitNodes } from './source-files.ts';
import type { Import, SourceFile, SyntaxNode } from './source-files.ts';

export type Figures = {
  /** Folders by number of product files in them, largest first. */
  readonly folders: readonly { readonly folder: string; readonly files: number }[];
  /** Pairs of folders that import each other, parent and child left out. */
  readonly circlesByValue: readonly string[];
  readonly circlesWithTypes: readonly string[];
  /** Imports of another workspace's file that are not in its `exports`: by an unlisted path, or past the package. */
  readonly deepImports: readonly string[];
  /** 95th percentile of the lines of a file, by package. */
  readonly fileLines: readonly { readonly workspace: string; readonly p95: number }[];
  readonly functions: readonly FunctionLength[];
  readonly components: readonly FunctionLength[];
  /** Statements of `packages/store/src/tables` past its `query.ts`: nothing compares their row types with the columns. */
  readonly uncheckedRows: readonly string[];
  /** Exported functions such as `keyOf`, whose name has no verb. */
  readonly namesWithoutVerb: readonly string[];
  /** Runs of six or more equal lines in two places of the product. */
  readonly duplicatedPairs: number;
};

export type FunctionLength = { readonly path: string; readonly name: string; readonly lines: number };

/** Computes all figures of the given files. @param paths every path of the repository */
export function computeFigures(files: readonly SourceFile[], paths: readonly string[]): Figures {
  const product = files.filter(({ path }) => isProduct(path));
  const packages = readPackages(paths);
  const imports = product.flatMap((file) => listImports(file, packages));
  const { functions, components } = measureFunctions(product);
  return {
    folders: countFolders(product),
    circlesByValue: findCircles(imports.filter(({ isType }) => !isType)),
    circlesWithTypes: findCircles(imports),
    deepImports: findDeepImports(paths, packages),
    fileLines: measureFiles(product),
    functions,
    components,
    uncheckedRows: findUncheckedRows(product),
    namesWithoutVerb: findNamesWithoutVerb(files),
    duplicatedPairs: countDuplicatedPairs(product),
  };
}

function countFolders(product: readonly SourceFile[]): Figures['folders'] {
  const counts = new Map<string, number>();
  for (const { path } of product) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, files]) => ({ folder, files })).sort((a, b) => b.files - a.files);
}

function findCircles(imports: readonly Import[]): string[] {
  const arrows = new Set<string>();
  for (const { from, to } of imports) {
    if (to === null || isTest(to)) continue;
    const [a, b] = [posix.dirname(from), posix.dirname(to)];
    if (a !== b && !a.startsWith(`${b}/`) && !b.startsWith(`${a}/`)) arrows.add(`${a} ${b}`);
  }
  return [...arrows]
    .filter((arrow) => {
      const [a = '', b = ''] = arrow.split(' ');
      return a < b && arrows.has(`${b} ${a}`);
    })
    .map((arrow) => arrow.replace(' ', ' <-> '))
    .sort();
}

function measureFiles(product: readonly SourceFile[]): Figures['fileLines'] {
  const lines = new Map<string, number[]>();
  for (const { path, text } of product) {
    const workspace = path.split('/').slice(0, 2).join('/');
    lines.set(workspace, [...(lines.get(workspace) ?? []), countLines(text)]);
  }
  return [...lines].map(([workspace, counts]) => ({ workspace, p95: percentile(counts, 0.95) })).sort(byName);
}

function byName(a: { readonly workspace: string }, b: { readonly workspace: string }): number {
  return a.workspace < b.workspace ? -1 : 1;
}

function percentile(counts: readonly number[], share: number): number {
  const sorted = [...counts].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function countLines(text: string): number {
  return text.endsWith('\n') ? text.split('\n').length - 1 : text.split('\n').length;
}

type Named = SyntaxNode & {
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
};

function measureFunctions(product: readonly SourceFile[]): {
  functions: FunctionLength[];
  components: FunctionLength[];
} {
  const functions: FunctionLength[] = [];
  const components: FunctionLength[] = [];
  for (const { path, text, program } of product) {
    visitNodes(program, (node, parent) => {
      if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return;
      const named = node as Named;
      const holder: Named | null = parent;
      const name = named.id?.name ?? holder?.id?.name ?? holder?.key?.name ?? '(anonymous)';
      const measured = { path, name, lines: countLines(text.slice(node.start, node.end)) };
      (path.endsWith('.tsx') && /^[A-Z]/.test(name) ? components : functions).push(measured);
    });
  }
  const byLength = (a: FunctionLength, b: FunctionLength) => b.lines - a.lines;
  return { functions: functions.sort(byLength), components: components.sort(byLength) };
}

function findUncheckedRows(product: readonly SourceFile[]): string[] {
  return product
    .filter(({ path }) => /^packages\/store\/src\/tables\/.*\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\.query\b|\bsql<\s*\{/g)].map(({ index }) => `${path}:${lineAt(text, index)}`),
    );
}

/** Lists exported functions whose name ends in `Of` and does not begin with a verb. */
function findNamesWithoutVerb(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isProduct(path) || path.startsWith('packages/testing/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:function|const) ([a-z]\w*Of)\b/gm)]
        .map((match) => match[1] ?? '')
        .filter((name) => !verbs.test(name))
        .map((name) => `${path}: ${name}`),
    );
}

const verbs =
  /^(?:is|has|get|find|list|count|read|delete|lock|to|compute|build|parse|create|format|select|pick)[A-Z]/;

/** Counts pairs of places with six or more equal lines; blank lines, imports and lone brackets do not count. */
function countDuplicatedPairs(product: readonly SourceFile[]): number {
  const size = 6;
  const places = new Map<string, { readonly path: string; readonly index: number }[]>();
  for (const { path, text } of product) {
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3 && !/^(?:import\b|\} from|\/?\*|\/\/)/.test(line));
    for (let index = 0; index + size <= lines.length; index += 1) {
      const key = lines.slice(index, index + size).join('\n');
      places.set(key, [...(places.get(key) ?? []), { path, index }]);
    }
  }
  const runs = new Set<string>();
  for (const found of places.values()) {
    for (const [first, a] of found.entries()) {
      for (const b of found.slice(first + 1)) {
        // Windows of one run differ by the same distance: they are counted once.
        runs.add(
          `${a.path} ${b.path} ${a.path === b.path ? b.index - a.index : Math.round((b.index - a.index) / 4)}`,
        );
      }
    }
  }
  return runs.size;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
