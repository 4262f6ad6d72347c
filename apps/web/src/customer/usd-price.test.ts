import { expect, test } from 'vitest';
import type { Instrument } from '../api/calls/market-data/get-instruments.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import { computeUsdPrices } from './usd-price.ts';

// covers: dashboard.24
test('a product is priced by its USDT pair', () => {
  const prices = computeUsdPrices(
    [pair(1, 'BTC', 'USDT')],
    [market(1, { lastTraded: '61500.5', change24h: '2.5' })],
  );
  expect(prices.get('BTC')).toEqual({ price: '61500.5', change24h: '2.5' });
});

// covers: dashboard.24
test('a currency that USDT is quoted in is priced by the inverse, and so is its change', () => {
  const prices = computeUsdPrices(
    [pair(6, 'USDT', 'COP')],
    [market(6, { lastTraded: '4000', change24h: '25' })],
  );
  expect(prices.get('COP')).toEqual({ price: '0.00025', change24h: '-20' });
});

test('before the first trade the midpoint of the book is the price, and one side alone is enough', () => {
  const pairs = [pair(1, 'BTC', 'USDT'), pair(2, 'ETH', 'USDT')];
  const prices = computeUsdPrices(pairs, [
    market(1, { bestBid: '10', bestOffer: '12' }),
    market(2, { bestOffer: '7' }),
  ]);
  expect(prices.get('BTC')?.price).toBe('11');
  expect(prices.get('ETH')?.price).toBe('7');
});

test('a product without a priced pair has no price', () => {
  expect(computeUsdPrices([pair(1, 'BTC', 'USDT')], [market(1, {})]).has('BTC')).toBe(false);
  expect(computeUsdPrices([pair(3, 'ETH', 'BTC')], [market(3, { lastTraded: '0.05' })]).has('ETH')).toBe(
    false,
  );
});

test('USDT is the unit of account, so it never changes', () => {
  expect(computeUsdPrices([], []).get('USDT')).toEqual({ price: '1', change24h: '0' });
});

test('one small trade does not freeze the price: it follows the book without trades', () => {
  const at = Date.UTC(2026, 5, 1, 22, 24);
  const priceAt = (given: Partial<MarketPrice>) =>
    computeUsdPrices(
      [pair(1, 'BTC', 'USDT')],
      [market(1, { lastTraded: '89677.56', lastTradedAt: at, ...given })],
    ).get('BTC')?.price;
  expect(priceAt({ at: at + 1_000, bestBid: '89677.56', bestOffer: '89730' })).toBe('89677.56');
  // The book has moved away from the trade.
  expect(priceAt({ at: at + 1_000, bestBid: '90151.9', bestOffer: '90219.25' })).toBe('90185.57');
  // The book is back where it was, but the trade is more than a minute old.
  expect(priceAt({ at: at + 60_001, bestBid: '89677.56', bestOffer: '89730' })).toBe('89703.78');
});

function pair(instrumentId: number, baseSymbol: string, quoteSymbol: string): Instrument {
  return {
    instrumentId,
    symbol: baseSymbol + quoteSymbol,
    baseId: 1,
    baseSymbol,
    quoteId: 2,
    quoteSymbol,
    quantityIncrement: '0.0001',
    priceIncrement: '0.01',
    quantityMin: '0.0001',
    priceMin: '0.01',
    isRunning: true,
    halt: null,
  };
}

function market(instrumentId: number, given: Partial<MarketPrice>): MarketPrice {
  return {
    instrumentId,
    lastTraded: '0',
    bestBid: '0',
    bestOffer: '0',
    lastTradedAt: 0,
    at: 0,
    change24h: '0',
    ...given,
  };
}
