/**
 * One side of an order book: sorted price levels.
 *
 * Levels live in chunks, a tree of depth two: finding a level takes two binary searches, and adding or removing one
 * moves a few dozen entries however many prices there are. Keys grow from the worst price to the best (a bid's
 * price, an ask's price negated), so the busy end of the book is the cheap end of the arrays, and both sides share
 * the code.
 */
import { assert } from '@salar/protocol';
import type { Side, Ticks } from '@salar/protocol';
import type { PriceQueues } from './order-links.ts';
import { PriceLevel } from './price-level.ts';

const chunkLevelsMax = 64; // fits a few cache lines; measured flat from 32 to 128

type Chunk = { readonly keys: number[]; readonly levels: PriceLevel[] };

export class BookSide {
  best: PriceLevel | null = null;
  readonly #sign: 1 | -1;
  readonly #links: PriceQueues;
  readonly #chunks: Chunk[] = [];
  /** The lowest key of each chunk. */
  readonly #lows: number[] = [];

  constructor(side: Side, links: PriceQueues) {
    this.#sign = side === 'buy' ? 1 : -1;
    this.#links = links;
  }

  /** Converts a price to its key: higher is better. */
  toKey(price: number): number {
    return this.#sign * price;
  }

  find(price: number): PriceLevel | null {
    const key = this.#sign * price;
    const { best } = this;
    if (best === null || key > best.key) return null;
    if (key === best.key) return best;
    const chunk = this.#chunks[this.#chunkAt(key)];
    if (chunk === undefined) return null;
    const index = lowerBound(chunk.keys, key);
    return chunk.keys[index] === key ? (chunk.levels[index] ?? null) : null;
  }

  countOrders(): number {
    let count = 0;
    for (let level = this.best; level !== null; level = level.worse) count += level.count;
    return count;
  }

  /** Opens a level at a price that has none yet. */
  open(price: Ticks, lotCost: bigint): PriceLevel {
    const key = this.#sign * price;
    const level = new PriceLevel(price, key, lotCost, this.#links);
    const at = Math.max(this.#chunkAt(key), 0);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push({ keys: [key], levels: [level] });
      this.#lows.push(key);
      this.best = level;
      return level;
    }
    const index = lowerBound(chunk.keys, key);
    assert(chunk.keys[index] !== key, 'a price has one level');
    this.#link(level, chunk.levels[index - 1] ?? null, chunk.levels[index] ?? null);
    insertAt(chunk.keys, index, key);
    insertAt(chunk.levels, index, level);
    if (index === 0) this.#lows[at] = key;
    if (chunk.keys.length > chunkLevelsMax) this.#split(at, chunk);
    return level;
  }

  /** Closes an empty level. */
  close(level: PriceLevel): void {
    assert(level.count === 0, 'only an empty level is closed');
    const at = this.#chunkAt(level.key);
    const chunk = this.#chunks[at];
    assert(chunk !== undefined, 'a level belongs to a chunk');
    const index = lowerBound(chunk.keys, level.key);
    assert(chunk.levels[index] === level, 'a level is stored at the index of its price');
    removeAt(chunk.keys, index);
    removeAt(chunk.levels, index);
    if (level.better === null) this.best = level.worse;
    else level.better.worse = level.worse;
    if (level.worse !== null) level.worse.better = level.better;
    const low = chunk.keys[0];
    if (low !== undefined) {
      if (index === 0) this.#lows[at] = low;
      return;
    }
    this.#chunks.splice(at, 1);
    this.#lows.splice(at, 1);
  }

  /**
   * `worse` and `better` are the neighbours inside the chunk; at its edge, the neighbour's own link leads to the
   * next chunk.
   */
  #link(level: PriceLevel, worse: PriceLevel | null, better: PriceLevel | null): void {
    level.worse = worse ?? better?.worse ?? null;
    level.better = better ?? worse?.better ?? null;
    if (level.worse !== null) level.worse.better = level;
    if (level.better === null) this.best = level;
    else level.better.worse = level;
  }

  #split(at: number, chunk: Chunk): void {
    const half = chunk.keys.length >> 1;
    const upper: Chunk = { keys: chunk.keys.splice(half), levels: chunk.levels.splice(half) };
    this.#chunks.splice(at + 1, 0, upper);
    this.#lows.splice(at + 1, 0, upper.keys[0] ?? 0);
  }

  /** Returns the last chunk whose lowest key is not above `key`, or -1. */
  #chunkAt(key: number): number {
    const lows = this.#lows;
    let low = 0;
    let high = lows.length - 1;
    if (high < 0 || key >= (lows[high] ?? 0)) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lows[middle] ?? 0) <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Returns the first index whose key is not below `key`. */
function lowerBound(keys: readonly number[], key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Like `splice`, but without allocating an array of removed items. Chunks are short. */
function insertAt<T>(items: T[], index: number, item: T): void {
  items.push(item);
  for (let i = items.length - 1; i > index; i--) items[i] = items[i - 1] as T;
  items[index] = item;
}

function removeAt(items: unknown[], index: number): void {
  for (let i = index + 1; i < items.length; i++) items[i - 1] = items[i];
  items.pop();
}
