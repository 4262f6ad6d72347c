/** Counts what happens to each key, such as a customer, within hours that begin with the first one. It has a fixed size. */
import { LRUCache } from 'lru-cache';

const hourMs = 60 * 60_000;
const keysMax = 10_000;

type Hour = { readonly startedAt: number; count: number };

export class HourlyCounts<Key extends string | number> {
  readonly #hours = new LRUCache<Key, Hour>({ max: keysMax });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one. @returns how many this hour has */
  add(key: Key): number {
    const last = this.#hours.get(key);
    const isSameHour = last !== undefined && this.#now() - last.startedAt < hourMs;
    const hour = isSameHour ? last : { startedAt: this.#now(), count: 0 };
    hour.count += 1;
    this.#hours.set(key, hour);
    return hour.count;
  }
}
