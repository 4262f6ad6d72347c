/**
 * The engine alone: how many commands a second it applies, with balances, holds and fees, on the yardstick's flows.
 *
 *   npx tsx bench/engine.ts [flow]      all flows, or one of 1k, 100k, 100kw
 *
 * Each run replays the same flow on a fresh engine; the median of five is printed. What was traded is checked against
 * what the generator says, in a pass of its own that listens to every trade.
 */
import { Engine } from '@salar/engine';
import {
  accountId,
  houseAccounts,
  instrumentId,
  lots,
  millis,
  minor,
  orderId,
  productId,
  sequence,
  silentSink,
  ticks,
  userId,
} from '@salar/protocol';
import type { Command, EventSink, OrderId, Trade } from '@salar/protocol';
import { drawFlow, flowAccounts, hashFill, hashStart } from './flow.ts';
import type { Flow } from './flow.ts';

const runs = 5;
const flows = [
  { name: '1k', depth: 1000, levels: 50 },
  { name: '100k', depth: 100_000, levels: 1000 },
  { name: '100kw', depth: 100_000, levels: 10_000 },
] as const;

/** Two pairs: one whose amounts are whole, and one that must divide and round each of them. */
const pairs = [
  { name: 'whole', tickSize: 100_000n, lotSize: 1000n },
  { name: 'rounded', tickSize: 10_000n, lotSize: 1000n },
] as const;
type Pair = (typeof pairs)[number];

const base = productId(1);
const quote = productId(2);
const instrument = instrumentId(1);
const at = millis(1_800_000_000_000);
const accountOf = (n: number) => accountId(1000 + n);

/** Bitcoin against a dollar coin, 0.1 % and 0.2 % fees, a thousand rich accounts. */
function openingCommands(pair: Pair): Command[] {
  const fund = (n: number, product: typeof base): Command => ({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: accountOf(n),
    productId: product,
    amount: minor(10n ** 17n),
    key: `${n} ${product}`,
  });
  return [
    { type: 'DefineProduct', productId: base, symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', decimals: 8 },
    { type: 'DefineProduct', productId: quote, symbol: 'USDT', name: 'Tether', kind: 'crypto', decimals: 6 },
    {
      type: 'DefineInstrument',
      instrumentId: instrument,
      symbol: 'BTCUSDT',
      baseProductId: base,
      quoteProductId: quote,
      tickSize: minor(pair.tickSize),
      lotSize: minor(pair.lotSize),
      quantityMin: lots(1n),
      notionalMin: minor(1n),
    },
    { type: 'DefineFeeSchedule', instrumentId: instrument, makerPpm: 1000, takerPpm: 2000 },
    ...Array.from({ length: flowAccounts }, (_, i) => i + 1).flatMap((n): Command[] => [
      { type: 'OpenAccount', accountId: accountOf(n), kind: 'customer' },
      fund(n, base),
      fund(n, quote),
    ]),
  ];
}

/** Adds become limit orders; the nth add of the flow becomes order n, so cancels need no map. */
function commandsOf(flow: Flow): Command[] {
  return Array.from({ length: flow.count }, (_, row): Command => {
    const account = accountOf(flow.account[row] ?? 0);
    if (flow.isCancel[row] === 1) {
      return { type: 'CancelOrder', accountId: account, orderId: orderId(flow.id[row] ?? 0) };
    }
    return {
      type: 'PlaceOrder',
      accountId: account,
      userId: userId(1),
      instrumentId: instrument,
      side: flow.isSell[row] === 1 ? 'sell' : 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      price: ticks(flow.price[row] ?? 0),
      quantity: lots(BigInt(flow.quantity[row] ?? 0)),
      clientOrderId: 0,
      isQuote: false,
    };
  });
}

function opened(pair: Pair, sink: EventSink): Engine {
  const engine = new Engine(sink);
  applyAll(engine, openingCommands(pair));
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function main(): void {
  const [only] = process.argv.slice(2);
  for (const { name, depth, levels } of flows.filter((flow) => only === undefined || flow.name === only)) {
    const flow = drawFlow({ depth, levels, events: 1_000_000, seed: 42 });
    const commands = commandsOf(flow);
    const seeding = commands.slice(0, flow.firstMeasured);
    const measured = commands.slice(flow.firstMeasured);
    const { trades, lots: traded, hash } = flow.expected;
    for (const pair of pairs) {
      verify(pair, flow, commands);
      const timings = Array.from({ length: runs }, () => timedRun(pair, seeding, measured));
      const elapsed = median(timings.map((timing) => timing.elapsed)) / measured.length;
      const processor = median(timings.map((timing) => timing.processor)) / measured.length;
      const perSecond = Math.round(1e9 / elapsed).toLocaleString('en');
      console.log(
        `${name.padEnd(6)} ${pair.name.padEnd(8)} ${perSecond.padStart(10)} commands/s  ${Math.round(elapsed)} ns each, ${Math.round(processor)} ns of processor` +
          `  (${trades} trades, ${traded} lots, hash ${hash}: as expected)`,
      );
    }
  }
}

main();
