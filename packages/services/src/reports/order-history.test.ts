import { accountId, instrumentId, lots, millis, minor, orderId, ticks, userId } from '@salar/protocol';
import type { OrderRecord, OrderStatus, Trade } from '@salar/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineReader } from '../ports/engine-port.ts';
import type { History } from '../ports/history.ts';
import { mergeOrders, OrderHistory, buildSteps } from './order-history.ts';
import { createInstantPort } from '@salar/testing/instant-port';
import type { Engine, EngineView, ReadResult } from '@salar/engine';

const account = accountId(1000);

// covers: calls.13
test('a page of the merged list is the same as a slice of the whole list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.nat(45),
      fc.integer({ min: 1, max: 15 }),
      async (isOpen, startIndex, limit) => {
        const all = isOpen.map((open, place) => order(isOpen.length - place, open ? 'working' : 'filled'));
        const history = createHistory(all);
        const page = await history.page({ accountId: account, filter: {}, startIndex, limit });
        expect(page).toEqual(all.slice(startIndex, startIndex + limit));
        const canceled = await history.page({
          accountId: account,
          filter: { status: 'filled' },
          startIndex,
          limit,
        });
        expect(canceled).toEqual(
          all.filter((one) => one.status === 'filled').slice(startIndex, startIndex + limit),
        );
      },
    ),
  );
});

test('an order that closes while the list is read appears once, finished', () => {
  expect(mergeOrders([order(2, 'working'), order(1, 'working')], [order(2, 'filled')])).toEqual([
    order(2, 'filled'),
    order(1, 'working'),
  ]);
});

test('the steps of an order go back from its current state, without later fills', () => {
  const present: OrderRecord = {
    ...order(5, 'working'),
    quantity: lots(10n),
    executed: lots(5n),
    notional: minor(50n),
    reason: 'trade',
    receivedAt: millis(1),
    updatedAt: millis(20),
  };
  const fill = (at: number, quantity: bigint) =>
    ({ at: millis(at), quantity: lots(quantity), notional: minor(quantity * 10n) }) as Trade;
  const listSteps = (trades: readonly Trade[]) =>
    buildSteps(present, trades).map((step) => [step.updatedAt, step.executed, step.notional, step.reason]);
  expect(listSteps([fill(30, 4n), fill(20, 2n), fill(10, 3n)])).toEqual([
    [20, 5n, 50n, 'trade'],
    [10, 3n, 30n, 'trade'],
    [1, 0n, 0n, 'accepted'],
  ]);
  expect(listSteps([fill(20, 2n)])).toEqual([[20, 5n, 50n, 'trade']]); // the older fill is beyond the returned steps
});

test('an order placed while the read waits for durability is not shown yet', async () => {
  const orders = [order(1, 'working')];
  const view = {
    openOrders: () => [...orders],
    order: (id: number) => orders.find((one) => one.orderId === id),
  } as unknown as EngineView;
  const sequencer: EngineReader = {
    read: async <T>(look: (view: EngineView) => ReadResult<T>): Promise<T> => {
      const result = look(view);
      orders.unshift(order(2, 'working'));
      return result;
    },
    projected: async () => undefined,
  };
  const history = new OrderHistory({
    sequencer,
    history: { findOrder: async () => null } as unknown as History,
  });
  expect(await history.open(account)).toEqual([order(1, 'working')]);
  orders.shift();
  expect(await history.find(account, orderId(2))).toBeNull();
});

function createHistory(all: readonly OrderRecord[]): OrderHistory {
  const engine = { openOrders: () => all.filter((one) => one.status === 'working') } as unknown as Engine;
  const sequencer = createInstantPort(engine, () => Promise.reject(new Error('nothing is submitted')));
  const reads = {
    listOrders: async ({ startIndex, limit }: { startIndex: number; limit: number }) =>
      all.filter((one) => one.status !== 'working').slice(startIndex, startIndex + limit),
  } as unknown as History;
  return new OrderHistory({ sequencer, history: reads });
}

function order(id: number, status: OrderStatus): OrderRecord {
  return {
    orderId: orderId(id),
    accountId: account,
    userId: userId(1),
    instrumentId: instrumentId(1),
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'gtc',
    price: ticks(1),
    quantity: lots(1n),
    value: minor(0n),
    executed: lots(0n),
    notional: minor(0n),
    clientOrderId: 0,
    isQuote: false,
    terms: null,
    stop: null,
    origin: null,
    status,
    reason: 'accepted',
    receivedAt: millis(id),
    updatedAt: millis(id),
  };
}
