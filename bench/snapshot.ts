/**
 * Measures a snapshot of a large exchange: the time to write and to read it, and its size.
 *
 *   npm run bench -- snapshot
 *
 * The follower's thread takes snapshots from its own engine, so none of this time is the writer's.
 */
import { Engine } from '@salar/engine';
import { silentSink } from '@salar/protocol';
import { applyAll, openEngine, measureTime } from './bare-engine.ts';
import { drawFlow } from './flow.ts';
import { median } from './latency.ts';
import { toCommands, customers, pairs } from './market.ts';
import { report, seconds, whole } from './report.ts';
import { runs, scaled } from './runs.ts';

const accounts = customers(scaled(500_000)); // two positions each
const flow = drawFlow({ depth: scaled(200_000), levels: 2000, events: 0, seed: 42 });
const engine = openEngine(pairs.whole, accounts);
applyAll(engine, toCommands(flow, accounts));

const saves: number[] = [];
const loads: number[] = [];
let bytes: Uint8Array = new Uint8Array();
for (let run = 0; run < runs; run += 1) {
  saves.push(measureTime(() => (bytes = engine.save())).elapsed);
  let loaded: Engine | undefined;
  loads.push(measureTime(() => (loaded = Engine.load(bytes, silentSink))).elapsed);
  if (loaded === undefined || !Buffer.from(loaded.save()).equals(bytes))
    throw new Error('the loaded state differs from the saved one');
}
const toMillis = (nanos: readonly number[]) => median(nanos) / 1e6;
const size = `${whole(accounts.length * 2)} positions and ${whole(flow.count)} open orders`;
report([
  {
    what: `Snapshot of ${size}`,
    figure: `${seconds(toMillis(saves))} and ${whole(bytes.length / 1e6)} MB, by the follower: 0 ms of the writer's thread`,
    bar: '10 ms of the writer',
  },
  { what: 'Its restore, every invariant checked again', figure: seconds(toMillis(loads)) },
]);
