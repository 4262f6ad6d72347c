/** Imports of the web app go one way, and its features do not import each other. */
import { expect, test } from 'vitest';
import { findZoneViolations } from './import-zones.ts';
import { isSource, listFiles, listImports, parseFile, readPackages } from './source-files.ts';

function arrow(from: string, to: string) {
  return { from: `apps/web/src/${from}`, to: `apps/web/src/${to}`, specifier: '', isType: false };
}

test.each([
  ['lib/print-head.tsx', 'app/header.tsx'],
  ['api/api.ts', 'features/swap/pair.ts'],
  ['features/swap/pair.ts', 'features/trade/pair.ts'],
])('%s may not import %s', (from, to) => {
  expect(findZoneViolations([arrow(from, to)])).toHaveLength(1);
});

test.each([
  ['features/swap/pair.ts', 'features/swap/rate.ts'],
  ['features/swap/pair.ts', 'parts/tickets/status-tone.ts'],
  ['app/header.tsx', 'features/swap/routes.tsx'],
])('%s may import %s', (from, to) => {
  expect(findZoneViolations([arrow(from, to)])).toEqual([]);
});

test('the web app follows the order of its folders', () => {
  const paths = listFiles();
  const packages = readPackages(paths);
  const files = paths.filter((path) => path.startsWith('apps/web/src/') && isSource(path));
  expect(findZoneViolations(files.flatMap((path) => listImports(parseFile(path), packages)))).toEqual([]);
});
