import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine } from '@salar/engine';
import type { BookLevel, EngineView, ReadResult } from '@salar/engine';
import { millis, sequence } from '@salar/protocol';
import type { Command, OrderRecord, OutcomeOf, Trade } from '@salar/protocol';
import { btcUsdt, getCustomerAccount, buildLimitOrder, buildMarketSetup } from '@salar/testing/market';
import { silentLog } from '../../ports/log.ts';
import { CandleService } from '../candle-service.ts';
import type { ChartCandle } from '../candle-series.ts';
import { MarketDataService } from '../market-data-service.ts';
import type { Quote } from '../quote.ts';
import type { PublicTrade } from '../public-trade.ts';
import type { BookUpdate } from './book-window.ts';
import { MarketFeed } from './market-feed.ts';
import type { FeedBatch, MarketFeedSource } from './market-feed.ts';
import type { FeedListener } from './listeners.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the book', () => {
  test('applying the updates to the snapshot gives the levels of the engine in every case', async () => {
    const steps = fc.array(
      fc.record({
        account: fc.nat({ max: 3 }),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        price: fc.integer({ min: 1, max: 5 }),
        quantity: fc.bigInt({ min: 1n, max: 2n }),
        after: fc.constantFrom('nothing', 'cancel all', 'commit', 'wait', 'join'),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (given, depth) => {
        const world = openWorld({ notifiedAtOnce: 2 });
        const books = [createReader(world, depth), createReader(world, depth + 1)];
        for (const { after, account, ...order } of given) {
          world.submit(buildLimitOrder({ account: getCustomerAccount(account), ...order }));
          if (after === 'cancel all')
            world.submit({
              type: 'CancelAllOrders',
              accountId: getCustomerAccount(account),
              instrumentId: btcUsdt,
            });
          if (after === 'join') books.push(createReader(world, depth));
          if (after === 'commit') await world.commit();
          if (after === 'wait') await world.wait(100);
        }
        await world.commit();
        await world.wait(100);
        for (const _ of books) await world.turn();
        for (const book of books) expect(book.levels()).toEqual(world.engine.level2(btcUsdt, book.depth));
        world.feed.close();
      }),
      { numRuns: 300 },
    );
  });

  test('nothing is published before it is durable, and the snapshot comes first', async () => {
    const world = openWorld();
    const book = createReader(world, 5);
    world.submit(buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 5, quantity: 1n }));
    const [late, joined] = [createReader(world, 6), createReader(world, 5)];
    await world.wait(1000);
    expect(late.received).toEqual([]);
    expect(joined.levels()).toEqual({ bids: [], asks: [] });
    await world.commit();
    await world.wait(100);
    expect(late.received.map(({ changes }) => changes.length)).toEqual([1]);
    for (const { received } of [book, joined])
      expect(received.map(({ changes }) => changes.length)).toEqual([0, 1]);
    expect(late.received[0]?.updateId).toBe(world.engine.lastSequence);
  });

  test('the first change is published at once, those of the next 20 ms as one update, and no change is no update', async () => {
    const world = openWorld();
    const book = createReader(world, 5);
    await world.wait(0);
    await world.order('buy', 4, 1n);
    expect(book.actions()).toEqual(['new 4']);
    for (const price of [5, 6]) await world.order('buy', price, 1n);
    await world.order('sell', 6, 1n);
    await world.wait(19);
    expect(book.received).toHaveLength(2);
    await world.wait(1);
    expect(book.received).toHaveLength(3);
    expect(book.received[2]?.changes).toMatchObject([{ action: 'new', side: 'buy', price: 5, quantity: 1n }]);
    await world.order('buy', 3, 1n);
    expect(book.received).toHaveLength(3);
    await world.wait(20);
    expect(book.received).toHaveLength(4);
    await world.order('sell', 9, 1n);
    await world.cancelAll();
    for (const price of [3, 4, 5]) await world.order('buy', price, 1n);
    await world.wait(100);
    expect(book.received).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('many readers are notified a few in each turn, and what changes meanwhile comes after', async () => {
    const world = openWorld({ notifiedAtOnce: 2 });
    const books = Array.from({ length: 5 }, () => createReader(world, 5));
    await world.wait(0);
    await world.pass(20);
    const buy = (price: number) => {
      world.submit(buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price, quantity: 1n }));
      world.announce();
    };
    const list = () => books.map(({ received }) => received.length - 1);
    const counts = [list()];
    buy(4);
    for (let turns = 0; turns < 20; turns += 1) {
      await new Promise((resolve) => void setImmediate(resolve));
      if (list().join() === counts.at(-1)?.join()) continue;
      if (counts.length === 1) {
        vi.advanceTimersByTime(20); // the next change is due, but not all have this one
        buy(5);
      }
      counts.push(list());
    }
    expect(counts).toEqual([
      [0, 0, 0, 0, 0],
      [1, 1, 0, 0, 0],
      [1, 1, 1, 1, 0],
      [1, 1, 1, 1, 1],
      [2, 2, 1, 1, 1],
      [2, 2, 2, 2, 1],
      [2, 2, 2, 2, 2],
    ]);
    for (const { received } of books)
      expect(received.flatMap(({ changes }) => changes).map(({ price }) => price)).toEqual([4, 5]);
  });

  test('what readers wait for reaches them before the feed ends', async () => {
    const world = openWorld({ notifiedAtOnce: 2 });
    const books = Array.from({ length: 5 }, () => createReader(world, 5));
    await world.wait(0);
    await world.pass(20);
    world.submit(buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 4, quantity: 1n }));
    world.announce();
    while (books[0]?.received.length === 1) await new Promise((resolve) => void setImmediate(resolve));
    world.feed.close();
    expect(books.map(({ received }) => received.length)).toEqual([2, 2, 2, 2, 2]);
  });

  test('a level that leaves the window is deleted, and one that enters it is new', async () => {
    const world = openWorld();
    for (const price of [3, 4]) await world.order('buy', price, 1n);
    const book = createReader(world, 2);
    await world.wait(0);
    await world.order('buy', 5, 1n);
    await world.wait(100);
    expect(book.actions()).toEqual(['new 5', 'delete 3']);
    await world.order('sell', 5, 1n);
    await world.wait(100);
    expect(book.actions()).toEqual(['delete 5', 'new 3']);
  });
});

test('a quote is published when the best prices or the last trade change, and only then', async () => {
  const world = openWorld();
  await world.order('buy', 5, 2n);
  const received: Quote[] = [];
  world.feed.listenToQuote(btcUsdt, listener(received, received));
  await world.wait(0);
  expect(received).toMatchObject([{ bestBid: 5, bidQuantity: 2n, bestOffer: 0, lastTrade: null }]);
  await world.order('buy', 4, 2n);
  await world.wait(100);
  expect(received).toHaveLength(1);
  await world.order('sell', 5, 1n);
  await world.order('sell', 7, 1n);
  await world.wait(100);
  expect(received.slice(1)).toMatchObject([
    { bidQuantity: 1n, bestOffer: 0, lastTrade: { price: 5 }, rolling: { volume: 1n, trades: 1 } },
    { bidQuantity: 1n, bestOffer: 7, lastTrade: { price: 5 }, rolling: { volume: 1n, trades: 1 } },
  ]);
});

describe('trades', () => {
  test('are published once each: the last past ones, the next one at once, those of 5 ms together', async () => {
    const world = openWorld();
    for (const price of [5, 6, 6]) await world.trade(price);
    const received: (readonly PublicTrade[])[] = [];
    world.feed.listenToTrades({ instrumentId: btcUsdt, count: 2 }, listener(received, received));
    await world.turn();
    await world.trade(4);
    expect(received).toHaveLength(2);
    await world.trade(4);
    await world.trade(9);
    await world.wait(4);
    expect(received).toHaveLength(2);
    await world.wait(1);
    expect(received).toHaveLength(3);
    await world.wait(5);
    await world.trade(8);
    expect(received.map((some) => some.map(({ trade, direction }) => `${trade.price} ${direction}`))).toEqual(
      [['6 up', '6 same'], ['4 down'], ['4 same', '9 up'], ['8 down']],
    );
  });

  test('that commit while the past is read are published after it, none twice', async () => {
    const world = openWorld();
    await world.trade(5);
    let goOn: () => void = () => undefined;
    const read = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    world.beforeHistory = () => read;
    const received: (readonly PublicTrade[])[] = [];
    world.feed.listenToTrades({ instrumentId: btcUsdt, count: 1 }, listener(received, received));
    await world.turn();
    await world.trade(6);
    world.historyHas = world.trades.length;
    await world.trade(7);
    goOn();
    await world.wait(5);
    expect(received.map((some) => some.map(({ trade }) => trade.price))).toEqual([[6], [7]]);
  });

  test('that the past contains already are not published again', async () => {
    const world = openWorld();
    await world.order('buy', 5, 1n);
    let goOn: () => void = () => undefined;
    const read = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    world.beforeHistory = () => read;
    const received: (readonly PublicTrade[])[] = [];
    world.feed.listenToTrades({ instrumentId: btcUsdt, count: 1 }, listener(received, received));
    await world.turn();
    world.submit(buildLimitOrder({ account: getCustomerAccount(1), side: 'sell', price: 5, quantity: 1n }));
    world.announce();
    goOn();
    await world.turn();
    expect(received.map((some) => some.map(({ trade }) => trade.price))).toEqual([[5]]);
  });

  test('a failure to read the past ends the subscription', async () => {
    const world = openWorld();
    world.beforeHistory = () => Promise.reject(new Error('the database is unavailable'));
    const failures: unknown[] = [];
    world.feed.listenToTrades(
      { instrumentId: btcUsdt, count: 1 },
      { ...listener<unknown, unknown>([], []), failed: (error) => failures.push(error) },
    );
    await world.turn();
    expect(failures).toMatchObject([{ message: 'the database is unavailable' }]);
  });
});

describe('closed candles', () => {
  test('are published one by one as their intervals end, flat ones too, each once', async () => {
    const world = openWorld();
    world.candlesKnownFrom = noon - 3 * minuteMs;
    const past: (readonly ChartCandle[])[] = [];
    const received: ChartCandle[] = [];
    world.clock.now = noon + 30_000;
    world.feed.listenToCandles({ instrumentId: btcUsdt, interval: 60, count: 2 }, listener(past, received));
    await world.wait(0);
    expect(past.map((some) => some.map((candle) => candle.endsAt - noon))).toEqual([[-minuteMs, 0]]);
    await world.pass(29_999);
    expect(received).toEqual([]);
    await world.pass(1);
    await world.pass(minuteMs);
    await world.pass(3 * minuteMs);
    expect(received.map((candle) => candle.endsAt - noon)).toEqual([1, 2, 3, 4, 5].map((n) => n * minuteMs));
  });

  test('that could not be read are published with the next', async () => {
    const world = openWorld();
    world.candlesKnownFrom = noon;
    const received: ChartCandle[] = [];
    world.feed.listenToCandles(
      { instrumentId: btcUsdt, interval: 60, count: 0 },
      listener<unknown, ChartCandle>([], received),
    );
    await world.wait(0);
    world.beforeHistory = () => Promise.reject(new Error('the database is unavailable'));
    await world.pass(minuteMs);
    expect(received).toEqual([]);
    world.beforeHistory = () => Promise.resolve();
    await world.pass(minuteMs);
    expect(received.map((candle) => candle.endsAt - noon)).toEqual([minuteMs, 2 * minuteMs]);
  });
});

describe('joining', () => {
  const step = 2;
  const subscribers = {
    book: (world: World) => createReader(world, 5).received,
    'book of another depth': (world: World, count: number) => createReader(world, 6 + count).received,
    quote: (world: World) => {
      const received: Quote[] = [];
      world.feed.listenToQuote(btcUsdt, listener(received, received));
      return received;
    },
    trades: (world: World) => {
      const received: (readonly PublicTrade[])[] = [];
      world.feed.listenToTrades({ instrumentId: btcUsdt, count: 3 }, listener(received, received));
      return received;
    },
  };

  test.each([
    ['book', 'book'],
    ['book', 'book of another depth'],
    ['quote', 'quote'],
    ['trades', 'trades'],
  ] as const)('a subscriber of the %s receives the same when others join: %s', async (live, joining) => {
    const join: (world: World, count: number) => unknown = subscribers[joining];
    const receive = async (hasJoining: boolean) => {
      const world = openWorld();
      await world.trade(5);
      const received = subscribers[live](world);
      await world.wait(100);
      for (let count = 0; count < 200; count += 1) {
        if (hasJoining) join(world, count);
        await world.trade(5 + (count % 3));
        await world.order('buy', 2, 1n);
        if (hasJoining) join(world, count);
        await world.wait(step);
      }
      await world.wait(100);
      world.feed.close();
      return received;
    };
    const alone = await receive(false);
    expect(alone.length).toBeGreaterThan(10);
    expect(alone.length).toBeLessThan(120);
    expect(await receive(true)).toEqual(alone);
  });

  test('starts with what the others have, and every later update continues it', async () => {
    const world = openWorld();
    await world.order('buy', 2, 1n);
    const books = [createReader(world, 5)];
    await world.wait(100);
    for (let count = 0; count < 100; count += 1) {
      await world.order('buy', 1 + (count % 7), 1n);
      books.push(createReader(world, 5));
      expect(books.at(-1)?.levels()).toEqual(books[0]?.levels());
      if (count % 10 === 9) await world.cancelAll();
      await world.wait(step);
    }
    await world.wait(100);
    for (const book of books) expect(book.levels()).toEqual(world.engine.level2(btcUsdt, 5));
  });

  test('a quote that was never published to the others is corrected for those who joined with it', async () => {
    const world = openWorld();
    const first = subscribers.quote(world);
    await world.wait(100);
    await world.order('buy', 4, 1n);
    await world.order('buy', 5, 1n);
    const late = subscribers.quote(world);
    await world.wait(0);
    await world.cancelAll();
    await world.order('buy', 4, 1n);
    expect(late.map(({ bestBid }) => bestBid)).toEqual([5]);
    await world.wait(100);
    expect(late.map(({ bestBid }) => bestBid)).toEqual([5, 4]);
    expect(first.at(-1)).toMatchObject({ bestBid: 4 });
    expect(first.map(({ bestBid }) => bestBid)).not.toContain(5);
  });

  test('during trading gives each trade once, those before it in the snapshot', async () => {
    const world = openWorld();
    const readers = [subscribers.trades(world)];
    await world.wait(0);
    for (let count = 0; count < 50; count += 1) {
      await world.trade(5);
      readers.push(subscribers.trades(world));
      if (count % 3 === 0) await world.wait(step);
    }
    await world.wait(100);
    for (const [place, received] of readers.entries()) {
      const ids = received.flat().map(({ trade }) => trade.tradeId);
      const first = ids[0] ?? 0;
      expect(first).toBeGreaterThanOrEqual(Math.max(1, place - 2));
      expect(ids).toEqual(Array.from({ length: 51 - first }, (_, index) => first + index));
    }
  });

  test('is answered at the end of the feed, too', async () => {
    const world = openWorld();
    subscribers.trades(world);
    await world.wait(100);
    await world.trade(5);
    await world.trade(5);
    const late = subscribers.trades(world);
    await world.turn();
    expect(late).toEqual([]);
    world.feed.close();
    await world.turn();
    expect(late.flat()).toHaveLength(2);
  });
});

test('what could not be read is published after the next read that succeeds', async () => {
  const world = openWorld();
  const book = createReader(world, 5);
  const quotes: Quote[] = [];
  world.feed.listenToQuote(btcUsdt, listener(quotes, quotes));
  await world.wait(100);
  world.isAway = true;
  await world.order('buy', 5, 1n);
  await world.wait(100);
  world.isAway = false;
  const late = createReader(world, 5);
  world.feed.listenToQuote(btcUsdt, listener<Quote, Quote>([], []));
  await world.wait(100);
  for (const reader of [book, late]) expect(reader.levels()).toEqual(world.engine.level2(btcUsdt, 5));
  expect(quotes.at(-1)).toMatchObject({ bestBid: 5 });
});

test('the feed listens to commits only while it has subscribers', async () => {
  const world = openWorld();
  expect(world.listeners.size).toBe(0);
  const stops = [
    world.feed.listenToBook({ instrumentId: btcUsdt, depth: 1 }, listener<unknown, unknown>([], [])),
    world.feed.listenToQuote(btcUsdt, listener<unknown, unknown>([], [])),
    world.feed.listenToTrades({ instrumentId: btcUsdt, count: 0 }, listener<unknown, unknown>([], [])),
    world.feed.listenToCandles(
      { instrumentId: btcUsdt, interval: 60, count: 0 },
      listener<unknown, unknown>([], []),
    ),
  ];
  for (const stop of stops) {
    expect(world.listeners.size).toBe(1);
    stop();
  }
  expect(world.listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failing listener does not affect the others', async () => {
  const world = openWorld();
  const broken = () => {
    throw new Error('broken');
  };
  world.feed.listenToBook(
    { instrumentId: btcUsdt, depth: 5 },
    { snapshot: broken, update: broken, failed: broken },
  );
  const book = createReader(world, 5);
  await world.order('buy', 5, 1n);
  await world.wait(100);
  expect(book.levels().bids).toHaveLength(1);
});

function listener<S, U>(snapshots: S[], updates: U[]): FeedListener<S, U> {
  return {
    snapshot: (snapshot) => void snapshots.push(snapshot),
    update: (update) => void updates.push(update),
    failed: (error) => {
      throw error;
    },
  };
}

/** A client of the book: it keeps prices and their levels. */
function createReader(world: World, depth: number) {
  const received: BookUpdate[] = [];
  const sides = { buy: new Map<number, BookLevel>(), sell: new Map<number, BookLevel>() };
  const take = (update: BookUpdate) => {
    expect(update.updateId).toBeGreaterThan(received.at(-1)?.updateId ?? 0);
    received.push(update);
    for (const { action, side, ...level } of update.changes) {
      expect(sides[side].has(level.price)).toBe(action !== 'new');
      if (action === 'delete') sides[side].delete(level.price);
      else sides[side].set(level.price, level);
    }
  };
  world.feed.listenToBook(
    { instrumentId: btcUsdt, depth },
    {
      snapshot: take,
      update: take,
      failed: (error) => {
        throw error;
      },
    },
  );
  return {
    depth,
    received,
    actions: () => received.at(-1)?.changes.map(({ action, price }) => `${action} ${price}`),
    levels: () => ({
      bids: [...sides.buy.values()].sort((a, b) => b.price - a.price),
      asks: [...sides.sell.values()].sort((a, b) => a.price - b.price),
    }),
  };
}

type World = ReturnType<typeof openWorld>;

/** Creates a market with its own engine, whose commits are triggered by hand, and a feed of it. */
function openWorld({ notifiedAtOnce }: { readonly notifiedAtOnce?: number } = {}) {
  const clock = { now: noon };
  const listeners = new Set<(batch: FeedBatch) => void>();
  /** Listeners of the figures, which are always subscribed. */
  const figures = new Set<(batch: FeedBatch) => void>();
  const trades: Trade[] = [];
  let open: { orders: OrderRecord[]; trades: Trade[] } = { orders: [], trades: [] };
  let durable: { promise: Promise<void>; resolve: () => void } | null = null;
  const engine = new Engine({
    orderWorking: (order) => void open.orders.push(order),
    orderClosed: (order) => void open.orders.push(order),
    trade: (trade) => void open.trades.push(trade),
    posting() {},
  });
  const submit = <C extends Command>(command: C): OutcomeOf<C> => {
    durable ??= withResolve();
    const stamp = { sequence: sequence(engine.lastSequence + 1), at: millis(clock.now) };
    return engine.apply(command, stamp);
  };
  const sequencer: MarketFeedSource = {
    read: async <T>(look: (view: EngineView) => ReadResult<T>): Promise<T> => {
      if (world.isAway) throw new Error('the engine is away');
      const result = look(engine);
      await durable?.promise;
      return result;
    },
    projected: () => Promise.resolve(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const world = {
    engine,
    clock,
    listeners,
    trades,
    submit,
    /** Awaited by readers of the past. */
    beforeHistory: (): Promise<void> => Promise.resolve(),
    /** How many trades the past has; all of them by default. */
    historyHas: null as number | null,
    candlesKnownFrom: noon,
    /** Refuses every read. */
    isAway: false,
    /** Makes everything decided so far durable and publishes it, without running anything else. */
    announce(): void {
      const batch = open;
      open = { orders: [], trades: [] };
      trades.push(...batch.trades);
      durable?.resolve();
      durable = null;
      for (const publish of [...figures, ...listeners]) publish(batch);
    },
    async commit(): Promise<void> {
      world.announce();
      await world.wait(0);
    },
    /** Runs what only waits for its turn, then timers. */
    async wait(ms: number): Promise<void> {
      await world.turn();
      await vi.advanceTimersByTimeAsync(ms);
      await world.turn();
    },
    /** Advances the clock and runs timers. */
    async pass(ms: number): Promise<void> {
      clock.now += ms;
      await world.wait(ms);
    },
    /** Runs everything that only waits for its turn. */
    async turn(): Promise<void> {
      for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async order(side: 'buy' | 'sell', price: number, quantity: bigint): Promise<void> {
      submit(buildLimitOrder({ account: getCustomerAccount(side === 'buy' ? 0 : 1), side, price, quantity }));
      await world.commit();
    },
    async trade(price: number): Promise<void> {
      await world.order('buy', price, 1n);
      await world.order('sell', price, 1n);
    },
    async cancelAll(): Promise<void> {
      for (const index of [0, 1])
        submit({ type: 'CancelAllOrders', accountId: getCustomerAccount(index), instrumentId: btcUsdt });
      await world.commit();
    },
  };
  for (const command of buildMarketSetup({ customers: 4 })) submit(command);
  durable = null;
  const history = {
    lastTrades: async (_: unknown, count: number) => {
      await world.beforeHistory();
      return trades
        .slice(0, world.historyHas ?? trades.length)
        .slice(-count)
        .reverse();
    },
    minuteEndedBy: () => Promise.resolve(null),
    minutesSince: () => Promise.resolve({ sequence: engine.lastSequence, minutes: [] }),
    candlesIn: async ({ interval }: { interval: number }) => {
      await world.beforeHistory();
      return [
        {
          instrumentId: btcUsdt,
          interval,
          beginsAt: world.candlesKnownFrom,
          close: 5,
          bid: 4,
          ask: 6,
        } as never,
      ];
    },
    firstHour: () => Promise.resolve(null),
  };
  const now = () => clock.now;
  const marketData = new MarketDataService({ sequencer, history, now });
  const candles = new CandleService({ sequencer, history, now });
  marketData.follow({ subscribe: (listener) => (figures.add(listener), () => figures.delete(listener)) });
  const feed = new MarketFeed({
    sequencer,
    history,
    marketData,
    candles,
    now,
    log: silentLog,
    clock: { now: () => performance.now(), busyShare: () => 0 },
    ...(notifiedAtOnce === undefined ? {} : { notifiedAtOnce }),
  });
  return Object.assign(world, { feed });
}

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
