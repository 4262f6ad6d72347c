/** Where the eye stays when the candles under a chart are exchanged. */

/** Places of candles, counted from the first; may lie between two and beyond the ends. */
export type View = { readonly from: number; readonly to: number };

type Begun = { readonly begin: number };

/**
 * The view that shows the same candles as before, or the newest as before when the newest were in sight.
 *
 * @returns null when the candles are others altogether
 */
export function findKeptView(view: View, before: readonly Begun[], candles: readonly Begun[]): View | null {
  const newest = before.at(-1);
  const place = candles.findLastIndex(({ begin }) => begin === newest?.begin);
  if (place === -1) return null;
  const wasAtEnd = view.to >= before.length - 1;
  const shift = (wasAtEnd ? candles.length - 1 : place) - (before.length - 1);
  return { from: view.from + shift, to: view.to + shift };
}
