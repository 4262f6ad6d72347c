/**
 * Sequencer, engine and journal in one process, without a network: commands per second, durable before the answer.
 *
 *   npm run bench -- journal [commands] [in flight]
 *
 * Runs with nobody keeping history, and with the follower in its thread (build the server first); for the second, the
 * time until history has everything is given too. Medians of five runs.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '@salar/adapters/postgres-embedded/index';
import { Sequencer } from '@salar/sequencer';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import type { Command } from '@salar/protocol';
import { customer, limitOrder, marketSetup } from '@salar/testing/market';
import { Latencies, median } from './latency.ts';
import { runs } from './runs.ts';

const customers = 1000;
const total = Number(process.argv[2] ?? 200_000);
const inFlightCounts = process.argv[3] === undefined ? [64, 1000] : [Number(process.argv[3])];
const followerUrl = pathToFileURL(join(import.meta.dirname, '../server/follower.js'));

type Figures = { perSecond: number; p50: number; p99: number; historyPerSecond: number | null };

const dataDir = mkdtempSync(join(tmpdir(), 'salar-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const awake = setInterval(() => undefined, 1000); // nothing else may keep us alive while PostgreSQL stops
try {
  for (const isFollowed of existsSync(followerUrl) ? [false, true] : [false]) {
    for (const inFlight of inFlightCounts) {
      const figures: Figures[] = [];
      for (let run = 0; run < runs; run += 1) {
        const database = `bench_${isFollowed ? 'followed' : 'alone'}_${inFlight}_${run}`;
        figures.push(await measure({ ...postgres.databaseOptions, database }, { inFlight, isFollowed }));
      }
      print(figures, { inFlight, isFollowed });
    }
  }
} finally {
  await postgres.stop();
  clearInterval(awake);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

async function measure(
  options: DatabaseOptions,
  { inFlight, isFollowed }: { inFlight: number; isFollowed: boolean },
): Promise<Figures> {
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
  await Promise.all(marketSetup({ customers }).map((command) => sequencer.submit(command)));
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

/** Orders of many customers around one price: about half of them trade, the book stays shallow. */
function flow(count: number): Command[] {
  return Array.from({ length: count }, (_, i) => {
    const random = Math.imul(i + 1, 0x9e37_79b1) >>> 0;
    const side = i % 2 === 0 ? 'buy' : 'sell';
    const away = (random >>> 8) % 20;
    return limitOrder({
      account: customer((i * 7) % customers),
      side,
      price:
        6_000_000 +
        (side === 'buy' ? -away : away) +
        ((random >>> 4) % 3 === 0 ? (side === 'buy' ? 20 : -20) : 0),
      quantity: BigInt(1 + (random % 50)),
    });
  });
}

function print(figures: readonly Figures[], setting: { inFlight: number; isFollowed: boolean }): void {
  const of = (pick: (one: Figures) => number | null) => median(figures.map((one) => pick(one) ?? 0));
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const history = setting.isFollowed
    ? `, history written at ${whole(of((one) => one.historyPerSecond))}/s`
    : '';
  console.log(
    `${setting.isFollowed ? 'with follower' : 'journal only '} ${String(setting.inFlight).padStart(5)} in flight: ` +
      `${whole(of((one) => one.perSecond))} commands/s, p50 ${whole(of((one) => one.p50))} us, ` +
      `p99 ${whole(of((one) => one.p99))} us${history}`,
  );
}
