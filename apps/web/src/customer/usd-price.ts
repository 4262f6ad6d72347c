/** Prices of products in US dollars, derived from the pairs with USDT or USDC (product spec, section 9). */
import type { Instrument } from '../api/calls/market-data/get-instruments.ts';
import type { MarketPrice } from '../api/calls/market-data/get-level1-summary.ts';
import { add, divideDown, multiply, subtract } from '../money/decimal.ts';
import { computeDisplayedPrice } from './displayed-price.ts';

/** Decimal text. `change24h` is percent, or null where the price of 24 hours ago was infinite. */
export type UsdPrice = { readonly price: string; readonly change24h: string | null };

/** The first one is the unit of account: it is worth one dollar by definition, so its price never changes. */
const dollarSymbols = ['USDT', 'USDC'] as const;
const pricePlaces = 18;

/** Computes prices by product symbol. A product without a pair, or whose pair has no price yet, is absent. */
export function computeUsdPrices(
  instruments: readonly Instrument[],
  prices: readonly MarketPrice[],
): ReadonlyMap<string, UsdPrice> {
  const byInstrument = new Map(prices.map((price) => [price.instrumentId, price]));
  const found = new Map<string, UsdPrice>([[dollarSymbols[0], { price: '1', change24h: '0' }]]);
  for (const dollar of dollarSymbols) {
    for (const instrument of instruments) {
      const market = byInstrument.get(instrument.instrumentId);
      const price = market ? (computeDisplayedPrice(market, instrument.priceIncrement)?.price ?? null) : null;
      if (!market || price === null) continue;
      if (instrument.quoteSymbol === dollar && !found.has(instrument.baseSymbol)) {
        found.set(instrument.baseSymbol, { price, change24h: market.change24h });
      }
      if (instrument.baseSymbol === dollar && !found.has(instrument.quoteSymbol)) {
        const inverse = divideDown('1', price, pricePlaces);
        if (inverse !== null)
          found.set(instrument.quoteSymbol, { price: inverse, change24h: invertChange(market.change24h) });
      }
    }
  }
  return found;
}

/** True when this pair prices a product in dollars: the product of `symbol`, or any product without it. */
export function isPricedIn({ baseSymbol, quoteSymbol }: Instrument, symbol?: string): boolean {
  return (
    (isDollar(quoteSymbol) && (symbol === undefined || symbol === baseSymbol)) ||
    (isDollar(baseSymbol) && (symbol === undefined || symbol === quoteSymbol))
  );
}

function isDollar(symbol: string): boolean {
  return dollarSymbols.some((dollar) => dollar === symbol);
}

/** Converts the change of one side of a pair to that of the other: +25 % becomes -20 %. */
function invertChange(percent: string): string | null {
  const ratio = divideDown('100', add('100', percent), pricePlaces);
  return ratio === null ? null : subtract(multiply(ratio, '100'), '100');
}
