/**
 * `npm start`: installs what is missing, builds what changed, and runs the exchange until Ctrl-C. In production it
 * neither installs nor builds.
 *
 * The exchange runs in this process, so that signals of the terminal reach its orderly shutdown directly.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.mjs';
import { prepare } from './prepare.mjs';

prepare(['server', 'web']);

const main = join(root, 'dist/server/main.js');
if (!existsSync(main)) {
  console.error('dist/server/main.js is missing: run `npm run build -- --force` and look at its messages.');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(main).href);
