/**
 * Measures sequencer, engine and journal in one process, without a network: commands per second, durable before the
 * result.
 *
 *   npm run bench -- journal [commands] [in flight]
 *
 * Runs without history, and with the follower in its thread; for the second, also reports the time until history is
 * complete. The reference, measured in turns, is eight connections that commit one row per command to the same
 * PostgreSQL.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Sequencer } from '@salar/sequencer';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import type { Command } from '@salar/protocol';
import { getCustomerAccount, buildLimitOrder, buildMarketSetup } from '@salar/testing/market';
import { Latencies, median } from './latency.ts';
import { report, whole } from './report.ts';
import type { Row } from './report.ts';
import { runs, scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

const customers = 1000;
const total = Number(process.argv[2] ?? scaled(200_000));
const inFlightCounts = process.argv[3] === undefined ? [64, 1000] : [Number(process.argv[3])];
const followerUrl = pathToFileURL(join(import.meta.dirname, '../server/follower.js'));
const bar = '100,000/s';

type Figures = { perSecond: number; p50: number; p99: number; historyPerSecond: number | null };
type Setting = { readonly inFlight: number; readonly isFollowed: boolean };

await withPostgres(async (postgres) => {
  const rows: Row[] = [];
  for (const isFollowed of [false, true]) {
    for (const inFlight of inFlightCounts) {
      const ours: Figures[] = [];
      const plain: number[] = [];
      for (let run = 0; run < runs; run += 1) {
        const database = `bench_${isFollowed ? 'followed' : 'alone'}_${inFlight}_${run}`;
        plain.push(await commitEach(postgres));
        ours.push(await measure({ ...postgres, database }, { inFlight, isFollowed }));
      }
      rows.push(toRow(ours, plain, { inFlight, isFollowed }));
    }
  }
  report(rows);
});

/** Measures the rows per second when every row is a separate commit. */
async function commitEach(options: DatabaseOptions): Promise<number> {
  const database = new Database({ ...options, poolSize: 8 });
  await database.query('CREATE TABLE IF NOT EXISTS one_a_commit (payload bytea)');
  const payload = Buffer.alloc(64);
  const count = scaled(20_000);
  let next = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (next++ < count) await database.query('INSERT INTO one_a_commit VALUES ($1)', [payload]);
  };
  await Promise.all(Array.from({ length: 64 }, client));
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  await database.close();
  return perSecond;
}

async function measure(options: DatabaseOptions, { inFlight, isFollowed }: Setting): Promise<Figures> {
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const sequencer = await Sequencer.open({
    database,
    onFatal: (error) => {
      throw error;
    },
    ...(isFollowed ? { followerUrl } : { withoutFollower: true }),
  });
  await Promise.all(buildMarketSetup({ customers }).map((command) => sequencer.submit(command)));
  if (isFollowed) await sequencer.projected();
  const commands = flow(total);
  const latencies = new Latencies();
  let next = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (next < total) {
      const command = commands[next++];
      if (command === undefined) return;
      const sentAt = performance.now();
      await sequencer.submit(command);
      latencies.record((performance.now() - sentAt) * 1000);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  const tookMs = performance.now() - startedAt;
  if (isFollowed) await sequencer.projected();
  const projectedMs = performance.now() - startedAt;
  await sequencer.close();
  await database.close();
  const [p50 = 0, p99 = 0] = latencies.quantiles(0.5, 0.99);
  return {
    perSecond: (total / tookMs) * 1000,
    p50,
    p99,
    historyPerSecond: isFollowed ? (total / projectedMs) * 1000 : null,
  };
}

/** Creates orders of many customers around one price: about half of them trade, and the book stays shallow. */
function flow(count: number): Command[] {
  return Array.from({ length: count }, (_, i) => {
    const random = Math.imul(i + 1, 0x9e37_79b1) >>> 0;
    const side = i % 2 === 0 ? 'buy' : 'sell';
    const away = (random >>> 8) % 20;
    return buildLimitOrder({
      account: getCustomerAccount((i * 7) % customers),
      side,
      price:
        6_000_000 +
        (side === 'buy' ? -away : away) +
        ((random >>> 4) % 3 === 0 ? (side === 'buy' ? 20 : -20) : 0),
      quantity: BigInt(1 + (random % 50)),
    });
  });
}

function toRow(ours: readonly Figures[], plain: readonly number[], { inFlight, isFollowed }: Setting): Row {
  const of = (pick: (one: Figures) => number | null) => median(ours.map((one) => pick(one) ?? 0));
  const history = isFollowed ? `, history written at ${whole(of((one) => one.historyPerSecond))}/s` : '';
  const ratio = median(ours.map((one, run) => one.perSecond / (plain[run] ?? 1)));
  return {
    what: `Sequencer, engine, journal${isFollowed ? ' and history' : ''}, ${whole(inFlight)} in flight`,
    figure:
      `${whole(of((one) => one.perSecond))} commands/s, p50 ${whole(of((one) => one.p50))} us, ` +
      `p99 ${whole(of((one) => one.p99))} us${history}`,
    beside: `PostgreSQL, one commit a command ${whole(median(plain))}/s: ${ratio.toFixed(1)} times`,
    bar,
  };
}
