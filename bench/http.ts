/**
 * Durable orders per second over HTTP, beside a bare Fastify that only echoes: the same client, the same bytes, in turns.
 *
 *   npm run bench -- http [events] [in flight] [--commit-delay ms]
 *
 * Every answer comes after the commit; history is written meanwhile, and after each run the time until it has
 * everything is taken, all orders are counted and the books are verified.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded/index';
import type { DatabaseOptions } from '@salar/store';
import type { LoadResult, Ready, ServerResult } from './http-words.ts';
import { median } from './latency.ts';
import { familyMillis, machineMillis } from './processor-time.ts';
import { runs } from './runs.ts';

const warmUp = 20_000;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'commit-delay': { type: 'string', default: '0' } },
});
const measured = Number(positionals[0] ?? 100_000);
const inFlight = Number(positionals[1] ?? 64);
const commitDelayMs = Number(values['commit-delay']);

type Figures = LoadResult &
  ServerResult & {
    readonly perSecond: number;
    /** Processor time of PostgreSQL, and of everything on the machine, microseconds an event. */
    readonly postgresMicros: number;
    readonly machineMicros: number;
  };
type Contestant = 'echo' | 'exchange';

const dataDir = mkdtempSync(join(tmpdir(), 'salar-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const awake = setInterval(() => undefined, 1000); // nothing else may keep us alive while PostgreSQL stops
try {
  const figures: Record<Contestant, Figures[]> = { echo: [], exchange: [] };
  for (let run = 0; run < runs; run += 1) {
    const database = { ...postgres.databaseOptions, database: `bench_${run}` };
    figures.echo.push(await measure('echo', database));
    figures.exchange.push(await measure('exchange', database));
  }
  print(figures);
} finally {
  await postgres.stop();
  clearInterval(awake);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function measure(contestant: Contestant, database: DatabaseOptions): Promise<Figures> {
  const server = start(`http-${contestant === 'echo' ? 'echo' : 'server'}.js`);
  if (contestant === 'exchange') server.send({ database, commitDelayMs });
  const ready = await heard<Ready>(server);
  const client = start('http-load.js');
  client.send({ ...ready, inFlight, warmUp, measured });
  await heard<'mark'>(client);
  server.send({ type: 'mark' });
  const before = { postgres: familyMillis(postgres.pid()), machine: machineMillis() };
  const load = await heard<LoadResult>(client);
  const microsOf = (millis: number) => (millis * 1000) / measured;
  const postgresMicros = microsOf(familyMillis(postgres.pid()) - before.postgres);
  const machineMicros = microsOf(machineMillis() - before.machine);
  server.send({ type: 'finish', events: measured });
  const served = await heard<ServerResult>(server);
  if (served.wrong.length > 0) throw new Error(`the books are wrong: ${served.wrong.join('; ')}`);
  if (served.orders !== load.ordersAccepted)
    throw new Error(`${load.ordersAccepted} orders were accepted, ${served.orders} are there`);
  const perSecond = (measured / load.tookMs) * 1000;
  return { ...load, ...served, postgresMicros, machineMicros, perSecond };
}

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: profileOf(file) });
}

/** `BENCH_PROFILE=dir` writes a processor profile of the exchange there. */
function profileOf(file: string): string[] {
  const dir = process.env['BENCH_PROFILE'];
  return dir !== undefined && file === 'http-server.js' ? ['--cpu-prof', `--cpu-prof-dir=${dir}`] : [];
}

async function heard<T>(child: ChildProcess): Promise<T> {
  const stopped = new AbortController();
  const ended = once(child, 'exit', { signal: stopped.signal }).then(
    () => {
      throw new Error('a process of the measurement ended too early');
    },
    () => undefined, // heard in time
  );
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  stopped.abort();
  return message;
}

function print(figures: Record<Contestant, readonly Figures[]>): void {
  const of = (contestant: Contestant, pick: (one: Figures) => number) =>
    median(figures[contestant].map(pick));
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  console.log(
    `HTTP, ${inFlight} in flight, ${whole(measured)} events of flow 1k${commitDelayMs > 0 ? `, ${commitDelayMs} ms added to each commit` : ''}:`,
  );
  for (const contestant of ['echo', 'exchange'] as const) {
    const micros = (pick: (one: Figures) => number) => `${of(contestant, pick).toFixed(1)} us`;
    const others = (one: Figures) =>
      Math.max(0, one.machineMicros - one.processMicros - one.clientMicros - one.postgresMicros) /
      one.machineMicros;
    console.log(
      `  ${contestant === 'echo' ? 'bare Fastify' : 'durable     '} ${whole(of(contestant, (one) => one.perSecond)).padStart(7)}/s` +
        `  p50 ${whole(of(contestant, (one) => one.p50)).padStart(6)} us  p99 ${whole(of(contestant, (one) => one.p99)).padStart(6)} us;` +
        `  an event costs the main thread ${micros((one) => one.mainMicros)}, the process ${micros((one) => one.processMicros)},` +
        ` PostgreSQL ${micros((one) => one.postgresMicros)}, the client ${micros((one) => one.clientMicros)};` +
        ` others had ${Math.round(of(contestant, others) * 100)} % of the busy time`,
    );
  }
  const ratio = median(figures.exchange.map((one, i) => one.perSecond / (figures.echo[i]?.perSecond ?? 1)));
  const refused = median(
    figures.exchange.map((one) => Object.values(one.refused).reduce((sum, count) => sum + count, 0)),
  );
  console.log(
    `  ratio ${ratio.toFixed(2)}; ${of('exchange', (one) => one.batchSize).toFixed(1)} events a commit; ` +
      `history complete ${whole(of('exchange', (one) => one.lagMs))} ms after the last answer; ` +
      `${whole(of('exchange', (one) => one.orders))} orders accepted, all of them in history or on the books; ` +
      `${whole(refused)} cancels met a filled order; books verified`,
  );
}
