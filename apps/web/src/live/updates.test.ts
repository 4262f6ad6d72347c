import { waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { expect, test, vi } from 'vitest';
import type { AppStore } from '../store/store.ts';
import { api } from '../api/api.ts';
import '../api/calls/accounts/get-account-info.ts';
import '../api/calls/accounts/get-account-positions.ts';
import '../api/calls/transfers/get-deposit-tickets.ts';
import '../api/calls/market-data/get-level1-summary.ts';
import '../api/calls/orders/get-orders.ts';
import {
  account,
  answering,
  digits,
  exchange,
  position,
  products,
  findRequests,
  ticket,
} from '../api/testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from '../api/testing/render-page.tsx';
import { parseLossless } from '@salar/client/lossless-json';
import type { WireValue } from '@salar/client/lossless-json';
import type { Position } from '../api/records/position.ts';
import type { Ticket } from '../api/records/ticket.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import { AccountUpdates } from './account-updates.ts';
import { FrameThrottle } from './frame-throttle.ts';
import { PriceUpdates, pricePaceMs } from './price-updates.ts';

useFakeExchange();

type Question = Readonly<Record<string, unknown>> | undefined;
type Endpoint = {
  readonly initiate: (question: Question) => never;
  readonly select: (question: Question) => (state: unknown) => { readonly data?: unknown };
};

/** Runs a query as a page does, and keeps the answer for as long as the test runs. */
async function query(store: AppStore, name: string, question?: Question): Promise<() => unknown> {
  const endpoint = api.endpoints[name as never] as Endpoint;
  const answered: unknown = store.dispatch(endpoint.initiate(question));
  await (answered as Promise<unknown>);
  return () => endpoint.select(question)(store.getState()).data;
}

/** Converts a value to what the socket delivers: every number is its text. */
function wire(value: object): WireValue {
  return parseLossless(JSON.stringify(value).replace(/\{"__digits":"([^"]*)"\}/g, '$1'));
}

const level1 = (instrumentId: number, bid: string) =>
  wire({
    InstrumentId: instrumentId,
    BestBid: digits(bid),
    BestOffer: digits(bid),
    LastTradedPx: digits(bid),
  });

const everything = { accountId: 31, startIndex: 0, limit: 3 };

test('a balance update replaces the balance in place, with all its digits', async () => {
  const store = signedInStore();
  const positions = await query(store, 'getAccountPositions', { accountId: 31 });
  const updates = new AccountUpdates(store);
  updates.apply(
    'AccountPositionEvent',
    wire(position('ETH', '1.234567890123456780', '0.000000000000000001')),
  );
  await waitFor(() =>
    expect((positions() as Position[])[1]).toEqual({
      productId: products.ETH,
      symbol: 'ETH',
      amount: '1.234567890123456780',
      hold: '0.000000000000000001',
    }),
  );
  expect(positions() as Position[]).toHaveLength(4);
  expect(findRequests('GetAccountPositions')).toHaveLength(1);
});

test('many balance updates at once are written once, the newest of each', async () => {
  const store = signedInStore();
  const positions = await query(store, 'getAccountPositions', { accountId: 31 });
  const updates = new AccountUpdates(store);
  const versions = new Set<unknown>();
  const stop = store.subscribe(() => versions.add(positions()));
  for (let i = 1; i <= 50; i += 1) {
    updates.apply('AccountPositionEvent', wire(position('BTC', String(i))));
    updates.apply('AccountPositionEvent', wire(position('USDT', String(1000 - i))));
  }
  await waitFor(() => expect((positions() as Position[])[0]?.amount).toBe('50'));
  stop();
  expect((positions() as Position[])[2]?.amount).toBe('950');
  expect(versions.size).toBeLessThanOrEqual(2);
});

test('an answer in progress does not undo a newer balance update', async () => {
  const store = signedInStore();
  const positions = await query(store, 'getAccountPositions', { accountId: 31 });
  const updates = new AccountUpdates(store);
  exchange.use(
    http.post('*/AP/GetAccountPositions', async () => {
      await delay(150);
      return Response.json([{ ProductId: 1, ProductSymbol: 'BTC', Amount: 0.5, Hold: 0.1 }]);
    }),
  );
  const again = query(store, 'getAccountPositions', { accountId: 31 });
  store.dispatch(api.util.invalidateTags([{ type: 'Product', id: 'positions' }]));
  updates.apply('AccountPositionEvent', wire(position('BTC', '7')));
  await again;
  await waitFor(() => expect(positions()).toHaveLength(1));
  await waitFor(() => expect((positions() as Position[])[0]?.amount).toBe('7'));
});

test('a known ticket changes in place; nothing is fetched', async () => {
  exchange.use(answering('GetDepositTickets', [ticket(2, 'BTC', '1', 'New'), ticket(1, 'ETH', '2', 'New')]));
  const store = signedInStore();
  const all = await query(store, 'getDepositTickets', everything);
  const ofEther = await query(store, 'getDepositTickets', { ...everything, productId: products.ETH });
  const before = findRequests('GetDepositTickets').length;
  new AccountUpdates(store).apply('DepositTicketUpdateEvent', wire(ticket(1, 'ETH', '2', 'FullyProcessed')));
  for (const tickets of [all, ofEther])
    await waitFor(() =>
      expect((tickets() as Ticket[]).map(({ status }) => status)).toEqual(['New', 'FullyProcessed']),
    );
  expect(findRequests('GetDepositTickets')).toHaveLength(before);
});

test('a new ticket refetches the lists it belongs to, once', async () => {
  const store = signedInStore();
  const all = await query(store, 'getDepositTickets', everything);
  exchange.use(answering('GetDepositTickets', [ticket(3, 'BTC', '1', 'New')]));
  const updates = new AccountUpdates(store);
  updates.apply('DepositTicketUpdateEvent', wire(ticket(3, 'BTC', '1', 'New')));
  await waitFor(() => expect(all()).toHaveLength(1));
  expect(findRequests('GetDepositTickets')).toHaveLength(2);
});

test('a ticket of another product leaves a list alone', async () => {
  const store = signedInStore();
  await query(store, 'getDepositTickets', { ...everything, productId: products.ETH });
  await query(store, 'getAccountInfo', { userId: 17 });
  const updates = new AccountUpdates(store);
  updates.apply('DepositTicketUpdateEvent', wire(ticket(3, 'BTC', '1', 'New')));
  updates.apply('VerificationLevelUpdateEvent', wire({ AccountId: 31, VerificationLevel: 2 }));
  await waitFor(() => expect(findRequests('GetAccountInfo')).toHaveLength(2));
  expect(findRequests('GetDepositTickets')).toHaveLength(1);
});

test('a new verification level appears', async () => {
  const store = signedInStore();
  const info = await query(store, 'getAccountInfo', { userId: 17 });
  exchange.use(answering('GetAccountInfo', account(2)));
  new AccountUpdates(store).apply(
    'VerificationLevelUpdateEvent',
    wire({ AccountId: 31, VerificationLevel: 2 }),
  );
  await waitFor(() => expect(info()).toMatchObject({ verificationLevel: 2 }));
});

test('a flood of orders refetches the history once a second at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'performance'] });
  try {
    const store = signedInStore();
    const invalidate = vi.spyOn(api.util, 'invalidateTags');
    const updates = new AccountUpdates(store);
    for (let i = 0; i < 200; i += 1) {
      updates.apply('OrderStateEvent', wire({ OrderId: i }));
      vi.advanceTimersByTime(10);
    }
    expect(invalidate.mock.calls.length).toBeLessThanOrEqual(3);
    expect(invalidate).toHaveBeenCalledWith(['OrderTickets']);
    invalidate.mockRestore();
  } finally {
    vi.useRealTimers();
  }
});

test('after an interruption all account data on screen is fetched once', async () => {
  const store = signedInStore();
  await query(store, 'getAccountPositions', { accountId: 31 });
  await query(store, 'getOrders', everything);
  await query(store, 'getDepositTickets', everything);
  await query(store, 'getLevel1Summary');
  const updates = new AccountUpdates(store);
  updates.refresh();
  updates.refresh();
  for (const call of ['GetAccountPositions', 'GetOrders', 'GetDepositTickets'])
    await waitFor(() => expect(findRequests(call)).toHaveLength(2));
  expect(findRequests('GetLevel1Summary')).toHaveLength(1);
});

test('an unrelated event is ignored', () => {
  const updates = new AccountUpdates(signedInStore());
  expect(() => updates.apply('SomethingNew', wire({ A: 1 }))).not.toThrow();
});

test('price updates appear in the market summary, the newest of each', async () => {
  const store = signedInStore();
  const prices = await query(store, 'getLevel1Summary');
  const before = prices() as MarketPrice[];
  const updates = new PriceUpdates(store);
  updates.apply(level1(1, '60001'));
  updates.apply(level1(1, '60002'));
  updates.apply(level1(9, '5'));
  await waitFor(() =>
    expect((prices() as MarketPrice[]).map(({ instrumentId, bestBid }) => [instrumentId, bestBid])).toEqual([
      [1, '60002'],
      [2, '3000'],
      [6, '4000'],
      [9, '5'],
    ]),
  );
  expect((prices() as MarketPrice[])[1]).toBe(before[1]);
  expect(findRequests('GetLevel1Summary')).toHaveLength(1);
});

test('figures change twice a second at most, however frequent the updates are', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'performance'] });
  try {
    const work = vi.fn<() => boolean>(() => true);
    const batch = new FrameThrottle(work, pricePaceMs);
    for (let ms = 0; ms < 2000; ms += 10) {
      batch.schedule();
      vi.advanceTimersByTime(10);
    }
    expect(work.mock.calls.length).toBeGreaterThan(2);
    expect(work.mock.calls.length).toBeLessThanOrEqual(4);
  } finally {
    vi.useRealTimers();
  }
});
