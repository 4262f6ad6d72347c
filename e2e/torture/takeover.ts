/**
 * Measures how long customers wait when the leader stops: from that moment to the next order that the standby accepts.
 *
 *   npm run takeover -- --runs 50
 *
 * A leader and a standby run on one data directory, customers send orders to the one that responds, and the leader is
 * killed, paused and stopped in turn. Then the roles are swapped. At the end every acknowledged order exists once, `npm
 * run verify` finds no difference, and no process is left behind.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, serverDir } from '../support/server.ts';
import { PairClient } from './pair-client.ts';
import { Pair, departures } from './pair.ts';
import type { Departure } from './pair.ts';
import { listProcesses } from './processes.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '12' },
    /** Only these departures, such as `kill,hang`. */
    only: { type: 'string', default: Object.keys(departures).join(',') },
    /** Milliseconds; the exchange's default when missing. */
    term: { type: 'string', default: '' },
  },
});
const turns = values.only.split(',') as Departure[];
const runs = Number(values.runs);
const betweenMs = 500;
const endGraceMs = 3_000;

const dataDir = mkdtempSync(join(tmpdir(), 'salar-takeover-'));
const ports = [await freePort(), await freePort()] as const;
const env = { SALAR_RATE_LIMITS: 'off', SALAR_LEASE_TERM_MS: values.term };
const waits: Record<Departure, number[]> = { kill: [], hang: [], leave: [] };
const failures: string[] = [];
const began = performance.now();
const pair = await Pair.start({ dataDir, ports, env });

try {
  const client = await PairClient.signIn([pair.leader.url, pair.standby.url], { firstId: 1 });
  client.start();
  for (let run = 0; run < runs; run++) {
    await pause(betweenMs);
    const departure = turns[run % turns.length] ?? 'kill';
    const since = pair.lose(departure);
    const waitMs = (await client.acceptedBy(pair.leader.url)) - since;
    waits[departure].push(waitMs);
    console.log(`${run + 1}: ${departure}, next order accepted after ${Math.round(waitMs)} ms`);
    await pair.mend();
  }
  await client.stop();
  console.log(`${client.acknowledged.size} orders acknowledged`);
  failures.push(...client.faults, ...(await client.ordersWrong()));
  verify('beside the running pair');
} catch (error) {
  failures.push(`broke off: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  const codes = await pair.stop();
  if (codes.some((code) => code !== 0))
    failures.push(`standby and leader stopped with ${codes.join(' and ')}`);
}

verify('after the stop');
await pause(endGraceMs);
for (const { pid, command } of listProcesses(dataDir)) failures.push(`left behind: ${pid} ${command}`);
for (const departure of turns) reportTimes(departure);
for (const failure of failures) console.error(`FAILED: ${failure}`);
if (failures.length === 0) rmSync(dataDir, { recursive: true, force: true });
else console.error(`the data directory is kept: ${dataDir}`);
console.log(`${runs} takeovers in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

function verify(when: string): void {
  const run = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
    env: { ...process.env, SALAR_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  process.stdout.write(`verify ${when}:\n${run.stdout}`);
  process.stderr.write(run.stderr);
  if (run.status !== 0) failures.push(`verify ${when} found a difference`);
}

function reportTimes(departure: Departure): void {
  const sorted = [...waits[departure]].sort((a, b) => a - b);
  if (sorted.length === 0) return;
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  console.log(
    `${departure} to next accepted order: ${sorted.length} times, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
