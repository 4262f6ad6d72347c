/**
 * Builds the cluster of `deploy/cluster` on this machine, injects faults while a customer sends orders, and takes it down.
 *
 *   npm run cluster
 *   npm run cluster -- --faults 22 --kinds postgres-kill,switchover
 *
 * Network namespaces stand in for the three machines, and Debian's packages run in them. After each fault everything must
 * be whole again, every acknowledged order must be there exactly once, none that was not sent, and the books must verify.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAuthority, writeClusterFiles } from './cluster-files.ts';
import { exerciseCluster } from './exercise-cluster.ts';
import { faultKinds } from './faults.ts';
import type { FaultKind } from './faults.ts';
import { findObstacle, namespaces } from './prerequisites.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: String(faultKinds.length) },
    kinds: { type: 'string', default: faultKinds.join(',') },
    exchanges: { type: 'string', default: '2' },
    /** Where the cluster cannot be built, that is no failure. */
    'if-possible': { type: 'boolean', default: false },
  },
});
const kinds = values.kinds.split(',');
const unknown = kinds.find((kind) => !faultKinds.includes(kind as FaultKind));
const [count, exchanges] = [Number(values.faults), Number(values.exchanges)];
if (unknown !== undefined || !Number.isSafeInteger(count) || ![2, 3].includes(exchanges)) {
  console.error(
    `usage: npm run cluster -- [--faults NUMBER] [--exchanges 2|3] [--kinds ${faultKinds.join(',')}]`,
  );
  process.exit(2);
}
const innerDir = process.env['SALAR_CLUSTER_DIR'];
process.exit(innerDir === undefined ? await runInNamespaces() : await runHere(innerDir));

/** Runs this program again in namespaces of its own, in a new folder. @returns the exit code */
async function runInNamespaces(): Promise<number> {
  const obstacle = findObstacle();
  if (obstacle !== null) {
    console.log(`The cluster is not built here. ${obstacle}`);
    if (values['if-possible']) console.log('0 passed, 0 failed');
    return values['if-possible'] ? 0 : 1;
  }
  const dir = mkdtempSync(join(tmpdir(), 'salar-cluster-'));
  chmodSync(dir, 0o755); // PostgreSQL and etcd run as other users
  writeClusterFiles(dir);
  // The shell is the first process of its namespace: it takes over those whose parents have ended.
  const here = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', ...namespaces, 'bash', '-c', '"$0" "$@"; exit $?', ...here],
    {
      stdio: 'inherit',
      env: { ...process.env, SALAR_CLUSTER_DIR: dir, NODE_EXTRA_CA_CERTS: findAuthority(dir) },
    },
  );
  // Ctrl-C reaches the child as well; this program still removes the folder.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGKILL'));
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? 1)));
  if (code === 0) rmSync(dir, { recursive: true, force: true });
  else console.error(`the files and logs are kept: ${dir}`);
  return code;
}

async function runHere(dir: string): Promise<number> {
  const drawn = Array.from({ length: count }, (_, n) => kinds[n % kinds.length] as FaultKind);
  const failures = await exerciseCluster({ dir, exchanges, kinds: drawn });
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}
