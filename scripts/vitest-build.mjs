/**
 * Runs before the database tests: worker threads and child processes run from dist/server, so it must be up to date.
 */
import { build, stale } from './build.mjs';

export default async function buildServer() {
  if (stale().includes('server')) await build(['server']);
}
