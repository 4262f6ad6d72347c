/**
 * Measures how fast an engine is restored from the journal in PostgreSQL without a snapshot, in commands per second.
 *
 *   npm run bench -- replay [commands]
 *
 * The reference is reading alone: rows from PostgreSQL with their chain of hashes checked, nothing decoded or applied.
 */
import { sequence, silentSink } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { createJournalReader } from '@salar/sequencer/journal-store';
import type { JournalReader } from '@salar/sequencer/journal-store';
import { restoreEngine } from '@salar/sequencer/restore';
import { Database, createDatabaseIfMissing, migrate } from '@salar/store';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { median } from './latency.ts';
import { report, whole } from './report.ts';
import { runs, scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

const customers = 1000;
const count = Number(process.argv[2] ?? scaled(1_000_000));
const inFlight = 1000;

await withPostgres(async (postgres) => {
  const options = { ...postgres, database: 'bench_replay' };
  await createDatabaseIfMissing(options);
  const database = new Database(options);
  await migrate(database);
  const written = await fill(database);
  const journal = createJournalReader(database);
  const { sequence: until } = await journal.head();
  const replays: number[] = [];
  const readings: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    readings.push(await readingTook(journal, until));
    const startedAt = performance.now();
    const engine = await restoreEngine(journal, { until, sink: silentSink, log: () => undefined });
    replays.push(performance.now() - startedAt);
    if (!Buffer.from(engine.save()).equals(written)) throw new Error('the replay ends in another state');
  }
  await database.close();
  const perSecond = (times: readonly number[]) => (until / median(times)) * 1000;
  report([
    {
      what: `Replay of ${whole(until)} commands from the journal`,
      figure: `${whole(perSecond(replays))} commands/s`,
      beside: `reading alone ${whole(perSecond(readings))}/s: ${(perSecond(replays) / perSecond(readings)).toFixed(2)} times`,
      bar: '200,000/s',
    },
  ]);
});

/** @returns the state after the whole journal */
async function fill(database: Database): Promise<Uint8Array> {
  const sequencer = await Sequencer.open({
    database,
    withoutFollower: true,
    onFatal: (error) => {
      throw error;
    },
  });
  await Promise.all(buildMarketSetup({ customers }).map((command) => sequencer.submit(command)));
  const commands = buildManyOrders(count, customers);
  let next = 0;
  const client = async () => {
    for (let command = commands[next++]; command !== undefined; command = commands[next++]) {
      await sequencer.submit(command);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, client));
  const state = sequencer.engine.save();
  await sequencer.close();
  return state;
}

async function readingTook(journal: JournalReader, until: Sequence): Promise<number> {
  const startedAt = performance.now();
  let commands = 0;
  for await (const row of journal.read(sequence(0), until)) commands += row.count;
  if (commands !== until) throw new Error('commands are missing from the journal');
  return performance.now() - startedAt;
}
