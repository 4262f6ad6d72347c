/**
 * `npm run bench -- stalls [minutes]`: the slowest answers at 1,000 orders/s over the WebSocket while history is written, the
 * follower takes its snapshots, and a backup of the cluster is taken every two minutes.
 *
 * Beside it one connection appends a row to the same PostgreSQL fifty times a second: a stall that it has, too, is one of the
 * disk or of the machine.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeBackup } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { Latencies } from './latency.ts';
import { measureOnce } from './measure-transport.ts';
import { report } from './report.ts';
import { scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

const minutes = Number(process.argv[2] ?? 10);
const perSecond = 1000;
const backupEveryMs = scaled(120_000);
const appendEveryMs = 20;
const events = scaled(minutes * 60 * perSecond);

await withPostgres(async (postgres, postgresPid, dataDir) => {
  const ended = new AbortController();
  const database = { ...postgres, database: 'bench_stalls' };
  const run = { transport: 'websocket', events, warmUp: scaled(20_000), inFlight: 4096, perSecond } as const;
  const [figures, append, backups] = await Promise.all([
    measureOnce('exchange', database, postgresPid, { ...run, commitDelayMs: 0 }).finally(() => ended.abort()),
    measureAppends(postgres, ended.signal),
    takeBackups(database, dataDir, ended.signal),
  ]);
  report([
    {
      what: `Orders over WebSocket at 1,000/s for ${(events / perSecond / 60).toFixed(1)} minutes with history, snapshots and ${backups} backups`,
      figure:
        `p50 ${toMs(figures.p50)} ms, p99 ${toMs(figures.p99)} ms, p99.9 ${toMs(figures.p999)} ms, ` +
        `slowest ${toMs(figures.slowest)} ms, ${figures.stalled} answers above 50 ms`,
      beside:
        `a bare append p50 ${toMs(append.p50)} ms, p99 ${toMs(append.p99)} ms, slowest ${toMs(append.slowest)} ms, ` +
        `${append.stalled} above 50 ms`,
      bar: 'none above 50 ms',
    },
  ]);
});

function toMs(micros: number): string {
  return (micros / 1000).toFixed(1);
}

/** Takes backups until `signal`, one after the other. Returns their number. */
async function takeBackups(options: DatabaseOptions, dataDir: string, signal: AbortSignal): Promise<number> {
  const database = new Database({ ...options, poolSize: 1 });
  let taken = 0;
  while (await pause(backupEveryMs, signal)) {
    const backupDir = join(dataDir, 'backups');
    await takeBackup({ database, dataDir, backupDir, hasKeys: false });
    await rm(backupDir, { recursive: true });
    taken += 1;
  }
  await database.close();
  return taken;
}

/** Appends rows until `signal`, and returns how long they took, in microseconds. */
async function measureAppends(options: DatabaseOptions, signal: AbortSignal) {
  const database = new Database({ ...options, poolSize: 1 });
  await database.query('CREATE TABLE append (payload bytea)');
  const payload = Buffer.alloc(64);
  const latencies = new Latencies();
  while (await pause(appendEveryMs, signal)) {
    const startedAt = performance.now();
    await database.query('INSERT INTO append VALUES ($1)', [payload], 'append');
    latencies.record((performance.now() - startedAt) * 1000);
  }
  await database.close();
  return latencies.summary();
}

/** @returns false when `signal` ended the pause */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
