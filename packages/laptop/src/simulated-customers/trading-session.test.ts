import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededRandom } from '../price-simulated/random.ts';
import { NoAnswer, NotSignedIn, SalarRefusal } from '@salar/client';
import { restingMax, TradingSession } from './trading-session.ts';
import type { TradingClient } from './trading-session.ts';

const symbols = ['BTC', 'ETH', 'USDC', 'USDT'];
const instruments = symbols.slice(0, 3).map((base, place) => ({
  InstrumentId: place + 1,
  Product1Symbol: base,
  Product2Symbol: 'USDT',
  QuantityIncrement: '0.01',
  PriceIncrement: '0.01',
}));
const funds = Object.fromEntries(symbols.map((symbol) => [symbol, '100000']));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An exchange that accepts every order; limit orders rest until they are canceled. */
function fakeExchange() {
  const calls: string[] = [];
  const open = new Map<number, number>();
  const traded = new Set<number>();
  let failure: (() => Error | null) | null = null;
  let openMax = 0;
  const answer = <Value>(name: string, value: () => Value) => {
    calls.push(name);
    const error = failure?.() ?? null;
    return error ? Promise.reject(error) : Promise.resolve(value());
  };
  const client = {
    GetInstruments: () => answer('GetInstruments', () => instruments),
    GetLevel1: () => answer('GetLevel1', () => ({ BestBid: '0.99', BestOffer: '1.01' })),
    GetAccountPositions: () =>
      answer('GetAccountPositions', () =>
        symbols.map((symbol) => ({ ProductSymbol: symbol, Amount: '100000', Hold: '0' })),
      ),
    SendOrder: (order: { InstrumentId: number; OrderType: string }) =>
      answer('SendOrder', () => {
        const OrderId = calls.length;
        if (order.OrderType === 'Limit') open.set(OrderId, order.InstrumentId);
        else traded.add(order.InstrumentId);
        for (const { InstrumentId } of instruments)
          openMax = Math.max(openMax, [...open.values()].filter((id) => id === InstrumentId).length);
        return { OrderId };
      }),
    CancelOrder: ({ OrderId }: { OrderId: number }) =>
      answer('CancelOrder', () => {
        open.delete(OrderId);
        return {};
      }),
    CancelAllOrders: () => answer('CancelAllOrders', () => ({})),
  };
  return {
    client: client as unknown as TradingClient,
    calls,
    open,
    traded,
    most: () => openMax,
    fail: (by: (() => Error | null) | null) => (failure = by),
    count: (name: string) => calls.filter((call) => call === name).length,
  };
}

async function running(exchange: ReturnType<typeof fakeExchange>, minutes: number, ordersPerMinute = 4) {
  const ending = new AbortController();
  const warnings: string[] = [];
  let orders = 0;
  const session = new TradingSession({
    customers: ['ana', 'bruno'].map((name) => ({ name, client: exchange.client, funds })),
    ordersPerMinute,
    random: seededRandom(42),
    signal: ending.signal,
    onOrder: () => (orders += 1),
    warn: (message) => warnings.push(message),
  });
  const run = session.run();
  await vi.advanceTimersByTimeAsync(minutes * 60_000);
  return {
    orders: () => orders,
    warnings,
    async end() {
      ending.abort();
      await vi.advanceTimersByTimeAsync(0);
      await run;
    },
    run,
  };
}

test('a few orders a minute in every market, and all markets are traded within the first minute', async () => {
  const exchange = fakeExchange();
  const first = await running(exchange, 1);
  expect([...exchange.traded].toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  // 4 × 3 markets × 60 minutes.
  expect(first.orders()).toBeGreaterThan(600);
  expect(first.orders()).toBeLessThan(840);
  await first.end();
});

test('orders that rest are canceled, and never more than a few rest in a market', async () => {
  const exchange = fakeExchange();
  const session = await running(exchange, 60, 40);
  expect(exchange.count('CancelOrder')).toBeGreaterThan(100);
  expect(exchange.most()).toBeLessThanOrEqual(restingMax);
  await session.end();
});

test('orders of an earlier run are canceled before the first order', async () => {
  const exchange = fakeExchange();
  const session = await running(exchange, 10);
  expect(exchange.calls.indexOf('CancelAllOrders')).toBeLessThan(exchange.calls.indexOf('SendOrder'));
  expect(exchange.count('CancelAllOrders')).toBe(2);
  await session.end();
});

test('an unreachable exchange is tried once a minute, and traded on when it is back', async () => {
  const exchange = fakeExchange();
  const session = await running(exchange, 5);
  exchange.fail(() => new NoAnswer('no connection', { wasSent: false }));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  const before = exchange.calls.length;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(exchange.calls.length - before).toBeLessThanOrEqual(30);
  expect(session.warnings).toEqual(['simulated customers wait']);
  exchange.fail(null);
  const orders = session.orders();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(session.orders()).toBeGreaterThan(orders + 20);
  await session.end();
});

test('a refused order is an ordinary answer', async () => {
  const exchange = fakeExchange();
  let calls = 0;
  exchange.fail(() => {
    calls += 1;
    return calls % 4 === 0
      ? new SalarRefusal({ errormsg: 'Not_Enough_Funds', errorcode: 101, detail: null })
      : null;
  });
  const session = await running(exchange, 30);
  expect(session.warnings).toEqual([]);
  expect(session.orders()).toBeGreaterThan(30);
  await session.end();
});

test('customers who cannot sign in are skipped, and the run ends when none is left', async () => {
  const exchange = fakeExchange();
  exchange.fail(() => new NotSignedIn('locked'));
  const session = await running(exchange, 10);
  await session.run;
  expect(session.warnings).toHaveLength(2);
  expect(exchange.calls.length).toBeLessThan(5);
});

test('it ends at once, in the middle of a wait', async () => {
  const exchange = fakeExchange();
  const session = await running(exchange, 1);
  const before = exchange.calls.length;
  await session.end();
  expect(exchange.calls.length).toBe(before);
});
