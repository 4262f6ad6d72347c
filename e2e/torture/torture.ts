/**
 * Kills parts of a running exchange at random while customers use it, starts them again, and asks the books.
 *
 *   npm run torture -- --kills 60 --seed 1
 *
 * Killed with SIGKILL, in turn and at random moments: the server, PostgreSQL's postmaster, a local chain, the signer. At the end:
 * every acknowledged order, deposit and withdrawal is there, none twice; receivers hold amount minus fee on the chain;
 * `npm run verify` finds no difference.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, root, startServer } from '../support/server.ts';
import type { RunningServer } from '../support/server.ts';
import { checkBooks } from './check-books.ts';
import { Load } from './load.ts';
import { postmasterOf, processesOf } from './processes.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    customers: { type: 'string', default: '3' },
  },
});
const kills = Number(values.kills);
const random = seeded(Number(values.seed));
const targets = ['server', 'postgres', 'anvil', 'server', 'postgres', 'signer'] as const;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-torture-'));
const port = await freePort();
const settings = { dataDir, port, env: { SALAR_RATE_LIMITS: 'off', SALAR_LOCAL_AUTO_REVIEW: 'off' } };
let server: RunningServer = await startServer(settings);
const restartsMs: number[] = [];
let failures: string[] = [];

try {
  const load = new Load(server.url, random);
  await load.prepare(Number(values.customers));
  console.log(`torture: ${kills} kills, seed ${values.seed}, ${values.customers} customers at ${server.url}`);
  load.start();
  for (let n = 1; n <= kills; n++) {
    await pause(400 + random() * 2200);
    const target = targets[Math.floor(random() * targets.length)] ?? 'server';
    await kill(target, n);
  }
  await pause(1500);
  await load.stop();
  failures = await checkBooks({ load, url: server.url, dataDir });
  const { ledger } = load;
  console.log(
    `acknowledged: ${ledger.orders.length} orders, ${ledger.deposits.filter((one) => one.acknowledged).length} deposits, ` +
      `${ledger.withdrawals.filter((one) => one.confirmed).length} withdrawals; unknown answers: ${ledger.unknown}`,
  );
  if (restartsMs.length > 0) {
    const sorted = [...restartsMs].sort((a, b) => a - b);
    console.log(
      `server restarts: ${sorted.length}, median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms until ready`,
    );
  }
} finally {
  await server.stop();
}

const verify = spawnSync(process.execPath, [join(root, 'scripts/verify.mjs')], {
  env: { ...process.env, SALAR_DATA_DIR: dataDir },
  encoding: 'utf8',
});
process.stdout.write(verify.stdout);
process.stderr.write(verify.stderr);
if (verify.status !== 0) failures.push('npm run verify found a difference');
const left = processesOf(dataDir);
if (left.length > 0)
  failures.push(`processes left behind: ${left.map((one) => `${one.pid} ${one.command}`).join('; ')}`);

for (const failure of failures) console.error(`FAILED: ${failure}`);
console.log(`data directory: ${dataDir}`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function kill(target: (typeof targets)[number], n: number): Promise<void> {
  const candidates =
    target === 'postgres'
      ? [postmasterOf(dataDir)]
      : processesOf(dataDir)
          .filter((one) => one.kind === target)
          .map((one) => one.pid);
  const pid = candidates[Math.floor(random() * candidates.length)];
  if (pid === undefined || pid === null) {
    console.log(`${n}: no ${target} to kill right now`);
    return;
  }
  console.log(`${n}: kill -9 ${target} (${pid})`);
  process.kill(pid, 'SIGKILL');
  if (target !== 'server') return;
  const since = performance.now();
  server = await startServer(settings);
  restartsMs.push(Math.round(performance.now() - since));
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}

/** A small seeded generator (mulberry32), so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
