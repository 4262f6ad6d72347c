/** How a snapshot writes collections: with their length, and in an order that does not depend on their history. */
import type { SnapshotWriter } from './snapshot-writer.ts';

/** Writes the length of a list, then each item. */
export function writeList<Item>(
  out: SnapshotWriter,
  items: readonly Item[],
  saveOne: (item: Item) => void,
): void {
  out.number(items.length);
  for (const item of items) saveOne(item);
}

export function sortById<Id extends number, Entry>(entries: Iterable<[Id, Entry]>): [Id, Entry][] {
  return [...entries].sort(([a], [b]) => a - b);
}

/** Sorts by code units, never by a locale. */
export function sortByKey<Entry>(entries: Iterable<[string, Entry]>): [string, Entry][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}
