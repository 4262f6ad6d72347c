/** A binary heap: gives access to the first item and can remove any. What decides the order may change only outside of it. */
import { assert } from '@salar/protocol';

export class Heap<Item extends object> {
  readonly #isBefore: (a: Item, b: Item) => boolean;
  readonly #items: Item[] = [];
  readonly #indices = new Map<Item, number>();

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | null {
    return this.#items[0] ?? null;
  }

  has(item: Item): boolean {
    return this.#indices.has(item);
  }

  /** In no particular order. */
  values(): IterableIterator<Item> {
    return this.#items.values();
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  remove(item: Item): void {
    const index = this.#indices.get(item);
    assert(index !== undefined, 'an item to remove is in the heap');
    this.#indices.delete(item);
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    if (this.#rise(last, index) === index) this.#sink(last, index);
  }

  /** @returns the item's index */
  #rise(item: Item, start: number): number {
    let index = start;
    while (index > 0) {
      const parentIndex = (index - 1) >> 1;
      const parent = this.#items[parentIndex];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#put(parent, index);
      index = parentIndex;
    }
    this.#put(item, index);
    return index;
  }

  #sink(item: Item, start: number): void {
    let index = start;
    for (;;) {
      let childIndex = 2 * index + 1;
      let child = this.#items[childIndex];
      const other = this.#items[childIndex + 1];
      if (child === undefined) break;
      if (other !== undefined && this.#isBefore(other, child)) {
        child = other;
        childIndex++;
      }
      if (!this.#isBefore(child, item)) break;
      this.#put(child, index);
      index = childIndex;
    }
    this.#put(item, index);
  }

  #put(item: Item, index: number): void {
    this.#items[index] = item;
    this.#indices.set(item, index);
  }
}
