import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sequencer } from '@salar/sequencer';
import { btcUsdt, customer, limitOrder, manyOrders, marketSetup } from '@salar/testing/market';
import { testDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { StoreHistory } from '../reports/store-history.ts';
import { MarketDataService } from './market-data-service.ts';

const start = Date.UTC(2026, 5, 1, 12, 0, 30);
const dayMs = 86_400_000;
const clock = { now: start };
let store: TestDatabase;
let sequencer: Sequencer;

beforeAll(async () => {
  store = await testDatabase();
  sequencer = await open();
  await Promise.all(marketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
});
afterAll(async () => {
  await sequencer.close();
  await store.close();
});

test('after a restart the figures are those of before, and the price of a day ago is known', async () => {
  const live = service();
  await live.start(sequencer);
  for (const [place, order] of manyOrders(300, 4).entries()) {
    if (place % 10 === 0) clock.now += (place % 7) * 1_000_000;
    await sequencer.submit(order);
  }
  const before = await live.quote(btcUsdt);
  expect(before?.rolling.trades).toBeGreaterThan(100);
  expect(before?.rolling.trades).toBeLessThan(sequencer.engine.level1(btcUsdt).lastTrade?.tradeId ?? 0);

  await sequencer.close();
  sequencer = await open();
  const after = service();
  await after.start(sequencer);
  expect(await after.quote(btcUsdt)).toEqual(before);

  const buy = limitOrder({ account: customer(0), side: 'buy', price: 6_000_030, quantity: 5n });
  await sequencer.submit(buy);
  const grown = await after.quote(btcUsdt);
  expect(grown?.rolling.volume).toBe((before?.rolling.volume ?? 0n) + 5n);
});

test('the change over 24 hours goes from the middle of the book then to the middle of the book now', async () => {
  for (const index of [0, 1, 2, 3])
    await sequencer.submit({ type: 'CancelAllOrders', accountId: customer(index), instrumentId: btcUsdt });
  await sequencer.submit(limitOrder({ account: customer(0), side: 'buy', price: 5_000_000, quantity: 5n }));
  await sequencer.submit(limitOrder({ account: customer(1), side: 'sell', price: 5_000_200, quantity: 5n }));
  clock.now += dayMs + 60_000;
  await sequencer.submit(limitOrder({ account: customer(0), side: 'buy', price: 5_000_100, quantity: 5n }));
  await sequencer.projected();
  expect(await service().quote(btcUsdt)).toMatchObject({ change24h: 50, change24hBasisPoints: 0 });
});

const open = () =>
  Sequencer.open({
    database: store.database,
    now: () => clock.now,
    onFatal: (error) => {
      throw error;
    },
  });
const service = () =>
  new MarketDataService({ sequencer, history: new StoreHistory(store.database), now: () => clock.now });
