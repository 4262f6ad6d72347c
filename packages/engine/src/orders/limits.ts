/** The most lots one order may ask for: what a signed 64-bit column keeps. */
export const lotsMax = 2n ** 63n - 1n;
