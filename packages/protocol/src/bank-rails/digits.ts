/** Helpers for the numbers of both countries: punctuation, weighted sums, repeated digits. */
import { assert } from '../result.ts';

/** Removes the dots, hyphens, slashes and blanks that people write between digits. */
export function stripPunctuation(text: string): string {
  return text.trim().replace(/[.\-/ ]/g, '');
}

/** True for `111...1`: such numbers pass every weighted sum, but are never assigned. */
export function isRepeated(text: string): boolean {
  return text.length > 0 && text === text.charAt(0).repeat(text.length);
}

/**
 * Returns the sum of every character's value times its weight, modulo 11.
 *
 * A character's value is its ASCII code less 48: a digit's own value, and 17 to 42 for `A` to `Z`.
 */
export function computeRemainder11(text: string, weights: readonly number[]): number {
  assert(text.length === weights.length, 'every character has a weight');
  const sum = weights.reduce((total, weight, at) => total + weight * (text.charCodeAt(at) - 48), 0);
  return sum % 11;
}

/** Computes a check digit by the rule of both Brazilian tax numbers: a remainder of 0 or 1 gives 0. */
export function computeBrazilianCheckDigit(text: string, weights: readonly number[]): string {
  const remainder = computeRemainder11(text, weights);
  return String(remainder < 2 ? 0 : 11 - remainder);
}
