/**
 * A map of any size. A `Map` ends at 2^24 entries, and a large one stops the writer for long while it grows, so entries
 * are shared out among many maps by a hash of their keys.
 */
const shardCount = 256;

export class ShardedMap<Key extends string | number, Value> {
  readonly #shards: readonly Map<Key, Value>[] = Array.from({ length: shardCount }, () => new Map());

  get size(): number {
    return this.#shards.reduce((size, shard) => size + shard.size, 0);
  }

  get(key: Key): Value | undefined {
    return this.#shardOf(key).get(key);
  }

  has(key: Key): boolean {
    return this.#shardOf(key).has(key);
  }

  set(key: Key, value: Value): void {
    this.#shardOf(key).set(key, value);
  }

  /** In no particular order. */
  *[Symbol.iterator](): IterableIterator<[Key, Value]> {
    for (const shard of this.#shards) yield* shard;
  }

  /** In no particular order. */
  *values(): IterableIterator<Value> {
    for (const shard of this.#shards) yield* shard.values();
  }

  #shardOf(key: Key): Map<Key, Value> {
    const hash = typeof key === 'number' ? key : hashText(key);
    return this.#shards[hash % shardCount] as Map<Key, Value>;
  }
}

function hashText(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash;
}
