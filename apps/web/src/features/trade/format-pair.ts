import type { Instrument } from '../../api/calls/get-instruments.ts';

/** A market's name on screen: base first. */
export function formatPair({
  baseSymbol,
  quoteSymbol,
}: Pick<Instrument, 'baseSymbol' | 'quoteSymbol'>): string {
  return `${baseSymbol}/${quoteSymbol}`;
}
