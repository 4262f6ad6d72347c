/** Shares what all connections may have together between their clients. */

export type Shared<Item> = {
  /** The client that has the item. */
  readonly owner: (item: Item) => unknown;
  readonly size: (item: Item) => number;
  /** Whether the item may be given up. */
  readonly mayEnd: (item: Item) => boolean;
  /** The most that all items together may take. */
  readonly total: number;
};

/**
 * Selects items to give up, as many as are needed until the others take no more than `total`: of the owners with more than a
 * fair share, the one with most first, and of each owner in the order of `items`.
 */
export function selectExcess<Item>(items: readonly Item[], shared: Shared<Item>): Item[] {
  const owners = new Map<unknown, { size: number; readonly items: Item[] }>();
  let excess = -shared.total;
  for (const item of items) {
    const key = shared.owner(item);
    let owner = owners.get(key);
    if (owner === undefined) owners.set(key, (owner = { size: 0, items: [] }));
    const size = shared.size(item);
    owner.size += size;
    owner.items.push(item);
    excess += size;
  }
  const largestFirst = [...owners.values()].toSorted((a, b) => b.size - a.size);
  const share = computeFairShare(
    largestFirst.map(({ size }) => size),
    shared.total,
  );
  const selected: Item[] = [];
  for (const owner of largestFirst) {
    for (const item of owner.items) {
      if (excess <= 0) return selected;
      if (owner.size <= share) break;
      if (!shared.mayEnd(item)) continue;
      selected.push(item);
      owner.size -= shared.size(item);
      excess -= shared.size(item);
    }
  }
  return selected;
}

/**
 * Returns the most that one of several owners may keep so that all together keep at most `total`: what those with little
 * do not use is shared by the others. Infinity when everybody may keep everything.
 */
function computeFairShare(held: readonly number[], total: number): number {
  const rising = held.toSorted((a, b) => a - b);
  let left = total;
  for (const [index, own] of rising.entries()) {
    const share = left / (rising.length - index);
    if (own > share) return share;
    left -= own;
  }
  return Infinity;
}
