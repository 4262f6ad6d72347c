/** The order in which the folders of the web app may import each other. */
import { isTest } from './source-files.ts';
import type { Import } from './source-files.ts';

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
