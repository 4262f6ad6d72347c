/** Parses the source files of the repository, as the structure figures and the language check read them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Comment, EcmaScriptModule, Program } from 'oxc-parser';

export const root = resolve(import.meta.dirname, '../..');

export type SourceFile = {
  /** Path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly module: EcmaScriptModule;
};

/** A node of the syntax tree; children are found in its properties. */
export type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number };

/** Lists the files that git tracks or would track, and that exist. */
export function listFiles(): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options);
  return [...new Set(output.split('\n'))].filter((path) => path !== '' && existsSync(resolve(root, path)));
}

/** Reads a text file of the repository. */
export function readText(path: string): string {
  return readFileSync(resolve(root, path), 'utf8');
}

/** True for TypeScript and JavaScript modules. */
export function isSource(path: string): boolean {
  return /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts');
}

/** True for tests and for what only tests use. */
export function isTest(path: string): boolean {
  return (
    /\.(?:test|spec)\.tsx?$|\.test-data\.|(?:^|\/)(?:testing|tests|conformance)\//.test(path) ||
    path.startsWith('packages/testing/')
  );
}

/** True for the code that is shipped: packages and apps without tests, test helpers and generated files. */
export function isProduct(path: string): boolean {
  return (
    isSource(path) && /^(?:packages|apps)\//.test(path) && !isTest(path) && !path.includes('/generated/')
  );
}

/** Parses a source file. @throws Error for a file with a syntax error */
export function parseFile(path: string): SourceFile {
  const text = readText(path);
  const { program, comments, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return { path, text, program, comments, module };
}

/** Calls `visit` for each node of a syntax tree, parents first, with the node's parent. */
export function visitNodes(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => void,
  parent: SyntaxNode | null = null,
): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visitNodes(child, visit, node);
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';
}

export type Import = {
  readonly from: string;
  /** Path of the imported file; null for packages from outside. */
  readonly to: string | null;
  readonly specifier: string;
  /** True when only types are imported. */
  readonly isType: boolean;
};

/** Lists what a file imports, statically and dynamically, and what it re-exports. */
export function listImports(file: SourceFile, packages: ReadonlyMap<string, WorkspacePackage>): Import[] {
  const { path, text, module } = file;
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType }],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return literal?.[1] === undefined ? [] : [{ specifier: literal[1], isType: false }];
    }),
  ];
  return found.map(({ specifier, isType }) => ({
    from: path,
    to: resolveImport(path, specifier, packages),
    specifier,
    isType,
  }));
}

export type WorkspacePackage = {
  readonly name: string;
  readonly folder: string;
  readonly exports: Readonly<Record<string, string>>;
  /** Packages that the product may import; those of the tests are `devDependencies`. */
  readonly dependencies: readonly string[];
};

type Manifest = {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** Reads the manifests of the workspaces, by package name. */
export function readPackages(paths: readonly string[]): Map<string, WorkspacePackage> {
  const manifests = paths.filter((path) =>
    /^(?:(?:packages|apps)\/[^/]+|e2e|bench)\/package\.json$/.test(path),
  );
  return new Map(
    manifests.map((path) => {
      const { name, exports = {}, dependencies = {} } = JSON.parse(readText(path)) as Manifest;
      return [name, { name, folder: posix.dirname(path), exports, dependencies: Object.keys(dependencies) }];
    }),
  );
}

/** Splits `@salar/store/database` into package and sub-path; null for any other specifier. */
export function splitSpecifier(
  specifier: string,
): { readonly name: string; readonly subPath: string } | null {
  const match = /^(@salar\/[^/]+)(?:\/(.+))?$/.exec(specifier);
  if (match?.[1] === undefined) return null;
  return { name: match[1], subPath: match[2] === undefined ? '.' : `./${match[2]}` };
}

function resolveImport(
  from: string,
  specifier: string,
  packages: ReadonlyMap<string, WorkspacePackage>,
): string | null {
  if (specifier.startsWith('.')) {
    return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')));
  }
  const split = splitSpecifier(specifier);
  const workspace = split === null ? undefined : packages.get(split.name);
  if (split === null || workspace === undefined) return null;
  const target = workspace.exports[split.subPath];
  return target === undefined ? null : posix.join(workspace.folder, target);
}
