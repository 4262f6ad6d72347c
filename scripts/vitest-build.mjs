/** Before the tests on real parts: worker threads and child processes run from dist/server, so it must be current. */
import { build, stale } from './build.mjs';

export default async function buildServer() {
  if (stale().includes('server')) await build(['server']);
}
