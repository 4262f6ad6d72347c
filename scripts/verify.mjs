/**
 * `npm run verify`: replays the journal and compares it with what customers see, beside a running Salar or on a
 * stopped one. Where the books are: SALAR_DATA_DIR or DATABASE_URL, as for `npm start`.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';

if (!isInstalled()) install();
if (stale().includes('server')) {
  try {
    await build(['server']);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist/server/verify.js')).href);
