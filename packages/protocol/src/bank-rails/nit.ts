/** NIT, the tax number of a company in Colombia: nine digits and a check digit. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { isRepeated, computeRemainder11, stripPunctuation } from './digits.ts';

export type NitRefusal =
  'characters_wrong' | 'length_wrong' | 'digits_repeated' | 'check_digit_missing' | 'check_digit_wrong';

/** For the nine digits, from the left. */
const weights = [41, 37, 29, 23, 19, 17, 13, 7, 3];

/**
 * Reads a NIT with its check digit, with or without punctuation.
 *
 * @returns nine digits, a hyphen, the check digit; `check_digit_missing` when only nine digits are given
 * @example parseNit('900.123.456-8')   // '900123456-8'
 */
export function parseNit(text: string): Result<string, NitRefusal> {
  const nit = stripPunctuation(text);
  if (!/^[0-9]*$/.test(nit)) return refuse('characters_wrong');
  if (nit.length === 9) return refuse('check_digit_missing');
  if (nit.length !== 10) return refuse('length_wrong');
  if (isRepeated(nit)) return refuse('digits_repeated');
  const number = nit.slice(0, 9);
  return nit.endsWith(computeNitCheckDigit(number))
    ? accept(`${number}-${nit.slice(9)}`)
    : refuse('check_digit_wrong');
}

/** Computes the check digit of nine digits. A remainder of 0 or 1 is itself the check digit. */
export function computeNitCheckDigit(number: string): string {
  const remainder = computeRemainder11(number, weights);
  return String(remainder < 2 ? remainder : 11 - remainder);
}
