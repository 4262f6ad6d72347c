import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
import { silentLog } from '../../ports/log.ts';
import { StoreHistory } from '../../reports/store-history.ts';
import { createMarketServices } from '../../compose/market-services.ts';
import { CandleService } from '../candle-service.ts';
import type { ChartCandle } from '../candle-series.ts';
import type { MarketFeed } from './market-feed.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const clock = { now: noon };
const now = () => clock.now;
let store: TestDatabase;
let sequencer: Sequencer;
let feed: MarketFeed;

beforeAll(async () => {
  store = await openTestDatabase();
  sequencer = await Sequencer.open({
    database: store.database,
    now,
    onFatal: (error) => {
      throw error;
    },
  });
  await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
  const history = new StoreHistory({ database: store.database });
  const market = createMarketServices({ sequencer, history, now, log: silentLog });
  await market.marketData.start(sequencer);
  feed = market.marketFeed;
});
afterAll(async () => {
  feed.close();
  await sequencer.close();
  await store.close();
});

test('a subscriber that joins during trading receives every trade once, from its snapshot on', async () => {
  const readers: number[][] = [];
  const orders = buildManyOrders(600, 4);
  for (let at = 0; at < orders.length; at += 20) {
    const published = Promise.all(orders.slice(at, at + 20).map((order) => sequencer.submit(order)));
    if (at % 60 === 0) {
      const received: number[] = [];
      readers.push(received);
      const take = (trades: readonly { readonly trade: { readonly tradeId: number } }[]) =>
        void received.push(...trades.map(({ trade }) => trade.tradeId));
      feed.listenToTrades(
        { instrumentId: btcUsdt, count: 5 },
        {
          snapshot: take,
          update: take,
          failed: (error) => {
            throw error;
          },
        },
      );
    }
    await published;
  }
  const last = sequencer.engine.level1(btcUsdt).lastTrade?.tradeId ?? 0;
  expect(last).toBeGreaterThan(100);
  await vi.waitFor(
    () => expect(readers.map((received) => received.at(-1))).toEqual(readers.map(() => last)),
    {
      timeout: 20_000,
    },
  );
  for (const received of readers) {
    const first = received[0] ?? 0;
    expect(received).toEqual(Array.from({ length: last - first + 1 }, (_, place) => first + place));
  }
});

test('a candle published as closed equals the one from the journal, whatever waited for the disk', async () => {
  const published: ChartCandle[] = [];
  const candles = new CandleService({
    sequencer,
    history: new StoreHistory({ database: store.database }),
    now,
  });
  clock.now = noon + 59_999;
  const waiting = Promise.all(buildManyOrders(50, 4).map((order) => sequencer.submit(order)));
  clock.now = noon + 60_000;
  const closed = candles.closed({ instrumentId: btcUsdt, interval: 60, since: noon, now: clock.now });
  const later = buildLimitOrder({
    account: getCustomerAccount(0),
    side: 'buy',
    price: 6_000_030,
    quantity: 1n,
  });
  await Promise.all([waiting, sequencer.submit(later)]);
  published.push(...(await closed));
  clock.now = noon + 120_000;
  await sequencer.submit({
    type: 'CancelAllOrders',
    accountId: getCustomerAccount(0),
    instrumentId: btcUsdt,
  });
  const all = await candles.candles({
    instrumentId: btcUsdt,
    interval: 60,
    since: noon,
    until: noon + 60_000,
  });
  expect(published).toHaveLength(1);
  expect(published).toEqual(all);
});
