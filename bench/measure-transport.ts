/**
 * Measures durable orders per second through a transport of the exchange, in turns with a bare server that only echoes:
 * the same client, the same bytes.
 *
 * Every response is sent after the commit, and history is written meanwhile. After each run the time until history is
 * complete is measured, all orders are counted and the books are verified.
 *
 * `BENCH_SERVER` names another commit's server program (`npm run bench -- turns REF --own-load`).
 */
import type { DatabaseOptions } from '@salar/store';
import type { LoadJob, LoadResult, Ready, ServerResult, TransportName } from './load-messages.ts';
import { flowAccounts } from './flow.ts';
import { median } from './latency.ts';
import { end, receiveMessage, start } from './processes.ts';
import { familyMillis, machineMillis } from './processor-time.ts';
import { report, whole } from './report.ts';
import { runs, scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

export type MeasurementOptions = {
  readonly transport: TransportName;
  /** The name of the bare server. */
  readonly echo: string;
  readonly bar: string;
  readonly events: number;
  readonly inFlight: number;
  readonly commitDelayMs: number;
  /** The number of customers who send the flow; over WebSocket each has a socket. */
  readonly sockets: number;
};

export type Figures = LoadResult &
  ServerResult & {
    readonly perSecond: number;
    /** Processor time of PostgreSQL and of the whole machine, in microseconds per event. */
    readonly postgresMicros: number;
    readonly machineMicros: number;
  };
export type Contestant = 'echo' | 'exchange';
/** The calls of one run. */
export type Run = Pick<LoadJob, 'transport' | 'inFlight' | 'perSecond'> & {
  readonly events: number;
  readonly warmUp: number;
  readonly commitDelayMs: number;
  /** All customers of the flow by default. */
  readonly sockets?: number;
};
type AllFigures = Record<Contestant, Figures[]>;

export async function measureTransport(options: MeasurementOptions): Promise<void> {
  await withPostgres(async (postgres, postgresPid) => {
    const figures: AllFigures = { echo: [], exchange: [] };
    const sent = { ...options, warmUp: scaled(20_000) };
    for (let run = 0; run < runs; run += 1) {
      const database = { ...postgres, database: `bench_${run}` };
      figures.echo.push(await measureOnce('echo', database, postgresPid, sent));
      figures.exchange.push(await measureOnce('exchange', database, postgresPid, sent));
    }
    reportFigures(figures, options);
  });
}

/**
 * Starts a server and a load generator, sends one flow, and verifies what the exchange did.
 *
 * @throws an error that says what is wrong when the books differ or an order is missing
 */
export async function measureOnce(
  contestant: Contestant,
  database: DatabaseOptions,
  postgresPid: () => number,
  { events, commitDelayMs, sockets, ...sent }: Run,
): Promise<Figures> {
  const exchange = process.env['BENCH_SERVER'] ?? 'exchange-server.js';
  const server = start(contestant === 'echo' ? 'echo-server.js' : exchange);
  if (contestant === 'exchange') server.send({ database, commitDelayMs });
  const ready = await receiveMessage<Ready>(server);
  const client = start('order-load.js');
  const customers = ready.customers.slice(0, sockets);
  client.send({ ...ready, ...sent, customers, measured: events } satisfies LoadJob);
  await receiveMessage<'mark'>(client);
  server.send({ type: 'mark' });
  const before = { postgres: familyMillis(postgresPid()), machine: machineMillis() };
  const load = await receiveMessage<LoadResult>(client);
  const toMicros = (millis: number) => (millis * 1000) / events;
  const postgresMicros = toMicros(familyMillis(postgresPid()) - before.postgres);
  const machineMicros = toMicros(machineMillis() - before.machine);
  server.send({ type: 'finish', events });
  const served = await receiveMessage<ServerResult>(server);
  await Promise.all([server, client].map(end));
  if (served.wrong.length > 0) throw new Error(`the books are wrong: ${served.wrong.join('; ')}`);
  if (served.orders !== load.ordersAccepted)
    throw new Error(`${load.ordersAccepted} orders were accepted, ${served.orders} are there`);
  const perSecond = (events / load.tookMs) * 1000;
  return { ...load, ...served, postgresMicros, machineMicros, perSecond };
}

function reportFigures(
  figures: AllFigures,
  { transport, echo, bar, events, inFlight, commitDelayMs, sockets }: MeasurementOptions,
): void {
  const of = (contestant: Contestant, pick: (one: Figures) => number) =>
    median(figures[contestant].map(pick));
  const ratio = median(figures.exchange.map((one, i) => one.perSecond / (figures.echo[i]?.perSecond ?? 1)));
  const slow = commitDelayMs > 0 ? `, ${commitDelayMs} ms added to each commit` : '';
  const share = sockets === flowAccounts ? '' : `, ${sockets} sockets`;
  const formatFigure = (contestant: Contestant) =>
    `${whole(of(contestant, (one) => one.perSecond))}/s, p50 ${(of(contestant, (one) => one.p50) / 1000).toFixed(1)} ms, ` +
    `p99 ${(of(contestant, (one) => one.p99) / 1000).toFixed(1)} ms`;
  report([
    {
      what: `Durable orders over ${transport === 'http' ? 'HTTP' : 'WebSocket'}, ${inFlight} in flight${share}, history written${slow}`,
      figure: formatFigure('exchange'),
      beside: `${echo} ${formatFigure('echo')}: ${ratio.toFixed(2)} times`,
      bar,
    },
  ]);
  for (const contestant of ['echo', 'exchange'] as const) {
    const micros = (pick: (one: Figures) => number) => `${of(contestant, pick).toFixed(1)} us`;
    const others = (one: Figures) =>
      Math.max(0, one.machineMicros - one.processMicros - one.clientMicros - one.postgresMicros) /
      one.machineMicros;
    console.log(
      `  ${contestant === 'echo' ? echo : 'the exchange'}: an event costs the main thread ${micros((one) => one.mainMicros)},` +
        ` the process ${micros((one) => one.processMicros)}, PostgreSQL ${micros((one) => one.postgresMicros)},` +
        ` the client ${micros((one) => one.clientMicros)};` +
        ` others had ${Math.round(of(contestant, others) * 100)} % of the busy time`,
    );
  }
  const refused = median(
    figures.exchange.map((one) => Object.values(one.refused).reduce((sum, count) => sum + count, 0)),
  );
  console.log(
    `  ${whole(events)} events of flow 1k; ${of('exchange', (one) => one.batchSize).toFixed(1)} events a commit; ` +
      `history complete ${whole(of('exchange', (one) => one.lagMs))} ms after the last answer; ` +
      `${whole(of('exchange', (one) => one.orders))} orders accepted, all of them in history or on the books; ` +
      `${whole(refused)} cancels met a filled order; books verified`,
  );
}
