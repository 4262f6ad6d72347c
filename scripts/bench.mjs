/**
 * `npm run bench`: builds, then measures. All of it, or what is named: engine, journal, http.
 *
 *   npm run bench                               everything, medians of five runs
 *   npm run bench -- --quick                    one run of each
 *   npm run bench -- http 100000 64 --commit-delay 2
 *
 * The measured code is bundled as the server is, so that what is measured is what runs.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { build, bundle, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { run } from './run.mjs';

const programs = ['engine', 'journal', 'http'];
const processes = ['http-server', 'http-echo', 'http-load'];

const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const [named, ...rest] = given.filter((word) => word !== '--quick');
if (named !== undefined && !programs.includes(named)) {
  console.error(`there is no benchmark named ${named}; there are ${programs.join(', ')}`);
  process.exit(1);
}
if (!isInstalled()) install();
if (stale().includes('server')) await build(['server']);
const outdir = join(root, 'dist', 'bench');
await bundle(
  Object.fromEntries([...programs, ...processes].map((name) => [name, join(root, 'bench', `${name}.ts`)])),
  outdir,
);
for (const program of named === undefined ? programs : [named]) {
  console.log(`\n${program}`);
  const { status } = await run(process.execPath, [join(outdir, `${program}.js`), ...rest], {
    ...(isQuick && { BENCH_RUNS: '1' }),
    NODE_ENV: 'production',
  });
  if (status !== 0) process.exit(status);
}
