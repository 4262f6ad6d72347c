import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sequencer } from '@salar/sequencer';
import {
  btcUsdt,
  getCustomerAccount,
  buildLimitOrder,
  buildManyOrders,
  buildMarketSetup,
} from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { StoreHistory } from '../reports/store-history.ts';
import { MarketDataService } from './market-data-service.ts';

const start = Date.UTC(2026, 5, 1, 12, 0, 30);
const dayMs = 86_400_000;
const clock = { now: start };
let store: TestDatabase;
let sequencer: Sequencer;

beforeAll(async () => {
  store = await openTestDatabase();
  sequencer = await open();
  await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
});
afterAll(async () => {
  await sequencer.close();
  await store.close();
});

test('after a restart the figures are unchanged, and the price of a day ago is available', async () => {
  const live = service();
  await live.start(sequencer);
  for (const [place, order] of buildManyOrders(300, 4).entries()) {
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

  const buy = buildLimitOrder({
    account: getCustomerAccount(0),
    side: 'buy',
    price: 6_000_030,
    quantity: 5n,
  });
  await sequencer.submit(buy);
  const grown = await after.quote(btcUsdt);
  expect(grown?.rolling.volume).toBe((before?.rolling.volume ?? 0n) + 5n);
});

test('the change over 24 hours goes from the displayed price then to the displayed price now', async () => {
  for (const index of [0, 1, 2, 3])
    await sequencer.submit({
      type: 'CancelAllOrders',
      accountId: getCustomerAccount(index),
      instrumentId: btcUsdt,
    });
  await sequencer.submit(
    buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 5_000_000, quantity: 5n }),
  );
  await sequencer.submit(
    buildLimitOrder({ account: getCustomerAccount(1), side: 'sell', price: 5_000_200, quantity: 5n }),
  );
  clock.now += dayMs + 60_000;
  await sequencer.submit(
    buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 5_000_100, quantity: 5n }),
  );
  await sequencer.projected();
  expect(await service().quote(btcUsdt)).toMatchObject({
    displayedPrice: 5_000_150,
    change24h: 50,
    change24hBasisPoints: 0,
  });
});

test('after a trade the displayed price and the change follow the book, and the last trade stays the last trade', async () => {
  const buyer = getCustomerAccount(2);
  await sequencer.submit(buildLimitOrder({ account: buyer, side: 'buy', price: 5_000_200, quantity: 5n }));
  await sequencer.submit(
    buildLimitOrder({ account: getCustomerAccount(1), side: 'sell', price: 5_000_300, quantity: 5n }),
  );
  await sequencer.projected();
  const fresh = await service().quote(btcUsdt);
  expect(fresh).toMatchObject({ displayedPrice: 5_000_200, change24h: 100 });
  expect(fresh?.lastTrade?.price).toBe(5_000_200);

  // Trading stops, and the book moves away.
  await sequencer.submit(buildLimitOrder({ account: buyer, side: 'buy', price: 5_000_280, quantity: 5n }));
  await sequencer.projected();
  const moved = await service().quote(btcUsdt);
  expect(moved).toMatchObject({ displayedPrice: 5_000_290, change24h: 190 });
  expect(moved?.lastTrade?.price).toBe(5_000_200);
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
  new MarketDataService({
    sequencer,
    history: new StoreHistory({ database: store.database }),
    now: () => clock.now,
  });
