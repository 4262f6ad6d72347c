/** `npm run exports`: writes into each package.json what the other workspaces import from it. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { computeExports, replaceExports } from './structure/package-exports.ts';
import { listFiles, readPackages, readText, root } from './structure/source-files.ts';

const paths = listFiles();
const packages = readPackages(paths);
for (const [name, exports] of computeExports(paths, packages)) {
  const path = `${packages.get(name)?.folder}/package.json`;
  const before = readText(path);
  const after = replaceExports(before, exports);
  if (after === before) continue;
  writeFileSync(resolve(root, path), after);
  console.log(`wrote the exports of ${name}: ${Object.keys(exports).length} paths`);
}
