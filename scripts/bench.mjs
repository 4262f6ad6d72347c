/**
 * `npm run bench`: builds, then runs all benchmarks or the named one.
 *
 *   npm run bench                               everything, medians of five runs; writes docs/performance.md
 *   npm run bench -- --short                    each once, a tenth as long; only prints the results
 *   npm run bench -- http 100000 64 --commit-delay 2
 *   npm run bench -- turns v0.1.0 http          another commit and this one in turns, see bench-turns.mjs
 *
 * The measured code is bundled like the server. `--write` always writes the page; `BENCH_PROFILE=directory` writes a
 * processor profile of the exchange in the `http` and `websocket` benchmarks.
 */
import './node-version.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { benchTurns } from './bench-turns.mjs';
import { build, bundle, stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { writePerformancePage } from './performance-page.mjs';
import { run } from './run.mjs';

const programs = [
  'engine',
  'growth',
  'snapshot',
  'replay',
  'journal',
  'http',
  'websocket',
  'load',
  'stalls',
  'feed',
  'subscribers',
  'hostile-connections',
  'signing',
  'claims',
  'sign-ins',
];
const processes = [
  'exchange-server',
  'echo-server',
  'order-load',
  'feed-readers',
  'subscribers-echo',
  'subscribers-load',
  'sign-ins-server',
  'hostile-load',
];

const given = process.argv.slice(2);
if (given[0] === 'turns') {
  if (!isInstalled()) install();
  await benchTurns(given.slice(1));
  process.exit();
}
const isShort = given.includes('--short');
const [named, ...rest] = given.filter((word) => word !== '--short' && word !== '--write');
if (named !== undefined && !programs.includes(named)) {
  console.error(`there is no benchmark named ${named}; there are ${programs.join(', ')}`);
  process.exit(1);
}
const isWritten = given.includes('--write') || (!isShort && named === undefined);
if (!isInstalled()) install();
if (stale().includes('server')) await build(['server']);
const outdir = join(root, 'dist', 'bench');
await bundle(
  Object.fromEntries([...programs, ...processes].map((name) => [name, join(root, 'bench', `${name}.ts`)])),
  outdir,
);
const results = [];
for (const program of named === undefined ? programs : [named]) {
  console.log(`\n${program}`);
  const resultFile = join(outdir, `${program}.json`);
  mkdirSync(outdir, { recursive: true });
  rmSync(resultFile, { force: true });
  const env = { ...(isShort && { BENCH_SHORT: '1' }), BENCH_RESULT: resultFile, NODE_ENV: 'production' };
  const { status } = await run(process.execPath, [join(outdir, `${program}.js`), ...rest], { env });
  if (status !== 0) process.exit(status);
  results.push({ program, ...JSON.parse(readFileSync(resultFile, 'utf8')) });
}
if (isWritten) await writePerformancePage(results, { isShort });
