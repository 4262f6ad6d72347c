/** Turns what an exchange answers about a market into a quote, if it can be used as one. */
import type { Ticker } from 'ccxt';
import type { ExchangeQuote, Pair } from './feed-messages.ts';

/** A clock ahead of our own must not make a price look newer than it is. */
const clockSkewMaxMs = 5_000;
/** Bid and ask further apart than this part of their middle are no price: an order that empties one side would move it. */
const spreadMax = 0.02;

export function toQuotes(
  source: string,
  { symbol, bid, ask, timestamp }: Pick<Ticker, 'symbol' | 'bid' | 'ask' | 'timestamp'>,
  pairs: readonly Pair[],
  now: number,
): ExchangeQuote[] {
  if (symbol === undefined || !pairs.includes(symbol)) return [];
  if (bid === undefined || ask === undefined) return [];
  if (!(bid > 0) || !(ask >= bid) || !Number.isFinite(ask)) return [];
  const middle = (bid + ask) / 2;
  if (ask - bid > middle * spreadMax) return [];
  const at = timestamp === undefined || timestamp > now + clockSkewMaxMs ? now : Math.min(timestamp, now);
  return [{ source, pair: symbol, middle, at }];
}
