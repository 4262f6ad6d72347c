/** Imports go one way: between packages, and between the folders of the web app. */
import { expect, test } from 'vitest';
import { findCircularPackages, findUndeclaredImports, findZoneViolations } from './import-zones.ts';
import { listSpecifiers } from './package-exports.ts';
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

const paths = listFiles();
const packages = readPackages(paths);

test('the web app follows the order of its folders', () => {
  const files = paths.filter((path) => path.startsWith('apps/web/src/') && isSource(path));
  expect(findZoneViolations(files.flatMap((path) => listImports(parseFile(path), packages)))).toEqual([]);
});

test('the product imports only packages that are among the dependencies of its own', () => {
  const imported = { from: 'packages/engine/src/engine.ts', specifier: '@salar/store/database' };
  expect(findUndeclaredImports([imported], packages)).toHaveLength(1);
  expect(findUndeclaredImports(listSpecifiers(paths), packages)).toEqual([]);
});

test('no package depends on itself through others', () => {
  const looped = new Map(packages);
  const protocol = packages.get('@salar/protocol');
  if (protocol !== undefined) looped.set('@salar/protocol', { ...protocol, dependencies: ['@salar/engine'] });
  expect(findCircularPackages(looped)).toContain('@salar/engine');
  expect(findCircularPackages(packages)).toEqual([]);
});
