/** Converts markets to the format of listing sites: pairs as `BASE_QUOTE`, keys in lower case. */
import type { EngineView } from '@salar/engine';
import { toWireDecimal, shape } from '@salar/protocol/wire';
import type { Quote } from '@salar/services/market-data/quote';
import { toQuoteUnits, getUnitsByInstrument } from './units.ts';
import type { Units } from './units.ts';

const { integer, number, object, text } = shape;

/** Returns the number by which listing sites identify a product; 0 for a product that they do not list. */
export function getListingId(symbol: string): number {
  return listingIds.get(symbol) ?? 0;
}
const listingIds: ReadonlyMap<string, number> = new Map([
  ['BTC', 1],
  ['USDT', 825],
  ['ETH', 1027],
  ['TRX', 1958],
  ['USDC', 3408],
]);

export function formatPairName({ baseSymbol, quoteSymbol }: Units): string {
  return `${baseSymbol}_${quoteSymbol}`;
}

/** Finds the instrument of a pair, given as `BTC_USDT` or by its symbol, in any case. */
export function findInstrumentByPair(view: EngineView, pair: string): Units | undefined {
  const wanted = pair.toUpperCase();
  return [...getUnitsByInstrument(view).values()].find(
    (units) =>
      units.instrument.symbol.toUpperCase() === wanted || formatPairName(units).toUpperCase() === wanted,
  );
}

export const summaryShape = object({
  trading_pairs: text,
  last_price: number,
  lowest_ask: number,
  highest_bid: number,
  base_volume: number,
  quote_volume: number,
  price_change_percent_24h: number,
  highest_price_24h: number,
  lowest_price_24h: number,
});

export function toSummaryRow(quote: Quote) {
  const units = toQuoteUnits(quote);
  const { price, quantity, value } = units;
  const { rolling } = quote;
  return {
    trading_pairs: formatPairName(units),
    last_price: price(quote.lastTrade?.price ?? 0),
    lowest_ask: price(quote.bestOffer),
    highest_bid: price(quote.bestBid),
    base_volume: quantity(rolling.volume),
    quote_volume: value(rolling.notional),
    price_change_percent_24h: toWireDecimal(BigInt(quote.change24hBasisPoints), 2),
    highest_price_24h: price(rolling.high),
    lowest_price_24h: price(rolling.low),
  };
}

export const listingTickerShape = object({
  base_id: integer,
  quote_id: integer,
  last_price: number,
  base_volume: number,
  quote_volume: number,
});

export function toListingTickerRow({ lastTrade, rolling }: Quote, units: Units) {
  const { baseSymbol, quoteSymbol, price, quantity, value } = units;
  return {
    base_id: getListingId(baseSymbol),
    quote_id: getListingId(quoteSymbol),
    last_price: price(lastTrade?.price ?? 0),
    base_volume: quantity(rolling.volume),
    quote_volume: value(rolling.notional),
  };
}
