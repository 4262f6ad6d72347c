/**
 * The engine compared with the naive one: same commands, same outcomes; and laws that always hold.
 *
 * Commands come from the seeded stream of `packages/testing`. A failing scenario is shrunk before it is reported.
 */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
import type {
  AccountId,
  Command,
  EventSink,
  OrderRecord,
  PlaceLimitOrder,
  ProductId,
  Side,
} from '@salar/protocol';
import { findDifference, EngineDuel, shrinkCommands, formatDifference } from '@salar/testing/engine-duel';
import { EventLog, limitOrder, openingCommands } from '@salar/testing/engine-fixture';
import { CommandStream } from '@salar/testing/random/random-commands';
import type { StampedCommand } from '@salar/testing/random/random-commands';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { Engine } from './engine.ts';

const commandCount = 300;
const compareEvery = 10;

/** Returns the first commands of a stream that receives the outcomes of the engine. */
function buildScenario(seed: number, count = commandCount): StampedCommand[] {
  const stream = new CommandStream(createSeededRandom(seed));
  const engine = new Engine();
  return Array.from({ length: count }, (_, index) => {
    const next = stream.next();
    const outcome = engine.apply<Command>(next.command, { sequence: sequence(index + 1), at: next.at });
    stream.onOutcome(next.command, outcome);
    return next;
  });
}

function replayed(scenario: readonly StampedCommand[], sink: EventSink = silentSink): Engine {
  const engine = new Engine(sink);
  return applyAll(engine, scenario);
}

function applyAll(engine: Engine, commands: readonly StampedCommand[]): Engine {
  for (const { command, at } of commands) {
    engine.apply<Command>(command, { sequence: sequence(engine.lastSequence + 1), at });
  }
  return engine;
}

/** Yields every pair of account and product. */
function* positionsIn(engine: Engine): IterableIterator<{ accountId: AccountId; productId: ProductId }> {
  for (const { accountId } of engine.accounts()) {
    for (const { productId } of engine.products()) yield { accountId, productId };
  }
}

function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Never reached; a slow machine is not a failure. */
const timeout = 600_000;

describe('the engine compared with the naive engine', { timeout }, () => {
  test.each(seedsFrom(1, 20).map((tens) => ({ first: tens * 10, last: tens * 10 + 9 })))(
    'outcomes, trades, ends, open orders, levels and positions are the same for seeds $first to $last',
    ({ first, last }) => {
      for (const seed of seedsFrom(first, last - first + 1)) {
        const scenario = buildScenario(seed);
        if (findDifference(scenario, compareEvery) === null) continue;
        const short = shrinkCommands(scenario, (commands) => findDifference(commands) !== null);
        const commands = short.map((stamped) => formatDifference(stamped)).join('\n');
        expect.fail(`seed ${seed}:\n${commands}\n${findDifference(short)}`);
      }
    },
  );

  test('books with hundreds of prices stay sorted while orders arrive, end and sweep levels', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const dice = new Dice(createSeededRandom(seed));
        const { duel, apply } = deepMarket();
        for (let count = 0; count < 800; count += 1) {
          const account = dice.pick(makers);
          const isSweep = dice.chance(0.02);
          const side = dice.pick<Side>(['buy', 'sell']);
          const price = dice.int(1, 500) + ((side === 'sell') === isSweep ? 0 : 500);
          const open = duel.naive.openOrders();
          if (open.length > 0 && dice.chance(0.25)) {
            const { accountId: owner, orderId: id } = dice.pick(open);
            apply({ type: 'CancelOrder', accountId: accountId(owner), orderId: orderId(id) });
          } else {
            apply(limitOrder(side, dice.int(1, isSweep ? 60 : 5), price, { account }));
          }
          if (count % 40 === 0) expect(duel.compare()).toBeNull();
        }
        expect(duel.compare()).toBeNull();
      }),
      { numRuns: 8 },
    );
  });

  test('an account has at most 500 open orders', () => {
    const { duel, apply } = deepMarket();
    for (let placed = 0; placed < 500; placed += 1) apply(limitOrder('buy', 1, 1));
    expect(duel.outcome).toMatchObject({ ok: true });
    apply(limitOrder('buy', 1, 1));
    expect(duel.outcome).toEqual({ ok: false, refusal: 'too_many_open_orders' });
    apply({ type: 'ReplaceOrder', orderId: orderId(7), replacement: limitOrder('buy', 1, 2) });
    expect(duel.outcome).toMatchObject({ ok: true });
    expect(duel.compare()).toBeNull();
  });
});

const makers = [1001, 1002, 1003].map(accountId);

/** Opens engine and model with accounts that can afford any order. */
function deepMarket() {
  const duel = new EngineDuel();
  const apply = (command: Command) => expect(duel.apply({ command, at: millis(1) })).toBeNull();
  for (const command of openingCommands) apply(command);
  for (const account of makers) {
    for (const product of [1, 3].map(productId)) {
      apply({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: account,
        productId: product,
        amount: minor(10n ** 12n),
        key: `${account} ${product}`,
      });
    }
  }
  return { duel, apply };
}

const seeds = fc.integer({ min: 1000, max: 1_000_000 });
const runs = { numRuns: 40 };

describe('laws', { timeout }, () => {
  test('after every command the books sum to zero, holds are covered and no customer owes', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const engine = new Engine(new EventLog());
        for (const stamped of buildScenario(seed)) applyAll(engine, [stamped]).checkInvariants();
        for (const total of engine.ledgerTotals().values()) expect(total).toBe(0n);
        for (const { accountId, productId } of positionsIn(engine)) {
          const { held } = engine.position(accountId, productId);
          expect(engine.openHolds(accountId, productId)).toBe(held);
        }
      }),
      runs,
    );
  });

  test('positions are the sum of the postings emitted, and each posting has the balance after it', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = new EventLog();
        const engine = replayed(buildScenario(seed), log);
        const balances = new Map<string, bigint>();
        for (const posting of log.postings) {
          const key = `${posting.accountId} ${posting.productId}`;
          const balance = (balances.get(key) ?? 0n) + posting.amount;
          balances.set(key, balance);
          expect(posting.balance).toBe(balance);
        }
        for (const { accountId, productId } of positionsIn(engine)) {
          const balance = balances.get(`${accountId} ${productId}`) ?? 0n;
          expect(engine.position(accountId, productId).total).toBe(balance);
        }
      }),
      runs,
    );
  });

  test('every order is closed once or still open, and its trades add up to its executed quantity', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = new EventLog();
        const engine = replayed(buildScenario(seed), log);
        const orders = [...log.closed, ...engine.allOpenOrders()].sort((a, b) => a.orderId - b.orderId);
        expect(orders.map((order) => order.orderId)).toEqual(orders.map((_, index) => index + 1));
        for (const order of orders) {
          const mine = log.trades.filter(
            ({ taker, maker }) => taker.orderId === order.orderId || maker.orderId === order.orderId,
          );
          expect(mine.reduce((total, trade) => total + trade.quantity, 0n)).toBe(order.executed);
          expect(mine.reduce((total, trade) => total + trade.notional, 0n)).toBe(order.notional);
        }
      }),
      runs,
    );
  });

  test('no order trades at a price worse than its own, market orders with a worst price included', () => {
    let priced = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = new EventLog();
        replayed(buildScenario(seed), log);
        const closed = new Map(log.closed.map((order) => [order.orderId, order]));
        for (const { taker, price } of log.trades) {
          const order = closed.get(taker.orderId);
          if (order === undefined || order.price === 0) continue;
          if (order.orderType === 'market') priced += 1;
          if (order.side === 'buy') expect(price).toBeLessThanOrEqual(order.price);
          else expect(price).toBeGreaterThanOrEqual(order.price);
        }
      }),
      runs,
    );
    expect(priced).toBeGreaterThan(0);
  });

  test('the last record emitted for an open order is the one that the engine returns', () => {
    const withoutMoves = (order: OrderRecord) => ({
      ...order,
      stop: order.stop && { ...order.stop, currentStop: 0 },
    });
    fc.assert(
      fc.property(seeds, (seed) => {
        const log = new EventLog();
        const engine = replayed(buildScenario(seed), log);
        const lastEmitted = new Map(log.working.map((order) => [order.orderId, order]));
        for (const order of engine.allOpenOrders()) {
          const last =
            lastEmitted.get(order.orderId) ?? expect.fail(`order ${order.orderId} was never emitted`);
          const reason = last.reason === 'modified' ? order.reason : last.reason;
          expect({ ...withoutMoves(last), reason }).toEqual(withoutMoves(order));
        }
      }),
      runs,
    );
  });

  test('a replay gives the same events and the same bytes, also without a listener', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const scenario = buildScenario(seed);
        const [first, second] = [new EventLog(), new EventLog()];
        const bytes = replayed(scenario, first).save();
        expect(isDeepStrictEqual(replayed(scenario, second).save(), bytes)).toBe(true);
        expect(isDeepStrictEqual(second.all, first.all)).toBe(true);
        expect(isDeepStrictEqual(replayed(scenario).save(), bytes)).toBe(true);
      }),
      runs,
    );
  });

  test('a loaded engine saves the same bytes and continues as the saved one would have', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
        const scenario = buildScenario(seed);
        const middle = Math.floor(scenario.length * share);
        const [first, second] = [new EventLog(), new EventLog()];
        const whole = replayed(scenario.slice(0, middle), first);
        const before = first.all.length;
        const saved = whole.save();
        const loaded = Engine.load(saved, second);
        expect(isDeepStrictEqual(loaded.save(), saved)).toBe(true);
        for (const { command, at } of scenario.slice(middle)) {
          const stamp = { sequence: sequence(whole.lastSequence + 1), at };
          expect(loaded.apply<Command>(command, stamp)).toEqual(whole.apply<Command>(command, stamp));
        }
        expect(isDeepStrictEqual(second.all, first.all.slice(before))).toBe(true);
        expect(isDeepStrictEqual(loaded.save(), whole.save())).toBe(true);
      }),
      runs,
    );
  });

  test('canceling an order right after placing it restores every position', () => {
    const sides = fc.constantFrom<Side>('buy', 'sell');
    const quantities = fc.integer({ min: 1, max: 40 });
    const prices = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(seeds, sides, quantities, prices, (seed, side, quantity, price) => {
        const engine = replayed(buildScenario(seed));
        const next = () => ({ sequence: sequence(engine.lastSequence + 1), at: engine.lastAt });
        // An order may trigger stops that wait for a better bid or ask.
        const waiting = [...engine.allOpenOrders()].filter((order) => order.stop?.isWaiting);
        for (const { accountId, orderId } of waiting) {
          engine.apply({ type: 'CancelOrder', accountId, orderId }, next());
        }
        const positions = () =>
          [...engine.accounts()].map(({ accountId }) => engine.accountPositions(accountId));
        const before = positions();
        const order: PlaceLimitOrder = {
          type: 'PlaceOrder',
          accountId: accountId(1001),
          userId: userId(7),
          instrumentId: instrumentId(10),
          side,
          orderType: 'limit',
          timeInForce: 'gtx',
          price: ticks(price),
          quantity: lots(BigInt(quantity)),
          clientOrderId: 0,
          isQuote: false,
          terms: null,
        };
        const placed = engine.apply(order, next());
        if (!placed.ok || engine.order(placed.value.orderId)?.executed !== 0n) return;
        engine.apply(
          { type: 'CancelOrder', accountId: accountId(1001), orderId: orderId(placed.value.orderId) },
          next(),
        );
        expect(positions()).toEqual(before);
      }),
      runs,
    );
  });
});
