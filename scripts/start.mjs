/**
 * `npm start`: installs what is missing, builds what changed, and runs the exchange until Ctrl-C.
 *
 * The exchange runs in this process, so that signals of the terminal reach its orderly shutdown directly.
 */
import './node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';

if (!isInstalled()) {
  console.log('Installing packages (once; about a minute) ...');
  install();
}

const due = stale();
if (due.length > 0) {
  console.log(`Building ${due.join(' and ')} ...`);
  try {
    await build(due, (line) => console.log(`  ${line}`));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

const main = join(root, 'dist/server/main.js');
if (!existsSync(main)) {
  console.error('dist/server/main.js is missing: run `npm run build -- --force` and look at its messages.');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(main).href);
