/** How a snapshot writes what there are several of: counted, and in one order however they came about. */
import type { ByteWriter } from './byte-writer.ts';

/** Writes how many there are, then each of them. */
export function writeList<Item>(
  out: ByteWriter,
  items: readonly Item[],
  saveOne: (item: Item) => void,
): void {
  out.number(items.length);
  for (const item of items) saveOne(item);
}

export function sortById<Id extends number, Entry>(entries: ReadonlyMap<Id, Entry>): [Id, Entry][] {
  return [...entries].sort(([a], [b]) => a - b);
}

/** By code units, never by a locale. */
export function sortByKey<Entry>(entries: ReadonlyMap<string, Entry>): [string, Entry][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}
