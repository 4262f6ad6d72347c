/** Runs one of the server's programs, after installing and building when needed. */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './files.mjs';
import { prepare } from './prepare.mjs';

/**
 * @param name  the name of the bundle, as in `build.mjs`
 * @param options.hasKeys  true for programs that hold keys or the owner's login: they never install or build
 */
export async function runProgram(name, { hasKeys = false } = {}) {
  prepare(['server'], { isPreparedElsewhere: hasKeys, isQuiet: true });
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(root, `dist/server/${name}.js`)).href);
}
