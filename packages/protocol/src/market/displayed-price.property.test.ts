import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDisplayedPrice, lastTradeMaxAgeMs } from './displayed-price.ts';
import type { DisplayedPriceInput } from './displayed-price.ts';

const now = Date.UTC(2026, 5, 1);
/** Valid prices of orders: whole ticks. */
const markets = fc
  .record({
    tick: fc.bigInt({ min: 1n, max: 10_000n }),
    bid: fc.bigInt({ min: 0n, max: 40n }),
    spread: fc.bigInt({ min: 1n, max: 9n }),
    hasAsk: fc.boolean(),
    lastPrice: fc.bigInt({ min: 0n, max: 60n }),
    ageMs: fc.oneof(
      fc.constantFrom(-1, 0, lastTradeMaxAgeMs, lastTradeMaxAgeMs + 1),
      fc.integer({ min: 0, max: 200_000 }),
    ),
  })
  .map(({ tick, bid, spread, hasAsk, lastPrice, ageMs }): DisplayedPriceInput => ({
    tick,
    now,
    bid: bid * tick,
    ask: hasAsk ? (bid + spread) * tick : 0n,
    last: lastPrice === 0n ? null : { price: lastPrice * tick, at: now - ageMs },
  }));

test('the displayed price lies within the book, whatever was traded before', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const { bid, ask, last, tick } = market;
      const shown = findDisplayedPrice(market);
      if (shown === null) {
        expect([bid, ask, last]).toEqual([0n, 0n, null]);
        return;
      }
      expect(shown.price % tick).toBe(0n);
      expect(shown.price).toBeGreaterThan(0n);
      if (bid > 0n) expect(shown.price).toBeGreaterThanOrEqual(bid);
      if (ask > 0n) expect(shown.price).toBeLessThanOrEqual(ask);
    }),
    { numRuns: 5_000 },
  );
});

test('with two sides, a recent trade within the spread is displayed, otherwise the middle to less than a tick', () => {
  fc.assert(
    fc.property(markets, (market) => {
      const { bid, ask, last, tick } = market;
      fc.pre(bid > 0n && ask > 0n);
      const isRecent = last !== null && now - last.at <= 60_000;
      const isWithin = last !== null && bid <= last.price && last.price <= ask;
      const shown = findDisplayedPrice(market);
      if (isRecent && isWithin) {
        expect(shown).toEqual({ price: last.price, source: 'last' });
        return;
      }
      expect(shown?.source).toBe('mid');
      const below = bid + ask - 2n * (shown?.price ?? 0n);
      expect(below >= 0n && below < 2n * tick).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('a trade affects the price for a minute at most', () => {
  const market = { bid: 90_151n, ask: 90_219n, tick: 1n, now };
  const traded = (price: bigint, ageMs: number) =>
    findDisplayedPrice({ ...market, last: { price, at: now - ageMs } });
  expect(traded(90_151n, 60_000)).toEqual({ price: 90_151n, source: 'last' });
  expect(traded(90_151n, 60_001)).toEqual({ price: 90_185n, source: 'mid' });
  expect(traded(89_677n, 0)).toEqual({ price: 90_185n, source: 'mid' });
});

test('a single side bounds the last trade, and without a book the last trade is displayed', () => {
  const at = now - 3_600_000;
  const empty = { bid: 0n, ask: 0n, tick: 1n, now };
  expect(findDisplayedPrice({ ...empty, bid: 10n, last: { price: 12n, at } })).toEqual({
    price: 12n,
    source: 'last',
  });
  expect(findDisplayedPrice({ ...empty, bid: 10n, last: { price: 9n, at } })).toEqual({
    price: 10n,
    source: 'side',
  });
  expect(findDisplayedPrice({ ...empty, ask: 10n, last: { price: 12n, at } })).toEqual({
    price: 10n,
    source: 'side',
  });
  expect(findDisplayedPrice({ ...empty, ask: 10n, last: null })).toEqual({ price: 10n, source: 'side' });
  expect(findDisplayedPrice({ ...empty, last: { price: 12n, at } })).toEqual({ price: 12n, source: 'last' });
  expect(findDisplayedPrice({ ...empty, last: null })).toBeNull();
});
