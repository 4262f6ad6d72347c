/** Runs one of the server's programs, after installing and building when needed. */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';

/** @param name  the name of the bundle, as in `build.mjs` */
export async function runProgram(name) {
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
  await import(pathToFileURL(join(root, `dist/server/${name}.js`)).href);
}
