/**
 * `npm run bench -- load`: throughput by the number of orders in flight, and latency by orders per second, over HTTP and
 * over WebSocket.
 *
 * The reference of the latencies is a bare append: one row of the size of an order's command, inserted and committed by
 * one connection on the same clock to the same PostgreSQL.
 */
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { lateMs } from './load-messages.ts';
import type { TransportName } from './load-messages.ts';
import { Latencies, median } from './latency.ts';
import { measureOnce } from './measure-transport.ts';
import type { Figures } from './measure-transport.ts';
import { report, whole } from './report.ts';
import type { Row } from './report.ts';
import { runs, scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

const transports: readonly TransportName[] = ['http', 'websocket'];
const titles = { http: 'HTTP', websocket: 'WebSocket' } as const;
const inFlightCounts = [1, 4, 16, 64, 256];
const rates = [500, 1000, 2000, 4000, 8000];
const secondsOfRate = scaled(10);
/** On a clock, an order may be sent while this many wait for their responses. */
const inFlightMax = 512;
/** The rate at which latency is compared with a bare append. */
const ordinaryRate = 1000;

type Measured = Readonly<Record<TransportName, readonly Figures[]>>;

await withPostgres(async (postgres, postgresPid) => {
  let databases = 0;
  const measure = async (
    transport: TransportName,
    sent: { events: number; inFlight: number; perSecond?: number },
  ) => {
    const database = { ...postgres, database: `bench_${(databases += 1)}` };
    const warmUp = Math.min(scaled(20_000), sent.events);
    return measureOnce('exchange', database, postgresPid, { transport, commitDelayMs: 0, warmUp, ...sent });
  };
  // Sizes are measured in turns, so that a change of the machine's speed does not look like an effect of the size.
  const byInFlight = inFlightCounts.map(() => ({ http: [] as Figures[], websocket: [] as Figures[] }));
  const byRate = rates.map(() => ({ http: [] as Figures[], websocket: [] as Figures[] }));
  const appends: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    appends.push(await measureAppend(postgres));
    for (const transport of transports) {
      for (const [i, inFlight] of inFlightCounts.entries())
        byInFlight[i]?.[transport].push(await measure(transport, { events: eventsOf(inFlight), inFlight }));
      for (const [i, perSecond] of rates.entries()) {
        const events = perSecond * secondsOfRate;
        byRate[i]?.[transport].push(await measure(transport, { events, inFlight: inFlightMax, perSecond }));
      }
    }
  }
  reportCurves(byInFlight, byRate, median(appends));
});

/** Returns how many events are measured: a few seconds at each size. */
function eventsOf(inFlight: number): number {
  return scaled(Math.min(80_000, 4000 * inFlight));
}

/** Returns the median time of a durable append of one row on the clock, in milliseconds. */
async function measureAppend(options: DatabaseOptions): Promise<number> {
  const database = new Database({ ...options, poolSize: 1 });
  await database.query('CREATE TABLE IF NOT EXISTS append (payload bytea)');
  const payload = Buffer.alloc(64);
  const latencies = new Latencies();
  const count = ordinaryRate * Math.min(5, secondsOfRate);
  const startedAt = performance.now();
  for (let row = 0; row < count; row += 1) {
    const dueAt = startedAt + (row * 1000) / ordinaryRate;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const now = performance.now();
    await database.query('INSERT INTO append VALUES ($1)', [payload], 'append');
    latencies.record((performance.now() - (now - dueAt > lateMs ? dueAt : now)) * 1000);
  }
  await database.close();
  return (latencies.quantiles(0.5)[0] ?? 0) / 1000;
}

function reportCurves(byInFlight: readonly Measured[], byRate: readonly Measured[], appendMs: number): void {
  const of = (figures: Measured | undefined, transport: TransportName, pick: (one: Figures) => number) =>
    median((figures?.[transport] ?? []).map(pick));
  const toMillis = (figures: Measured | undefined, transport: TransportName, name: 'p50' | 'p99') =>
    Math.round(of(figures, transport, (one) => one[name]) / 10) / 100;
  const ordinary = byRate[rates.indexOf(ordinaryRate)];
  const rows = transports.flatMap((transport): Row[] => [
    {
      what: `Durable orders over ${titles[transport]} by orders in flight`,
      figure: inFlightCounts
        .map((count, i) => `${count}: ${whole(of(byInFlight[i], transport, (one) => one.perSecond))}/s`)
        .join(', '),
    },
    {
      what: `Orders over ${titles[transport]} at ${whole(ordinaryRate)}/s on a clock`,
      figure: `p50 ${toMillis(ordinary, transport, 'p50')} ms, p99 ${toMillis(ordinary, transport, 'p99')} ms`,
      beside:
        `a bare append p50 ${appendMs.toFixed(2)} ms: ` +
        `${(toMillis(ordinary, transport, 'p50') / appendMs).toFixed(1)} times`,
      bar: '2 times over WebSocket',
    },
    {
      what: `An order over ${titles[transport]} at ${whole(ordinaryRate)}/s, processor time of the process and of PostgreSQL`,
      figure:
        `${of(ordinary, transport, (one) => one.processMicros).toFixed(0)} us and ` +
        `${of(ordinary, transport, (one) => one.postgresMicros).toFixed(0)} us`,
    },
  ]);
  report(rows, [
    {
      name: 'throughput',
      title: 'Orders per second, by orders in flight',
      x: 'orders in flight',
      y: 'orders per second',
      isLogX: true,
      lines: transports.map((transport) => ({
        name: titles[transport],
        points: inFlightCounts.map(
          (count, i) => [count, Math.round(of(byInFlight[i], transport, (one) => one.perSecond))] as const,
        ),
      })),
    },
    {
      name: 'latency',
      title: 'Time from order to answer, by orders per second',
      x: 'orders per second',
      y: 'milliseconds',
      isLogX: true,
      lines: transports.flatMap((transport) =>
        (['p99', 'p50'] as const).map((name) => ({
          name: `${titles[transport]}, ${name}`,
          points: rates.map((rate, i) => [rate, toMillis(byRate[i], transport, name)] as const),
        })),
      ),
    },
  ]);
}
