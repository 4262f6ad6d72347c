/**
 * `npm run bench -- feed [readers] [orders/s, or max] [seconds] [--books]`: measures how soon after its acknowledgement
 * an order's trades reach every subscriber, and what the subscribers cost.
 *
 * Orders are sent on a clock over one WebSocket for each customer; `max` keeps 64 in flight instead. With `--books` the
 * subscribers receive best prices and books, too. `BENCH_SERVER` names another commit's server program
 * (`npm run bench -- turns`).
 */
import { parseArgs } from 'node:util';
import type { DatabaseOptions } from '@salar/store';
import type { FeedResult, ToReaders } from './feed-messages.ts';
import type { LoadJob, LoadResult, Ready, ServerResult } from './load-messages.ts';
import { median } from './latency.ts';
import { receiveMessage, start } from './processes.ts';
import { familyMillis, machineMillis } from './processor-time.ts';
import { report, whole } from './report.ts';
import { runs, scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

type Figures = FeedResult & {
  readonly ordersPerSecond: number;
  /** Milliseconds from an order to its acknowledgement. */
  readonly orderP50: number;
  readonly orderP99: number;
  /** Processor time per event of the flow, in microseconds. */
  readonly micros: Record<'main' | 'process' | 'postgres' | 'sender' | 'readers' | 'machine', number>;
  readonly tookMs: number;
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { books: { type: 'boolean', default: false } },
});
const readers = Number(positionals[0] ?? 200);
const perSecond = positionals[1] === 'max' ? null : Number(positionals[1] ?? 1000);
const seconds = Number(positionals[2] ?? scaled(15));
const closedLoop = { inFlight: 64, events: scaled(100_000) } as const;
/** On a clock, an order may be sent while this many wait for their responses. */
const inFlightMax = 2000;

async function measure(database: DatabaseOptions, postgresPid: () => number): Promise<Figures> {
  const server = start(process.env['BENCH_SERVER'] ?? 'exchange-server.js');
  server.send({ database, commitDelayMs: 0 });
  const ready = await receiveMessage<Ready>(server);
  const subscribers = start('feed-readers.js');
  const sendMessage = async <T>(message: ToReaders): Promise<T> => {
    const answer = receiveMessage<T>(subscribers);
    subscribers.send(message);
    return answer;
  };
  await sendMessage({ type: 'open', port: ready.port, readers, withBooks: values.books });
  const measured = perSecond === null ? closedLoop.events : perSecond * seconds;
  const sender = start('order-load.js');
  const job: LoadJob = {
    ...ready,
    transport: 'websocket',
    inFlight: perSecond === null ? closedLoop.inFlight : inFlightMax,
    warmUp: perSecond === null ? scaled(20_000) : perSecond * Math.min(5, seconds),
    measured,
    keepAcknowledged: true,
    ...(perSecond !== null && { perSecond }),
  };
  sender.send(job);
  await receiveMessage<'mark'>(sender);
  server.send({ type: 'mark' });
  await sendMessage({ type: 'mark' });
  const before = { postgres: familyMillis(postgresPid()), machine: machineMillis() };
  const load = await receiveMessage<LoadResult>(sender);
  const toMicros = (millis: number) => (millis * 1000) / measured;
  const postgres = toMicros(familyMillis(postgresPid()) - before.postgres);
  const machine = toMicros(machineMillis() - before.machine);
  const feed = await sendMessage<FeedResult>({ type: 'finish', acknowledged: load.acknowledged ?? [] });
  server.send({ type: 'finish', events: measured });
  const served = await receiveMessage<ServerResult>(server);
  if (served.wrong.length > 0) throw new Error(`the books are wrong: ${served.wrong.join('; ')}`);
  if (served.orders !== load.ordersAccepted)
    throw new Error(`${load.ordersAccepted} orders were accepted, ${served.orders} are there`);
  return {
    ...feed,
    ordersPerSecond: (measured / load.tookMs) * 1000,
    orderP50: load.p50 / 1000,
    orderP99: load.p99 / 1000,
    micros: {
      main: served.mainMicros,
      process: served.processMicros,
      postgres,
      sender: load.clientMicros,
      readers: toMicros(feed.clientMillis),
      machine,
    },
    tookMs: load.tookMs,
  };
}

await withPostgres(async (postgres, postgresPid) => {
  const figures: Figures[] = [];
  for (let run = 0; run < runs; run += 1)
    figures.push(await measure({ ...postgres, database: `bench_${run}` }, postgresPid));
  const of = (pick: (one: Figures) => number) => median(figures.map(pick));
  const millis = (pick: (one: Figures) => number) => `${of(pick).toFixed(1)} ms`;
  const micros = (name: keyof Figures['micros']) => `${of((one) => one.micros[name]).toFixed(1)} us`;
  const feeds = values.books ? 'trades, best prices and books' : 'trades';
  const load =
    perSecond === null ? `${closedLoop.inFlight} orders in flight` : `${whole(perSecond)} orders/s`;
  report([
    {
      what: `From acknowledgement to ${whole(readers)} readers of ${feeds}, ${load}`,
      figure: `p50 ${millis((one) => one.p50)}, p99 ${millis((one) => one.p99)}, p100 ${millis((one) => one.worst)}`,
    },
    {
      what: `Orders over WebSocket beside ${whole(readers)} readers of ${feeds}, ${load}`,
      figure: `${whole(of((one) => one.ordersPerSecond))}/s, p50 ${millis((one) => one.orderP50)}, p99 ${millis((one) => one.orderP99)}`,
    },
    {
      what: `An event beside ${whole(readers)} readers of ${feeds}, ${load}: main thread`,
      figure: micros('main'),
    },
  ]);
  const perReader = (pick: (one: Figures) => number) =>
    of((one) => (pick(one) * 1000) / one.tookMs / readers).toFixed(1);
  const others = ({ micros: { process, postgres: database, sender, readers: own, machine } }: Figures) =>
    Math.max(0, machine - process - database - sender - own) / machine;
  console.log(
    `  an event costs the process ${micros('process')}, PostgreSQL ${micros('postgres')}, the sender ${micros('sender')},` +
      ` the readers ${micros('readers')}; others had ${Math.round(of(others) * 100)} % of the busy time;` +
      ` each reader received ${perReader((one) => one.frames)} frames/s and ${perReader((one) => one.bytes / 1000)} kB/s;` +
      ` ${whole(of((one) => one.pairs))} pairs`,
  );
});
