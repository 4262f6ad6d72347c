/** Each package exports what the other workspaces import, and nothing else. */
import { expect, test } from 'vitest';
import { computeExports, findDeepImports, replaceExports } from './package-exports.ts';
import { listFiles, readPackages, readText } from './source-files.ts';

const paths = listFiles();
const packages = readPackages(paths);

test.each([...computeExports(paths, packages)])('%s exports what others import', (name, exports) => {
  const manifest = readText(`${packages.get(name)?.folder}/package.json`);
  expect(manifest, 'the imports between packages have changed: run `npm run exports`').toBe(
    replaceExports(manifest, exports),
  );
});

test('no import goes past the exports of a package', () => {
  expect(findDeepImports(paths, packages)).toEqual([]);
});
