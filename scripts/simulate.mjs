/**
 * `npm run simulate`: bundles the simulator as the server is bundled, then plays its episodes.
 *
 *   npm run simulate -- --commands 10000000
 *
 * All arguments are in packages/testing/src/simulator/simulate.ts and docs/simulation.md.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { bundle } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { run } from './run.mjs';

if (!isInstalled()) install();
const source = join(root, 'packages/testing/src/simulator');
const outdir = join(root, 'dist', 'simulator');
const programs = ['simulate', 'simulate-worker'];
await bundle(Object.fromEntries(programs.map((name) => [name, join(source, `${name}.ts`)])), outdir);
const { status } = await run(process.execPath, [
  '--enable-source-maps',
  join(outdir, 'simulate.js'),
  ...process.argv.slice(2),
]);
process.exit(status);
