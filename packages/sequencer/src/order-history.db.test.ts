import type { OrderRecord } from '@salar/protocol';
import { CommandStream } from '@salar/testing/random/random-commands';
import { openTestDatabase } from '@salar/testing/postgres';
import { createSeededRandom } from '@salar/testing/seeded-random';
import { expect, test } from 'vitest';
import { Sequencer } from './sequencer.ts';
import { verifyBooks } from './verify/verify-books.ts';

/** Kinds of orders that must have ended before history is checked, and when to stop waiting for them. */
const kinds: readonly ((order: OrderRecord) => boolean)[] = [
  (order) => order.status === 'expired',
  (order) => order.stop?.isWaiting === false,
  (order) => order.stop !== null && order.stop.currentStop !== order.stop.stopPrice,
  (order) => order.origin !== null,
  (order) => order.terms !== null && order.terms.ocoOrderId > 0,
  (order) => order.terms !== null && order.terms.displayQuantity > 0n,
];
const countMin = 800;
const countMax = 20_000;

test('history has the orders as the engine emitted them, and the same rows when it is rebuilt', async () => {
  const store = await openTestDatabase();
  const clock = { now: 0 };
  const open = () =>
    Sequencer.open({
      database: store.database,
      now: () => clock.now,
      onFatal: (error) => {
        throw error;
      },
    });
  const readRows = (table: string) => store.database.query(`SELECT * FROM ${table} ORDER BY order_id`);
  const ofOrders = new Set(['finished orders', 'terms of finished orders']);
  const differences = async () =>
    (await verifyBooks(store.database)).findings
      .filter((one) => ofOrders.has(one.what))
      .flatMap((one) => one.examples);

  const stream = new CommandStream(createSeededRandom(7), { spoiledShare: 0 });
  const missing = new Set(kinds);
  let sequencer = await open();
  sequencer.subscribe(({ orders }) => {
    for (const order of orders.filter(({ status }) => status !== 'working'))
      for (const kind of missing) if (kind(order)) missing.delete(kind);
  });
  for (let i = 0; i < countMin || (missing.size > 0 && i < countMax); i += 1) {
    const { command, at } = stream.next();
    clock.now = at;
    stream.onOutcome(command, await sequencer.submit(command));
  }
  await sequencer.projected();
  expect([...missing].map(String)).toEqual([]);
  expect(await differences()).toEqual([]);

  const live = { orders: await readRows('order_history'), terms: await readRows('order_terms') };
  expect(live.terms.length).toBeGreaterThan(20);
  await sequencer.close();
  await store.database.query(
    `TRUNCATE order_history, order_terms, trade, ledger_entry, candle;
     UPDATE projection SET sequence = 0, entry_count = 0`,
  );
  sequencer = await open();
  await sequencer.projected();
  expect({ orders: await readRows('order_history'), terms: await readRows('order_terms') }).toEqual(live);

  const [spoiled] = live.terms as { order_id: number }[];
  await store.database.query('DELETE FROM order_terms WHERE order_id = $1', [spoiled?.order_id]);
  expect(await differences()).toHaveLength(2); // the order, and the number of rows
  await sequencer.close();
  await store.close();
}, 120_000);
