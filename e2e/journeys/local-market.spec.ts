/** A fresh local exchange with its simulated customers: within seconds every market is live, and all calls agree. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@salar/client';
import type { Level1 } from '@salar/client';
import Big from 'big.js';
import { serverDir, startServer } from '../support/server.ts';
import type { RunningServer } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

let server: RunningServer;
test.beforeAll(async () => {
  // Faster than by default, to shorten the test.
  server = await startServer({ env: { SALAR_SIMULATED_CUSTOMERS: '30' } });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
});

test('trades in every market, and last price, tape, candles, volume and change agree in every call', async () => {
  const { call } = createClient({ url: server.url });
  const readMarkets = async () =>
    (await call.GetLevel1Summary()).map((text) => JSON.parse(text) as Record<keyof Level1, number>);
  await expect
    .poll(async () => (await readMarkets()).filter((one) => one.Rolling24NumTrades >= 2).length, {
      timeout: 60_000,
    })
    .toBe(8);

  for (const { InstrumentId } of await call.GetInstruments()) {
    await expect(async () => {
      const before = await call.GetLevel1({ InstrumentId });
      const [summaries, minSummaries, tickers, tape, book] = await Promise.all([
        call.Summary(),
        call.GetLevel1SummaryMin({ InstrumentIds: [InstrumentId] }),
        call.Ticker(),
        call.GetLastTrades({ InstrumentId, Count: 1 }),
        call.GetL2Snapshot({ InstrumentId, Depth: 1 }),
      ]);
      const [minutes, hours, days] = await Promise.all(
        [60, 3600, 86_400].map((Interval) =>
          call.GetTickerHistory({
            InstrumentId,
            Interval,
            FromDate: String(Date.now() - dayMs - 5 * minuteMs),
          }),
        ),
      );
      const after = await call.GetLevel1({ InstrumentId });
      // If a trade happens between the responses, they are requested again.
      expect(after.LastTradeTime).toBe(before.LastTradeTime);
      expect(after.Rolling24NumTrades).toBe(before.Rolling24NumTrades);

      const last = new Big(before.LastTradedPx);
      const volume = new Big(before.Rolling24HrVolume);
      expect(volume.gt(0)).toBe(true);
      expect(tape?.length).toBe(1);
      expect(last.eq(tape[0]?.Price ?? 0), 'the newest trade is the last price').toBe(true);
      for (const candles of [minutes, hours, days]) {
        const newest = candles?.at(-1);
        expect(last.eq(newest?.Close ?? 0), 'the running candle closes at the last price').toBe(true);
      }
      const day = days?.at(-1);
      expect(new Big(before.SessionOpen).eq(day?.Open ?? 0)).toBe(true);
      expect(new Big(before.SessionHigh).eq(day?.High ?? 0)).toBe(true);
      expect(new Big(before.SessionLow).eq(day?.Low ?? 0)).toBe(true);
      expect(last.eq(before.SessionClose)).toBe(true);

      const since = Number(before.TimeStamp) - dayMs;
      const shown = (minutes ?? []).filter((row) => row.BeginDateTime >= since);
      expect(shown.length).toBeGreaterThan(24 * 60 - 2);
      const sum = shown.reduce((total, row) => total.plus(row.Volume), new Big(0));
      expect(sum.eq(volume), 'the volume of 24 hours is that of the minutes of the chart').toBe(true);

      const { Symbol: symbol } =
        (await call.GetInstruments()).find((one) => one.InstrumentId === InstrumentId) ?? {};
      const summary = summaries.find(({ trading_pairs: pair }) => pair.replace('_', '') === symbol);
      expect(last.eq(summary?.last_price ?? 0)).toBe(true);
      expect(volume.eq(summary?.base_volume ?? 0)).toBe(true);
      const highest = shown.reduce((most, row) => (most.gt(row.High) ? most : new Big(row.High)), new Big(0));
      expect(highest.eq(summary?.highest_price_24h ?? 0)).toBe(true);
      const [minRow] = minSummaries;
      expect(last.eq(minRow?.LastTradedPx ?? 0)).toBe(true);
      expect(volume.eq(minRow?.Rolling24HrVolume ?? 0)).toBe(true);
      const ticker = Object.entries(tickers).find(([pair]) => pair.replace('_', '') === symbol)?.[1];
      expect(last.eq(ticker?.last_price ?? 0)).toBe(true);
      expect(volume.eq(ticker?.base_volume ?? 0)).toBe(true);
      expect(book.length).toBeGreaterThan(0);

      // The change goes from the price of 24 hours ago, on the same series, to the displayed price, which lies within the book.
      // The price of 24 hours ago may be up to a minute off.
      const agoMs = Number(after.TimeStamp) - dayMs;
      const past = (minutes ?? []).filter((row) => row.EndDateTime <= agoMs).slice(-3);
      const displayed = past.map((row) => new Big(row.Close).plus(after.Rolling24HrPxChange));
      expect(
        displayed.some((price) => price.gte(after.BestBid) && price.lte(after.BestOffer)),
        `${symbol}: ${displayed.map(String).join(', ')} within ${after.BestBid} and ${after.BestOffer}`,
      ).toBe(true);
    }).toPass({ timeout: 30_000, intervals: [50] });
  }

  const page = await (await fetch(`${server.url}/local`)).text();
  expect(page).toContain('Simulated customers');

  await server.stop();
  const verified = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
    env: { ...process.env, SALAR_DATA_DIR: server.dataDir },
    encoding: 'utf8',
  });
  expect(verified.stdout).toContain('The books agree to the last unit.');
});
