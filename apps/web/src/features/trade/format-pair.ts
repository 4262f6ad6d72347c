import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';

/** Formats the name of a market, base first. */
export function formatPair({
  baseSymbol,
  quoteSymbol,
}: Pick<Instrument, 'baseSymbol' | 'quoteSymbol'>): string {
  return `${baseSymbol}/${quoteSymbol}`;
}
