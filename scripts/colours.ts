/** Writes the colours of the design tokens for the server and the build: `npm run colours:generate`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { buildColourFiles } from './colours-source.ts';
import { root } from './structure/source-files.ts';

for (const [path, text] of await buildColourFiles()) {
  mkdirSync(dirname(resolve(root, path)), { recursive: true });
  writeFileSync(resolve(root, path), text);
  console.log(`written: ${path}`);
}
