/**
 * Measures the cost of a command as the exchange grows: by funded accounts, and by resting orders.
 *
 *   npm run bench -- growth
 *
 * The flow has the same shape while one size grows. Accounts are measured twice: a thousand of them trade, or all of
 * them in turns, which is the worst case, because nearly every command touches an account that is in no cache. The
 * sizes are measured in turns.
 */
import { applyAll, openEngine, measureTime } from './bare-engine.ts';
import { drawFlow, flowAccounts } from './flow.ts';
import { median } from './latency.ts';
import { toCommands, customers, pairs } from './market.ts';
import { ReferenceBook, referenceSteps } from './reference-book.ts';
import { report, whole } from './report.ts';
import type { Row } from './report.ts';
import { runs, scaled } from './runs.ts';

type Size = {
  readonly accounts: number;
  /** The number of accounts that trade. */
  readonly trading: number;
  readonly depth: number;
  readonly levels: number;
};

// Fewer would measure the compiler; the first commands run with memory as it is after opening all the accounts.
const events = Math.max(100_000, scaled(300_000));
const warmUp = 50_000;
const shallow = { depth: 1000, levels: 50 };
const accountCounts = [1000, 10_000, 100_000, scaled(1_000_000)];
const fewTrading = accountCounts.map((accounts): Size => ({ accounts, trading: flowAccounts, ...shallow }));
const allTrading = accountCounts.map((accounts): Size => ({ accounts, trading: accounts, ...shallow }));
// Enough accounts that none exceeds the limit of open orders.
const byDepth: readonly Size[] = [1000, 10_000, 100_000, 400_000].map((depth) => ({
  accounts: 10_000,
  trading: 10_000,
  depth,
  levels: depth / 20,
}));

/** Nanoseconds of processor time per command, of the engine and of the reference order book. */
type Cost = { readonly engine: number; readonly reference: number };

function measureCost({ accounts: count, trading, depth, levels }: Size): Cost {
  const flow = drawFlow({ depth, levels, events: warmUp + events, seed: 42 });
  const accounts = customers(count);
  const commands = toCommands(
    flow,
    accounts.filter((_, i) => i % (count / trading) === 0),
  );
  const engine = openEngine(pairs.whole, accounts);
  const first = flow.firstMeasured + warmUp;
  applyAll(engine, commands.slice(0, first));
  const measured = commands.slice(first);
  const ours = measureTime(() => applyAll(engine, measured));
  const steps = referenceSteps(flow);
  const book = new ReferenceBook();
  book.apply(steps.slice(0, first));
  const referenceMeasured = steps.slice(first);
  const reference = measureTime(() => book.apply(referenceMeasured));
  return { engine: ours.processor / events, reference: reference.processor / events };
}

function measureCosts(sizes: readonly Size[]): Cost[] {
  const [smallest] = sizes;
  if (smallest !== undefined) measureCost(smallest); // a warm-up, so that it does not include the compiler
  const costs: Cost[][] = sizes.map(() => []);
  for (let run = 0; run < runs; run += 1) sizes.forEach((size, i) => costs[i]?.push(measureCost(size)));
  return costs.map((ofSize) => ({
    engine: median(ofSize.map((cost) => cost.engine)),
    reference: median(ofSize.map((cost) => cost.reference)),
  }));
}

function toRow(what: string, costs: readonly Cost[], options: { reference: boolean }): Row {
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a growth has sizes');
  const times = (pick: (cost: Cost) => number) => (pick(last) / pick(first)).toFixed(2);
  return {
    what,
    figure: `${whole(last.engine)} ns, ${times((cost) => cost.engine)} times the ${whole(first.engine)} ns of the smallest`,
    ...(options.reference && {
      beside: `nodejs-order-book ${whole(last.reference)} ns, ${times((cost) => cost.reference)} times`,
    }),
    bar: '1.5 times',
  };
}

const fewCosts = measureCosts(fewTrading);
const allCosts = measureCosts(allTrading);
const depthCosts = measureCosts(byDepth);
const toPoints = (sizes: readonly Size[], costs: readonly Cost[], x: 'accounts' | 'depth', y: keyof Cost) =>
  sizes.map((size, i) => [size[x], Math.round(costs[i]?.[y] ?? 0)] as const);
const labels = { y: 'nanoseconds of processor a command', isLogX: true };
report(
  [
    toRow(
      `A command with ${whole(accountCounts.at(-1) ?? 0)} accounts, a thousand of them trading`,
      fewCosts,
      {
        reference: false,
      },
    ),
    toRow(`A command with ${whole(accountCounts.at(-1) ?? 0)} accounts, all of them trading`, allCosts, {
      reference: false,
    }),
    toRow(`A command with ${whole(byDepth.at(-1)?.depth ?? 0)} resting orders`, depthCosts, {
      reference: true,
    }),
  ],
  [
    {
      name: 'growth-accounts',
      title: 'What a command costs, by accounts',
      x: 'accounts with money',
      ...labels,
      lines: [
        { name: 'all trading', points: toPoints(allTrading, allCosts, 'accounts', 'engine') },
        { name: 'a thousand trading', points: toPoints(fewTrading, fewCosts, 'accounts', 'engine') },
      ],
    },
    {
      name: 'growth-depth',
      title: 'What a command costs, by depth of the book',
      x: 'resting orders',
      ...labels,
      lines: [
        { name: 'Salar', points: toPoints(byDepth, depthCosts, 'depth', 'engine') },
        { name: 'nodejs-order-book', points: toPoints(byDepth, depthCosts, 'depth', 'reference') },
      ],
    },
  ],
);
