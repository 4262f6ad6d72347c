import {
  accountId,
  instrumentId,
  lots,
  millis,
  minor,
  orderId,
  sequence,
  ticks,
  userId,
} from '@salar/protocol';
import type { OrderOrigin, OrderRecord, OrderTerms, StopRecord } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import { expect, test } from 'vitest';
import { countHistory, findFinishedOrders } from './audit-reads.ts';
import { ProjectionRows } from './projection-rows.ts';
import { ProjectionWriter } from './projection-writer.ts';
import { findFinishedOrder, listFinishedOrders } from './reads.ts';

const largest = Number.MAX_SAFE_INTEGER;
const terms: readonly (OrderTerms | null)[] = [
  null,
  { displayQuantity: lots(0n), expiresAt: millis(0), ocoOrderId: orderId(7) },
  { displayQuantity: lots(2n ** 63n - 1n), expiresAt: millis(largest), ocoOrderId: orderId(0) },
];
const stops: readonly (StopRecord | null)[] = [
  null,
  {
    trigger: 'bid',
    stopPrice: ticks(largest),
    trailingAmount: ticks(0),
    limitOffset: ticks(0),
    currentStop: ticks(largest),
    isWaiting: false,
  },
  {
    trigger: 'ask',
    stopPrice: ticks(0),
    trailingAmount: ticks(5),
    limitOffset: ticks(2),
    currentStop: ticks(95),
    isWaiting: true,
  },
];
const origins: readonly (OrderOrigin | null)[] = [null, { orderId: orderId(3), clientOrderId: 0 }];

test('an order is read back from history with its terms, stop and origin as the engine emitted it', async () => {
  const store = await openTestDatabase();
  const writer = new ProjectionWriter(store.database, 0);
  try {
    const orders = terms.flatMap((term, i) =>
      stops.flatMap((stop, j) =>
        origins.map((origin, k) => buildOrder(100 + i * 6 + j * 2 + k, { terms: term, stop, origin })),
      ),
    );
    const rows = new ProjectionRows(0);
    for (const order of orders) rows.orderClosed(order);
    expect(await writer.write({ from: sequence(0), to: sequence(1), rows: rows.take() })).toBe('written');

    const found = await findFinishedOrders(store.database, orders);
    expect([...found].sort((a, b) => a.orderId - b.orderId)).toEqual(orders);
    const page = await listFinishedOrders(store.database, {
      accountId: accountId(1000),
      startIndex: 1,
      limit: 3,
    });
    expect(page).toEqual([...orders].reverse().slice(1, 4));
    const named = { accountId: accountId(1000), orderId: orderId(100) };
    expect(await findFinishedOrder(store.database, named)).toEqual(orders[0]);
    const ofOther = { ...named, accountId: accountId(1001) };
    expect(await findFinishedOrder(store.database, ofOther)).toBeNull();
    expect(await countHistory(store.database)).toMatchObject({ orders: 18, orderTerms: 17 });
  } finally {
    await writer.close();
    await store.close();
  }
});

function buildOrder(id: number, besides: Pick<OrderRecord, 'terms' | 'stop' | 'origin'>): OrderRecord {
  return {
    orderId: orderId(id),
    accountId: accountId(1000),
    userId: userId(1),
    instrumentId: instrumentId(1),
    side: 'buy',
    orderType: besides.stop === null ? 'limit' : 'trailing_stop_limit',
    timeInForce: 'gtd',
    price: ticks(0),
    quantity: lots(9n),
    value: minor(0n),
    executed: lots(0n),
    notional: minor(0n),
    clientOrderId: 0,
    isQuote: false,
    ...besides,
    status: 'expired',
    reason: 'expired',
    receivedAt: millis(id),
    updatedAt: millis(id),
  };
}
