/**
 * Returns the most that one of several owners may keep so that all together keep at most `total`: what those with little
 * do not use is shared by the others. Infinity when everybody may keep everything.
 */
export function computeFairShare(held: readonly number[], total: number): number {
  const rising = held.toSorted((a, b) => a - b);
  let left = total;
  for (const [index, own] of rising.entries()) {
    const share = left / (rising.length - index);
    if (own > share) return share;
    left -= own;
  }
  return Infinity;
}
