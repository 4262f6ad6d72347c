/**
 * Runs before the database tests: worker threads and child processes run from dist/server, so it must be up to date. Programs that
 * only tests start are bundled into dist/tests, because loading them file by file takes most of the start of a process.
 */
import { join } from 'node:path';
import { build, bundle, stale } from './build.mjs';
import { root } from './files.mjs';

const testPrograms = { 'writer-process': join(root, 'packages/testing/src/writer-process.ts') };

export default async function buildPrograms() {
  if (stale().includes('server')) await build(['server']);
  await bundle(testPrograms, join(root, 'dist/tests'));
}
