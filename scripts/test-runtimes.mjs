/**
 * `npm run test:runtimes`: the unit and database tests, and a start of the exchange, on the Node that does not run this program:
 * the recommended one or the oldest one (`scripts/runtimes/runtimes.json`).
 *
 *   npm run test:runtimes                       all of them
 *   npm run test:runtimes -- --short            what `npm test` runs of it
 *   npm run test:runtimes -- packages/engine    the tests whose path contains a text
 *
 * The last line counts: `N passed, N failed`.
 */
import './node-version.mjs';
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build, stale } from './build.mjs';
import { useMemoryFolder } from './memory-folder.mjs';
import { runTool } from './run.mjs';
import { prepareSoftHsm } from './softhsm.mjs';
import { runVitest } from './vitest-counts.mjs';

/** Tests of what a version of Node breaks first: the engine's arithmetic, the database, native packages, the permission model, HTTP. */
const shortFiles = [
  'packages/engine/src/engine.test.ts',
  'packages/engine/src/orders/place/place-order.test.ts',
  'packages/store/src/journal/journal-writer.db.test.ts',
  'packages/adapters/src/price-ccxt/feed-process.test.ts',
  'packages/signer/src/claims',
  'apps/exchange/src/gateway/http',
];
const allProjects = ['unit', 'db', 'hsm', 'kms'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const { version, node } = await fetchOther();
if (node === null) {
  console.log(
    `No package of Node ${version} is pinned for ${process.platform}-${process.arch}: run the tests with it yourself.`,
  );
  console.log(`0 passed, ${values.short ? 0 : 1} failed`);
  process.exit(values.short ? 0 : 1);
}
console.log(`Node ${version}, beside ${process.versions.node} of this run`);
prepareSoftHsm();
useMemoryFolder();
if (stale().includes('server')) await build(['server'], (line) => console.log(line));
// Programs that are started by name run on it too.
const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
const tests = await runVitest({
  projects: values.short ? ['unit', 'db'] : allProjects,
  files: values.short ? shortFiles : positionals,
  report: 'vitest-runtime.json',
  node,
  env,
});
const start = await runTool('tsx/dist/cli.mjs', ['e2e/start.ts'], { node, env });
const failures = [...tests.failures, ...(start.status === 0 ? [] : [`the start on Node ${version}`])];
for (const failure of failures) console.log(`  failed: ${failure}`);
const failed = tests.failed + (start.status === 0 ? 0 : 1);
console.log(`${tests.passed + (start.status === 0 ? 1 : 0)} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function fetchOther() {
  const { status, output } = await runTool('tsx/dist/cli.mjs', ['scripts/fetch-runtime.ts'], {
    isShown: false,
  });
  if (status === 0) return JSON.parse(output);
  console.error(`${output}\n0 passed, 1 failed`);
  return process.exit(1);
}
