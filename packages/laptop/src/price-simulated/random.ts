/** A small seeded generator: the same seed gives the same sequence. Not for secrets. */
export type Random = {
  /** From 0 up to, not including, 1. */
  readonly uniform: () => number;
  /** Mean 0, deviation 1, clamped to five deviations. */
  readonly normal: () => number;
};

const clampDeviations = 5;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Box and Muller; 1 - uniform keeps the logarithm finite.
  const normal = () => {
    const value = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    return Math.max(-clampDeviations, Math.min(clampDeviations, value));
  };
  return { uniform, normal };
}
