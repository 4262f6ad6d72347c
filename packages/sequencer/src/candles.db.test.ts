import { millis } from '@salar/protocol';
import { candleIntervals, keptSince, seedCandles, writeCandles } from '@salar/store';
import type { Candle, CandleInterval, CandleChanges } from '@salar/store';
import {
  listCandles,
  findFirstHour,
  findMinuteEndedBy,
  readMinutesSince,
} from '@salar/store/projection/candles';
import {
  btcUsdt,
  getCustomerAccount,
  buildLimitOrder,
  buildManyOrders,
  buildMarketSetup,
} from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sequencer } from './sequencer.ts';
import { verifyBooks } from './verify/verify-books.ts';

const start = Date.UTC(2026, 5, 1, 12, 0, 30);
const minuteMs = 60_000;

describe('candles', () => {
  let store: TestDatabase;
  let sequencer: Sequencer;
  const clock = { now: start };
  const open = async () => {
    sequencer = await Sequencer.open({
      database: store.database,
      now: () => clock.now,
      onFatal: (error) => {
        throw error;
      },
    });
  };
  const allRows = () =>
    store.database.query<Record<string, unknown>>(
      'SELECT * FROM candle ORDER BY instrument_id, interval_seconds, is_seed, begins_at',
    );

  beforeEach(async () => {
    store = await openTestDatabase();
    clock.now = start;
    await open();
    await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
  });
  afterEach(async () => {
    await sequencer.close();
    await store.close();
  });

  test('rebuilt from the journal they equal the rows that were written while it grew', async () => {
    const waits = [0, 700, 29_999, 1, minuteMs, 5 * minuteMs + 1, 3_600_000, 86_400_000, 30 * 86_400_000];
    for (const [place, order] of buildManyOrders(400, 4).entries()) {
      if (place % 9 === 0) clock.now += waits[(place / 9) % waits.length] ?? 0;
      await sequencer.submit(order);
      if (place % 37 === 0) await sequencer.projected();
      if (place % 50 === 0) await cancelAllAfterAMinute();
      if (place % 150 === 149) {
        await sequencer.close();
        await open();
      }
    }
    await sequencer.projected();
    const live = await allRows();
    expect(new Set(live.map((row) => row['interval_seconds']))).toEqual(new Set(candleIntervals));
    expect(live.some((row) => row['trades'] === 0)).toBe(true);
    const begins = (interval: CandleInterval) =>
      live.filter((row) => row['interval_seconds'] === interval).map((row) => Number(row['begins_at']));
    expect(Math.min(...begins(60)), 'minutes were deleted on the way').toBeGreaterThan(start);
    expect(Math.min(...begins(3600))).toBeLessThan(start);
    expect((await verifyBooks(store.database)).findings.flatMap((one) => one.examples)).toEqual([]);
    await sequencer.close();
    await store.database.query(
      `TRUNCATE candle, order_history, order_terms, trade, ledger_entry;
       UPDATE projection SET sequence = 0, entry_count = 0`,
    );
    await open();
    await sequencer.projected();
    expect(await allRows()).toEqual(live);
    expect((await verifyBooks(store.database)).findings.flatMap((one) => one.examples)).toEqual([]);
  });

  test('a closed candle ends with the best prices after its last command, and an open one is open', async () => {
    await rest('sell', 105, 2n);
    await rest('buy', 105, 1n);
    clock.now = start + 29_999;
    await rest('buy', 95, 1n);
    clock.now = start + 30_000;
    await rest('buy', 99, 1n);
    await sequencer.projected();
    expect(await listCandles(store.database, toRange(60))).toMatchObject([
      { beginsAt: start - 30_000, open: 105, close: 105, volume: 1n, trades: 1, bid: 95, ask: 105 },
    ]);
    expect(await listCandles(store.database, toRange(300))).toMatchObject([{ bid: null, ask: null }]);
    clock.now = start + 90_000;
    await rest('buy', 1, 1n);
    await sequencer.projected();
    expect((await listCandles(store.database, toRange(60)))[1]).toMatchObject({
      beginsAt: start + 30_000,
      open: 105,
      high: 105,
      volume: 0n,
      trades: 0,
      bid: 99,
      ask: 105,
    });
  });

  test('the minutes of the last day come with the command up to which they are valid', async () => {
    await rest('sell', 105, 2n);
    await rest('buy', 105, 1n);
    await sequencer.projected();
    const recent = await readMinutesSince(store.database, millis(start - 30_000));
    expect(recent.sequence).toBe(sequencer.engine.lastSequence);
    expect(recent.minutes).toMatchObject([{ beginsAt: start - 30_000, trades: 1 }]);
    const later = await readMinutesSince(store.database, millis(start));
    expect(later).toEqual({ sequence: recent.sequence, minutes: [] });

    // The minutes up to the first trade are seeded.
    const noon = start - 30_000;
    const seeded = [noon - 2 * minuteMs, noon - minuteMs, noon, noon + minuteMs];
    await seedCandles(
      store.database,
      seeded.map((beginsAt, place) => buildCandle({ interval: 60, beginsAt, price: 100 + place })),
    );
    expect((await readMinutesSince(store.database, millis(noon - minuteMs))).minutes).toMatchObject([
      { beginsAt: noon - minuteMs, open: 101, close: 101 },
      { beginsAt: noon, open: 102, high: 105, low: 102, close: 105, trades: 1 },
    ]);
  });

  test('a seeded past ends where trading begins, and the interval of the first trade is one candle', async () => {
    const seed = (beginsAt: number, price: number) =>
      seedCandles(store.database, [buildCandle({ interval: 3600, beginsAt, price })]);
    const noon = start - 30_000;
    await seed(noon - 7_200_000, 90);
    await seed(noon - 3_600_000, 100);
    await seed(noon - 3_600_000, 80);
    await seed(noon, 70);
    await rest('sell', 105, 2n);
    await rest('buy', 105, 1n);
    await sequencer.projected();
    expect(await listCandles(store.database, { ...toRange(3600), from: noon - 3_600_000 })).toMatchObject([
      { beginsAt: noon - 7_200_000, close: 90 },
      { beginsAt: noon - 3_600_000, open: 100, high: 100, low: 80, close: 80 },
      { beginsAt: noon, open: 70, high: 105, low: 70, close: 105, volume: 1n },
    ]);
    expect(await findFirstHour(store.database, btcUsdt)).toBe(noon - 7_200_000);
    expect((await verifyBooks(store.database)).findings.flatMap((one) => one.examples)).toEqual([]);
  });

  test('the newest minute that had ended at a time is returned, traded or seeded', async () => {
    const noon = start - 30_000;
    const endedBy = async (at: number) =>
      (await findMinuteEndedBy(store.database, btcUsdt, millis(at)))?.close ?? null;
    await seedCandles(store.database, [
      buildCandle({ interval: 60, beginsAt: noon - 2 * minuteMs, price: 90 }),
      buildCandle({ interval: 60, beginsAt: noon, price: 80 }),
    ]);
    await writeCandles(
      store.database,
      taken(
        buildCandle({ interval: 60, beginsAt: noon, price: 100 }),
        buildCandle({ interval: 60, beginsAt: noon + minuteMs, price: 110 }),
      ),
    );
    expect(await endedBy(noon - minuteMs - 1)).toBeNull();
    expect(await endedBy(noon - minuteMs)).toBe(90);
    expect(await endedBy(noon + minuteMs - 1)).toBe(90);
    expect(await endedBy(noon + minuteMs)).toBe(100);
    expect(await endedBy(noon + 9 * minuteMs)).toBe(110);
  });

  test('minutes are deleted after 90 days, except for the last one before; hours stay', async () => {
    const noon = start - 30_000;
    const days = (count: number) => noon + count * 86_400_000;
    const old = [0, 1, 2, 91].map((day) => buildCandle({ interval: 60, beginsAt: days(day), price: 100 }));
    const hour = buildCandle({ interval: 3600, beginsAt: noon, price: 100 });
    await writeCandles(store.database, taken(...old, hour));
    await writeCandles(store.database, { changed: [], dayBegun: millis(days(93)) });
    const left = await store.database.query<{ begins_at: number }>(
      'SELECT begins_at FROM candle WHERE interval_seconds = 60 ORDER BY begins_at',
    );
    expect(left.map((row) => row.begins_at)).toEqual([days(2), days(91)]);
    expect(keptSince(60, millis(days(93)))).toBe(Date.UTC(2026, 5, 4));
    expect(await listCandles(store.database, { ...toRange(3600), from: noon })).toHaveLength(1);
  });

  test('figures beyond 64 bits are stored exactly', async () => {
    const volume = 2n ** 100n + 1n;
    const candle = { ...buildCandle({ interval: 60, beginsAt: start - 30_000, price: 100 }), volume };
    await writeCandles(store.database, taken(candle as Candle));
    expect(await listCandles(store.database, toRange(60))).toEqual([candle]);
  });

  async function cancelAllAfterAMinute(): Promise<void> {
    clock.now += minuteMs;
    for (const index of [0, 1, 2, 3]) {
      const accountId = getCustomerAccount(index);
      await sequencer.submit({ type: 'CancelAllOrders', accountId, instrumentId: btcUsdt });
    }
    clock.now += minuteMs;
  }

  async function rest(side: 'buy' | 'sell', price: number, quantity: bigint): Promise<void> {
    const account = getCustomerAccount(side === 'buy' ? 0 : 1);
    const outcome = await sequencer.submit(buildLimitOrder({ account, side, price, quantity }));
    expect(outcome.ok).toBe(true);
  }
});

const toRange = (interval: CandleInterval) => ({
  instrumentId: btcUsdt,
  interval,
  from: start - 86_400_000,
  until: start + 86_400_000,
});

const taken = (...changed: Candle[]): CandleChanges => ({ changed, dayBegun: null });

function buildCandle(choice: { interval: CandleInterval; beginsAt: number; price: number }): Candle {
  const { interval, beginsAt, price } = choice;
  return {
    instrumentId: btcUsdt,
    interval,
    beginsAt,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1n,
    notional: 1n,
    trades: 1,
    bid: price,
    ask: price,
  } as Candle;
}
