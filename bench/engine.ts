/**
 * Measures the engine alone: commands per second with balances, holds and fees, compared with a published order book
 * that has none of them, on the reference flows.
 *
 *   npm run bench -- engine [flow]      all flows, or one of 1k, 100k, 100kw
 *
 * Each run replays the same flow on a fresh engine and on a fresh reference book, in turns. A separate pass compares
 * every trade with those that the generator expects.
 */
import { silentSink } from '@salar/protocol';
import type { Command, OrderId, Trade } from '@salar/protocol';
import { applyAll, openEngine, measureTime } from './bare-engine.ts';
import type { Timing } from './bare-engine.ts';
import { drawFlow, flowAccounts, hashFill, hashStart } from './flow.ts';
import type { Flow } from './flow.ts';
import { median } from './latency.ts';
import { toCommands, customers, pairs } from './market.ts';
import type { Pair } from './market.ts';
import { ReferenceBook, referenceSteps } from './reference-book.ts';
import type { Step } from './reference-book.ts';
import { report, whole } from './report.ts';
import type { Row } from './report.ts';
import { runs, scaled } from './runs.ts';

const flows = [
  { name: '1k', depth: 1000, levels: 50, bar: '700,000/s' },
  { name: '100k', depth: 100_000, levels: 1000, bar: '400,000/s' },
  { name: '100kw', depth: 100_000, levels: 10_000, bar: '400,000/s' },
] as const;

const accounts = customers(flowAccounts);

function timedRun(pair: Pair, seeding: readonly Command[], measured: readonly Command[]): Timing {
  const engine = openEngine(pair, accounts);
  applyAll(engine, seeding);
  return measureTime(() => applyAll(engine, measured));
}

/** Compares every trade with those that the generator expects. */
function verify(pair: Pair, flow: Flow, commands: readonly Command[]): void {
  const seen = { trades: 0, lots: 0, ticksTimesLots: 0n, hash: hashStart };
  const engine = openEngine(pair, accounts, {
    ...silentSink,
    trade({ maker, taker, price, quantity }: Trade) {
      seen.trades++;
      seen.lots += Number(quantity);
      seen.ticksTimesLots += BigInt(price) * quantity;
      seen.hash = hashFill(
        seen.hash,
        toFlowId(maker.orderId),
        toFlowId(taker.orderId),
        price,
        Number(quantity),
      );
    },
  });
  applyAll(engine, commands);
  engine.checkInvariants();
  const { expected } = flow;
  const resting = [...engine.allOpenOrders()].length;
  const isRight =
    seen.trades === expected.trades &&
    seen.lots === expected.lots &&
    seen.ticksTimesLots === expected.notional &&
    seen.hash === expected.hash &&
    resting === expected.resting;
  if (!isRight) throw new Error(`wrong trades: ${show(seen)}, expected ${show(expected)}`);
}

function toFlowId(id: OrderId): number {
  return id;
}

function show(value: object): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

function timedReference(seeding: readonly Step[], measured: readonly Step[], resting: number): number {
  const book = new ReferenceBook();
  book.apply(seeding);
  const { elapsed } = measureTime(() => book.apply(measured));
  if (book.resting !== resting)
    throw new Error(`${book.resting} orders rest in the reference, not ${resting}`);
  return elapsed;
}

function measure({ name, depth, levels, bar }: (typeof flows)[number]): Row[] {
  const flow = drawFlow({ depth, levels, events: scaled(1_000_000), seed: 42 });
  const commands = toCommands(flow, accounts);
  const steps = referenceSteps(flow);
  const halves = <T>(all: readonly T[]) =>
    [all.slice(0, flow.firstMeasured), all.slice(flow.firstMeasured)] as const;
  const [seeding, measured] = halves(commands);
  const [referenceSeeding, referenceMeasured] = halves(steps);
  for (const pair of Object.values(pairs)) verify(pair, flow, commands);
  const ours: Record<keyof typeof pairs, Timing[]> = { whole: [], rounded: [] };
  const reference: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    reference.push(timedReference(referenceSeeding, referenceMeasured, flow.expected.resting));
    for (const pair of ['whole', 'rounded'] as const)
      ours[pair].push(timedRun(pairs[pair], seeding, measured));
  }
  return (['whole', 'rounded'] as const).map((pair) => {
    const toNanos = (pick: (timing: Timing) => number) => median(ours[pair].map(pick)) / measured.length;
    const elapsed = toNanos((timing) => timing.elapsed);
    const processor = toNanos((timing) => timing.processor);
    const referenceNanos = median(reference) / measured.length;
    const ratio = median(ours[pair].map((timing, run) => (reference[run] ?? 0) / timing.elapsed));
    return {
      what: `Engine alone, flow ${name}, ${pair === 'whole' ? 'whole amounts' : 'amounts that are rounded'}`,
      figure: `${whole(1e9 / elapsed)} commands/s (${whole(processor)} ns of processor each)`,
      beside: `nodejs-order-book ${whole(1e9 / referenceNanos)}/s: ${ratio.toFixed(1)} times`,
      bar,
    };
  });
}

const [only] = process.argv.slice(2);
report(flows.filter(({ name }) => only === undefined || name === only).flatMap(measure));
