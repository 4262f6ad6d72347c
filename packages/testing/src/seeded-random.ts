/** Reproducible randomness: the same seed gives the same numbers on any machine. */
import { seededRandom } from '@salar/laptop/price-simulated/random';

/** Creates a generator of numbers from 0 up to, not including, 1. */
export function createSeededRandom(seed: number): () => number {
  const random = seededRandom(seed);
  return () => random.uniform();
}

/** Random choices from a generator of numbers from 0 to 1. */
export class Dice {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns a whole number, both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T {
    const index = this.int(0, items.length - 1);
    if (index < 0) throw new RangeError('there is nothing to pick from');
    return items[index] as T;
  }

  /** Returns one of the items, each with the probability of its share of all weights. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.#random() * items.reduce((total, [weight]) => total + weight, 0);
    const found = items.find(([weight]) => (left -= weight) < 0) ?? items.at(-1);
    if (found === undefined) throw new RangeError('there is nothing to pick from');
    return found[1];
  }
}
