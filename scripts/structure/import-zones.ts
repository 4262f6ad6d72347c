/** Finds imports that go the wrong way, between packages and between the folders of the web app. */
import type { Specifier } from './package-exports.ts';
import { isProduct, isTest, splitSpecifier } from './source-files.ts';
import type { Import, WorkspacePackage } from './source-files.ts';

const web = 'apps/web/src/';

/** Each folder imports those before it, and never one after it. */
const webZones = [
  'money',
  'i18n',
  'session',
  'api',
  'store',
  'live',
  'customer',
  'lib',
  'parts',
  'features',
  'app',
] as const;

/** Lists the imports that go the wrong way, and features or parts that import each other. */
export function findZoneViolations(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    if (to === null || isTest(from) || isTest(to) || to.endsWith('.json')) return [];
    if (!from.startsWith(web) || !to.startsWith(web)) return [];
    const [importer = '', importerName] = from.slice(web.length).split('/');
    const [imported = '', importedName] = to.slice(web.length).split('/');
    const isSibling = importer === imported && importerName !== importedName;
    if (isSibling && importer === 'features') {
      return [
        `${from} imports ${to}: features do not import each other; what two of them use belongs to parts`,
      ];
    }
    return rank(imported) > rank(importer)
      ? [`${from} imports ${to}: ${importer} comes before ${imported}`]
      : [];
  });
}

/** Files that lie in none of the folders, such as `main.tsx`, come last. */
function rank(zone: string): number {
  const index = webZones.findIndex((name) => name === zone);
  return index === -1 ? webZones.length : index;
}

/** Lists the imports of product files that are not among the `dependencies` of their package. */
export function findUndeclaredImports(
  imports: readonly Specifier[],
  packages: ReadonlyMap<string, WorkspacePackage>,
): string[] {
  return imports.flatMap(({ from, specifier }) => {
    const split = splitSpecifier(specifier);
    const importer = [...packages.values()].find(({ folder }) => from.startsWith(`${folder}/`));
    if (split === null || importer === undefined || !isProduct(from)) return [];
    return importer.dependencies.includes(split.name) ? [] : [`${from} imports ${specifier}`];
  });
}

/** Lists the packages that need themselves through their `dependencies`. */
export function findCircularPackages(packages: ReadonlyMap<string, WorkspacePackage>): string[] {
  return [...packages.keys()].filter((name) => {
    const reached = new Set(packages.get(name)?.dependencies);
    for (const each of reached) for (const next of packages.get(each)?.dependencies ?? []) reached.add(next);
    return reached.has(name);
  });
}
