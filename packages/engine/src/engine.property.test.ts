/** The engine beside the naive one: the same commands, the same answers; and laws that hold whatever happens. */
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
  ticketId,
  ticks,
  userId,
} from '@salar/protocol';
import type { Command, EventSink, PlaceLimitOrder } from '@salar/protocol';
import { EventLog, openingCommands } from '@salar/testing/engine-desk';
import { NaiveEngine } from '@salar/testing/naive-engine';
import { Engine } from './engine.ts';

/** `again` steps back that many commands and tells the same one once more. */
type Step = { readonly command: Command; readonly wait: number; readonly again: number };

const account = fc.constantFrom(...[1001, 1002, 1003, 10].map(accountId));
const anyAccount = fc.constantFrom(...[1001, 1002, 1003, 10, 1, 2, 5, 9999].map(accountId));
const product = fc.constantFrom(...[1, 2, 3].map(productId));
const anyProduct = fc.constantFrom(...[1, 2, 3, 4].map(productId));
const instrument = fc.constantFrom(instrumentId(10), instrumentId(20));
const side = fc.constantFrom('buy' as const, 'sell' as const);
const quantity = fc.integer({ min: 1, max: 40 }).map((n) => lots(BigInt(n)));
const amount = fc.integer({ min: -1, max: 3000 }).map((n) => minor(BigInt(n)));
const order = {
  type: fc.constant('PlaceOrder' as const),
  accountId: account,
  userId: fc.constant(userId(7)),
  instrumentId: instrument,
  side,
  clientOrderId: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4 })),
  isQuote: fc.boolean(),
};

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      ...order,
      orderType: fc.constant('limit' as const),
      timeInForce: fc.constantFrom(
        'gtc' as const,
        'gtc' as const,
        'gtc' as const,
        'ioc' as const,
        'fok' as const,
      ),
      price: fc.integer({ min: 92, max: 108 }).map(ticks),
      quantity,
      terms: fc.constant(null),
    }),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        ...order,
        orderType: fc.constant('market' as const),
        timeInForce: fc.constantFrom('ioc' as const, 'fok' as const),
        quantity,
        value: fc.integer({ min: 1, max: 4000 }).map((n) => minor(BigInt(n))),
        byValue: fc.boolean(),
      })
      .map(({ byValue, ...rest }) => ({
        ...rest,
        quantity: byValue ? lots(0n) : rest.quantity,
        value: byValue ? rest.value : minor(0n),
      })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('CancelOrder' as const),
      accountId: account,
      orderId: fc.integer({ min: 1, max: 25 }).map(orderId),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('CancelAllOrders' as const),
      accountId: anyAccount,
      instrumentId: fc.constantFrom(0, 10, 20).map(instrumentId),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('CreditDeposit' as const),
      accountId: anyAccount,
      productId: anyProduct,
      amount,
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      ticketId: fc.integer({ min: 1, max: 2 }).map(ticketId),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('TransferFunds' as const),
      sourceAccountId: fc.constantFrom(...[5, 5, 2, 10, 1001].map(accountId)),
      targetAccountId: anyAccount,
      productId: product,
      amount,
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('HoldWithdrawal' as const),
      ticketId: fc.integer({ min: 1, max: 20 }).map(ticketId),
      accountId: fc.constantFrom(...[1001, 1002, 1002, 1002, 1003, 10, 9999].map(accountId)),
      productId: anyProduct,
      amount: fc.integer({ min: 0, max: 500 }).map((n) => minor(BigInt(n))),
      fee: fc.integer({ min: -1, max: 20 }).map((n) => minor(BigInt(n))),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('SettleWithdrawal' as const, 'ReleaseWithdrawal' as const),
      ticketId: fc.integer({ min: 1, max: 9 }).map(ticketId),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('SetAccountLock' as const),
      accountId: anyAccount,
      locked: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('SetAccountLevel' as const),
      accountId: anyAccount,
      level: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('SetProductHalt' as const),
      productId: anyProduct,
      halted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SetReferencePrice' as const),
      productId: anyProduct,
      price: fc.integer({ min: 0, max: 200 }).map((n) => minor(BigInt(n))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('SetInstrumentState' as const),
      instrumentId: instrument,
      state: fc.constantFrom(
        'running' as const,
        'running' as const,
        'cancel_only' as const,
        'paused' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('DefineFeeSchedule' as const),
      instrumentId: instrument,
      makerPpm: fc.constantFrom(0, 1000, 500_000, 1_000_000),
      takerPpm: fc.constantFrom(0, 2000, 333_333, 1_000_000),
    }),
  },
);

/** Hours pass between commands, so that days and months change. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    command,
    wait: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(0, 1, 60_000) },
      { weight: 1, arbitrary: fc.constantFrom(3_600_000, 86_400_000, 20 * 86_400_000) },
    ),
    again: fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 20 })),
  }),
  { minLength: 60, maxLength: 120, size: 'max' },
);

/** Money for everyone, and tight limits for beto: plenty shall be accepted, and everything refused now and then. */
const prelude: readonly Command[] = [
  ...openingCommands,
  { type: 'DefineLevel', level: 2, dailyLimit: minor(600n), monthlyLimit: minor(900n) },
  { type: 'SetAccountLevel', accountId: accountId(1002), level: 2 },
  { type: 'SetReferencePrice', productId: productId(3), price: minor(100n) },
  ...[1001, 1002, 1003, 10].flatMap((id) =>
    [1, 2, 3].map((p): Command => ({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: accountId(id),
      productId: productId(p),
      amount: minor(p === 1 ? 800n : 6000n),
      key: `opening ${id} ${p}`,
    })),
  ),
];

function stampsOf(scenario: readonly Step[]) {
  let at = Date.UTC(2027, 11, 20);
  const commands: Command[] = [...prelude];
  return [...prelude.map((opening) => ({ command: opening, wait: 0, again: 0 })), ...scenario].map(
    (step, index) => {
      at += step.wait;
      const told = (step.again > 0 && commands[index - step.again]) || step.command;
      commands[index] = told;
      return { command: told, stamp: { sequence: sequence(index + 1), at: millis(at) } };
    },
  );
}

function replayed(scenario: readonly Step[], sink: EventSink): Engine {
  const engine = new Engine(sink);
  for (const { command: next, stamp } of stampsOf(scenario)) engine.apply(next, stamp);
  return engine;
}

const runs = { numRuns: 150 };

describe('the engine beside the naive engine', () => {
  test('answers, trades, open orders and positions are the same', () => {
    fc.assert(
      fc.property(steps, (scenario) => {
        const log = new EventLog();
        const engine = new Engine(log);
        const naive = new NaiveEngine();
        for (const { command: next, stamp } of stampsOf(scenario)) {
          expect(engine.apply(next, stamp)).toEqual(naive.apply(next, stamp));
        }
        expect(
          log.trades.map((trade) => ({
            takerId: trade.taker.orderId,
            makerId: trade.maker.orderId,
            price: trade.price,
            quantity: trade.quantity,
            notional: trade.notional,
            takerFee: trade.taker.fee,
            makerFee: trade.maker.fee,
          })),
        ).toEqual(naive.trades);
        expect(
          [...engine.allOpenOrders()].map((o) => ({
            orderId: o.orderId,
            remaining: o.quantity - o.executed,
          })),
        ).toEqual(naive.openOrders().sort((a, b) => a.orderId - b.orderId));
        for (const { accountId: id } of engine.accounts()) {
          for (const p of [1, 2, 3].map(productId)) {
            expect({ id, p, ...engine.position(id, p) }).toEqual({ id, p, ...naive.position(id, p) });
          }
        }
      }),
      runs,
    );
  });
});

describe('laws', () => {
  test('after every command the books sum to zero, holds are backed and nobody owes', () => {
    fc.assert(
      fc.property(steps, (scenario) => {
        const engine = new Engine(new EventLog());
        for (const { command: next, stamp } of stampsOf(scenario)) {
          engine.apply(next, stamp);
          engine.checkInvariants();
        }
        for (const { accountId: id } of engine.accounts()) {
          for (const p of [1, 2, 3].map(productId)) {
            expect(engine.openHolds(id, p)).toBe(engine.position(id, p).held);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('positions are the sum of the postings told, and each posting tells the balance after it', () => {
    fc.assert(
      fc.property(steps, (scenario) => {
        const log = new EventLog();
        const engine = replayed(scenario, log);
        const balances = new Map<string, bigint>();
        for (const posting of log.postings) {
          const key = `${posting.accountId} ${posting.productId}`;
          const balance = (balances.get(key) ?? 0n) + posting.amount;
          balances.set(key, balance);
          expect(posting.balance).toBe(balance);
        }
        for (const { accountId: id } of engine.accounts()) {
          for (const p of [1, 2, 3].map(productId)) {
            expect(engine.position(id, p).total).toBe(balances.get(`${id} ${p}`) ?? 0n);
          }
        }
      }),
      runs,
    );
  });

  test('every order is closed once or still open, and its trades add up to what it says', () => {
    fc.assert(
      fc.property(steps, (scenario) => {
        const log = new EventLog();
        const engine = replayed(scenario, log);
        const ended = [...log.closed, ...engine.allOpenOrders()].sort((a, b) => a.orderId - b.orderId);
        expect(ended.map((record) => record.orderId)).toEqual(ended.map((_, index) => index + 1));
        for (const record of ended) {
          const mine = log.trades.filter(
            (trade) => trade.taker.orderId === record.orderId || trade.maker.orderId === record.orderId,
          );
          expect(mine.reduce((total, trade) => total + trade.quantity, 0n)).toBe(record.executed);
          expect(mine.reduce((total, trade) => total + trade.notional, 0n)).toBe(record.notional);
        }
      }),
      runs,
    );
  });

  test('a replay gives the same events and the same bytes, also when nobody listens', () => {
    fc.assert(
      fc.property(steps, (scenario) => {
        const first = new EventLog();
        const second = new EventLog();
        const bytes = replayed(scenario, first).save();
        expect(replayed(scenario, second).save()).toEqual(bytes);
        expect(second.all).toEqual(first.all);
        expect(replayed(scenario, silentSink).save()).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  test('a loaded engine saves the same bytes and goes on as the saved one would have', () => {
    fc.assert(
      fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, share) => {
        const stamped = stampsOf(scenario);
        const middle = prelude.length + Math.floor(scenario.length * share);
        const whole = new Engine();
        for (const { command: next, stamp } of stamped.slice(0, middle)) whole.apply(next, stamp);
        const saved = whole.save();
        const log = new EventLog();
        const loaded = Engine.load(saved, log);
        expect(loaded.save()).toEqual(saved);
        for (const { command: next, stamp } of stamped.slice(middle)) {
          expect(loaded.apply(next, stamp)).toEqual(whole.apply(next, stamp));
        }
        expect(loaded.save()).toEqual(whole.save());
      }),
      runs,
    );
  });

  test('canceling an order that has just been placed restores every position', () => {
    fc.assert(
      fc.property(steps, side, quantity, fc.integer({ min: 1, max: 200 }), (scenario, s, q, price) => {
        const engine = replayed(scenario, silentSink);
        const positions = () => [...engine.accounts()].map(({ accountId: id }) => engine.positionsOf(id));
        const before = positions();
        const next = () => ({ sequence: sequence(engine.lastSequence + 1), at: engine.lastAt });
        const placed = engine.apply(
          {
            type: 'PlaceOrder',
            accountId: accountId(1001),
            userId: userId(7),
            instrumentId: instrumentId(10),
            side: s,
            orderType: 'limit',
            timeInForce: 'gtc',
            price: ticks(price),
            quantity: q,
            clientOrderId: 0,
            isQuote: false,
            terms: null,
          } satisfies PlaceLimitOrder,
          next(),
        );
        if (!placed.ok || placed.value.executed > 0n || placed.value.status !== 'working') return;
        const id = placed.value.orderId;
        engine.apply({ type: 'CancelOrder', accountId: accountId(1001), orderId: id }, next());
        expect(positions()).toEqual(before);
      }),
      runs,
    );
  });
});
