import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { MarketPrice } from '../../api/calls/market-data/get-level1-summary.ts';

const productIds: Readonly<Record<string, number>> = { BTC: 1, ETH: 2, USDT: 3, USDC: 4, COP: 5, BRL: 6 };

export function findProductId(symbol: string): number {
  return productIds[symbol] ?? 99;
}

export function pair(
  instrumentId: number,
  base: string,
  quote: string,
  given: Partial<Instrument> = {},
): Instrument {
  return {
    instrumentId,
    symbol: base + quote,
    baseId: findProductId(base),
    baseSymbol: base,
    quoteId: findProductId(quote),
    quoteSymbol: quote,
    quantityIncrement: '0.0001',
    priceIncrement: '0.01',
    quantityMin: '0.001',
    priceMin: '0.01',
    isRunning: true,
    halt: null,
    ...given,
  };
}

export function market(instrumentId: number, bestBid: string, bestOffer: string): MarketPrice {
  return { instrumentId, lastTraded: '0', bestBid, bestOffer, lastTradedAt: 0, at: 0, change24h: '0' };
}
