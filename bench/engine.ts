/**
 * The engine alone: how many commands a second it applies, with balances, holds and fees, on the yardstick's flows.
 *
 *   npm run bench -- engine [flow]      all flows, or one of 1k, 100k, 100kw
 *
 * Each run replays the same flow on a fresh engine; the median of five is printed. What was traded is checked against
 * what the generator says, in a pass of its own that listens to every trade.
 */
import { Engine } from '@salar/engine';
import { accountId, millis, sequence, silentSink } from '@salar/protocol';
import type { Command, EventSink, OrderId, Trade } from '@salar/protocol';
import { drawFlow, flowAccounts, hashFill, hashStart } from './flow.ts';
import type { Flow } from './flow.ts';
import { median } from './latency.ts';
import { commandsOf, openingCommands, pairs } from './market.ts';
import type { Pair } from './market.ts';
import { runs } from './runs.ts';

const flows = [
  { name: '1k', depth: 1000, levels: 50 },
  { name: '100k', depth: 100_000, levels: 1000 },
  { name: '100kw', depth: 100_000, levels: 10_000 },
] as const;

const at = millis(1_800_000_000_000);
const accounts = Array.from({ length: flowAccounts }, (_, i) => accountId(1001 + i));

function opened(pair: Pair, sink: EventSink): Engine {
  const engine = new Engine(sink);
  applyAll(engine, openingCommands(pair, accounts));
  return engine;
}

function applyAll(engine: Engine, commands: readonly Command[]): void {
  let next = engine.lastSequence + 1;
  for (const command of commands) {
    const outcome = engine.apply(command, { sequence: sequence(next++), at });
    if (!outcome.ok) throw new Error(`a ${command.type} was refused: ${outcome.refusal}`);
  }
}

/** Nanoseconds the measured part took: on the clock, and of processor time (which others on the machine do not stretch). */
type Timing = { readonly elapsed: number; readonly processor: number };

function timedRun(pair: Pair, seeding: readonly Command[], measured: readonly Command[]): Timing {
  const engine = opened(pair, silentSink);
  applyAll(engine, seeding);
  const usedBefore = process.cpuUsage();
  const start = process.hrtime.bigint();
  applyAll(engine, measured);
  const elapsed = Number(process.hrtime.bigint() - start);
  const used = process.cpuUsage(usedBefore);
  return { elapsed, processor: (used.user + used.system) * 1000 };
}

/** Listens to every trade and compares with what the generator says. */
function verify(pair: Pair, flow: Flow, commands: readonly Command[]): void {
  const seen = { trades: 0, lots: 0, ticksTimesLots: 0n, hash: hashStart };
  const engine = opened(pair, {
    ...silentSink,
    trade({ maker, taker, price, quantity }: Trade) {
      seen.trades++;
      seen.lots += Number(quantity);
      seen.ticksTimesLots += BigInt(price) * quantity;
      seen.hash = hashFill(seen.hash, idOf(maker.orderId), idOf(taker.orderId), price, Number(quantity));
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

function idOf(id: OrderId): number {
  return id;
}

function show(value: object): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}

function main(): void {
  const [only] = process.argv.slice(2);
  for (const { name: flowName, depth, levels } of flows.filter(
    (flow) => only === undefined || flow.name === only,
  )) {
    const flow = drawFlow({ depth, levels, events: 1_000_000, seed: 42 });
    const commands = commandsOf(flow, accounts);
    const seeding = commands.slice(0, flow.firstMeasured);
    const measured = commands.slice(flow.firstMeasured);
    const { trades, lots: traded, hash } = flow.expected;
    for (const [name, pair] of Object.entries(pairs)) {
      verify(pair, flow, commands);
      const timings = Array.from({ length: runs }, () => timedRun(pair, seeding, measured));
      const elapsed = median(timings.map((timing) => timing.elapsed)) / measured.length;
      const processor = median(timings.map((timing) => timing.processor)) / measured.length;
      const perSecond = Math.round(1e9 / elapsed).toLocaleString('en');
      console.log(
        `${flowName.padEnd(6)} ${name.padEnd(8)} ${perSecond.padStart(10)} commands/s  ${Math.round(elapsed)} ns each, ${Math.round(processor)} ns of processor` +
          `  (${trades} trades, ${traded} lots, hash ${hash}: as expected)`,
      );
    }
  }
}

main();
