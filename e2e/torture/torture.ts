/**
 * Kills parts of a running exchange at random while customers use it, starts them again, and asks the books.
 *
 *   npm run torture -- --kills 60 --seed 1
 *
 * Killed with SIGKILL at random moments: the server, the server in the middle of a burst of orders, the server while it
 * starts, PostgreSQL while the server starts, all processes at once, PostgreSQL's postmaster, a local chain, a chain's
 * leash, the signer. At the end: every acknowledged order, deposit and withdrawal is there, none twice; on the chain
 * receivers hold amount minus fee and customers were credited what they were sent; `npm run verify` finds no difference
 * beside the running server nor after its stop; no process is left behind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, launchServer, serverDir, startServer } from '../support/server.ts';
import type { LaunchedServer } from '../support/server.ts';
import { checkBooks } from './check-books.ts';
import { Load } from './load.ts';
import { processesOf } from './processes.ts';
import type { ProcessKind } from './processes.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    customers: { type: 'string', default: '5' },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const random = seeded(seed);
/** As many times in the hat as it should be drawn. */
// prettier-ignore
const targets = [
  'server', 'server', 'burst', 'burst', 'starting', 'database', 'machine', 'postmaster', 'postmaster', 'postmaster', 'anvil', 'anvil', 'leash', 'signer',
] as const;
type Target = (typeof targets)[number];

const burstOrders = 40;
const endGraceMs = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-torture-'));
const port = await freePort();
const settings = { dataDir, port, env: { SALAR_RATE_LIMITS: 'off', SALAR_LOCAL_AUTO_REVIEW: 'off' } };
const began = performance.now();
let server: LaunchedServer = await startServer(settings);
const nextOrderMs: number[] = [];
const readyMs: number[] = [];
const bursts: Promise<void>[] = [];
const failures: string[] = [];

try {
  const load = new Load(server.url, seeded(seed + 1_000_000));
  await load.prepare(Number(values.customers));
  console.log(`torture: ${kills} kills, seed ${seed}, ${values.customers} customers at ${server.url}`);
  load.start();
  for (let n = 1; n <= kills; n++) {
    await pause(300 + random() * 2200);
    await goOnIfItEnded();
    while (!(await kill(load, n))) await pause(100); // the part is just being started again: draw another
  }
  await pause(1500);
  await goOnIfItEnded();
  await Promise.all(bursts);
  await load.stop();
  console.log(load.ledger.summary());
  failures.push(...(await checkBooks(load, server.url)));
  tellTimes('kill -9 to next accepted order', nextOrderMs);
  tellTimes('kill -9 to everything ready', readyMs);
  verify('beside the running server');
} catch (error) {
  failures.push(`the torture broke off: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  const code = await server.stop();
  if (code !== 0) failures.push(`the server stopped with ${code}`);
}

verify('after the stop');
await pause(endGraceMs);
for (const { pid, command } of processesOf(dataDir)) failures.push(`left behind: ${pid} ${command}`);

for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length === 0) rmSync(dataDir, { recursive: true, force: true });
else console.error(`what is left to look at: ${dataDir}`);
console.log(`${kills} kills in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

/** @returns false when there was nothing of the kind to kill */
async function kill(load: Load, n: number): Promise<boolean> {
  const target = targets[Math.floor(random() * targets.length)] ?? 'server';
  if (target !== 'postmaster' && target !== 'anvil' && target !== 'leash' && target !== 'signer') {
    await killServer(load, target, n);
    return true;
  }
  const pid = pick(target);
  if (pid === undefined) return false;
  console.log(`${n}: kill -9 ${target} (${pid})`);
  return send(pid);
}

async function killServer(load: Load, target: Target, n: number): Promise<void> {
  if (target === 'burst') {
    const burst = load.burst(burstOrders);
    bursts.push(
      burst.catch((error: unknown) => void failures.push(`a burst found no end: ${String(error)}`)),
    );
    await pause(random() * 25);
  }
  console.log(`${n}: kill -9 server (${server.process.pid})${target === 'server' ? '' : `, ${target}`}`);
  let since = performance.now();
  if (target === 'machine') for (const { pid } of processesOf(dataDir)) send(pid);
  server.process.kill('SIGKILL');
  server = await launchServer(settings);
  if (target === 'starting') {
    await pause(random() * 1800);
    since = performance.now();
    server.process.kill('SIGKILL');
    server = await launchServer(settings);
  }
  if (target === 'database') {
    await pause(random() * 1500);
    const postmaster = pick('postmaster');
    if (postmaster !== undefined) send(postmaster);
    since = performance.now();
  }
  const next = load.nextAccepted();
  await server.ready();
  readyMs.push(performance.now() - since);
  nextOrderMs.push((await next) - since);
}

/** Whatever else dies, the server must stay: it is the one that starts the others again. */
async function goOnIfItEnded(): Promise<void> {
  if (!server.hasEnded()) return;
  failures.push(`the server ended by itself: ${server.output().slice(-500)}`);
  server = await startServer(settings);
}

function pick(kind: ProcessKind): number | undefined {
  const found = processesOf(dataDir).filter((one) => one.kind === kind);
  return found[Math.floor(random() * found.length)]?.pid;
}

function send(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function verify(when: string): void {
  const run = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
    env: { ...process.env, SALAR_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  process.stdout.write(`verify ${when}:\n${run.stdout}`);
  process.stderr.write(run.stderr);
  if (run.status !== 0) failures.push(`verify ${when} found a difference`);
}

function tellTimes(what: string, ms: readonly number[]): void {
  if (ms.length === 0) return;
  const sorted = [...ms].sort((a, b) => a - b).map((one) => Math.round(one));
  console.log(
    `${what}: ${sorted.length} times, median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`,
  );
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
