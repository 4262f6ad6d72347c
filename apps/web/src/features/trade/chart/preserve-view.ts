/** Keeps the visible part of a chart when its candles are replaced. */

/** Indices of candles; they may be fractional and lie beyond the ends. */
export type View = { readonly from: number; readonly to: number };

type Begun = { readonly begin: number };

/**
 * Finds the view that shows the same candles as before, or still the newest when the newest were visible.
 *
 * @returns null when the candles are entirely different
 */
export function preserveView(view: View, before: readonly Begun[], candles: readonly Begun[]): View | null {
  const newest = before.at(-1);
  const place = candles.findLastIndex(({ begin }) => begin === newest?.begin);
  if (place === -1) return null;
  const wasAtEnd = view.to >= before.length - 1;
  const shift = (wasAtEnd ? candles.length - 1 : place) - (before.length - 1);
  return { from: view.from + shift, to: view.to + shift };
}
