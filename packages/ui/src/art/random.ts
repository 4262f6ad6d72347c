/** Creates a repeatable stream of numbers from 0 to 1 (mulberry32). The same seed draws the same picture. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Computes one seed per day, in UTC. */
export function getDailySeed(now: Date): number {
  return Math.floor(now.getTime() / 86_400_000);
}
