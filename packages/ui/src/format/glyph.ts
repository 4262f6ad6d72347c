/** The hue of a product without an icon. Neighbours in the alphabet get very different hues. */
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
const goldenAngle = 137.508;

/**
 * Computes the hue in degrees, 0 to 360. A plain sum of characters would make most symbols teal; FNV-1a spreads them.
 */
export function computeGlyphHue(symbol: string): number {
  let hash = fnvOffset;
  for (const character of symbol) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, fnvPrime) >>> 0;
  }
  return Math.round(((hash * goldenAngle) % 360) * 10) / 10;
}
