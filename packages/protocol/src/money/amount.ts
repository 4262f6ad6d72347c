/** Amounts: whole minor units internally, exact decimal text on the wire. Never a double in between. */
import type { Minor } from '../ids.ts';
import { accept, refuse, assert } from '../result.ts';
import type { Result } from '../result.ts';

/** The most decimals a product may have (product spec, section 9). */
export const decimalsMax = 18;
/** Digits are counted before a `bigint` is built, so a hostile text is cheap (security rule N3). */
const digitsMax = 40;
const grammar = /^(\d{1,20})(?:\.(\d{1,18}))?$/;

export type AmountRefusal = 'amount_malformed' | 'amount_too_precise';

/**
 * Reads decimal text as minor units of a product with `decimals` places.
 *
 * @returns the amount, zero included; `amount_malformed` for a sign, exponent, comma, blank or more than 20 whole digits;
 *   `amount_too_precise` when a place beyond `decimals` is not zero: nothing is ever rounded
 * @example parseAmount('150.25', 2)   // 15025n
 * @example parseAmount('1.005', 2)    // refused: amount_too_precise
 */
export function parseAmount(text: string, decimals: number): Result<Minor, AmountRefusal> {
  const short = parseShort(text, decimals);
  if (short >= 0) return accept(BigInt(short) as Minor);
  const match = text.length <= digitsMax ? grammar.exec(text) : null;
  if (!match) return refuse('amount_malformed');
  const whole = match[1] ?? '';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return refuse('amount_too_precise');
  return accept(BigInt(whole + fraction.padEnd(decimals, '0')) as Minor);
}

/** Numbers of this many digits always fit a double exactly. */
const shortDigitsMax = 15;

/**
 * Like `parseAmount` for texts of few digits, which almost all are: avoids big numbers on the path of every order.
 *
 * @returns the amount as a whole number; -1 for any other text, valid or not
 */
function parseShort(text: string, decimals: number): number {
  const { length } = text;
  if (length === 0 || length + decimals > shortDigitsMax) return -1;
  let value = 0;
  let places = -1; // digits after the point; -1 before it
  for (let i = 0; i < length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      value = value * 10 + (code - 0x30);
      if (places >= 0) places += 1;
    } else if (code === 0x2e && places < 0 && i > 0) places = 0;
    else return -1;
  }
  if (places === 0 || places > decimals) return -1;
  for (let missing = decimals - Math.max(places, 0); missing > 0; missing -= 1) value *= 10;
  return value;
}

/**
 * Formats minor units as plain decimal text: no exponent, no grouping, no unnecessary zeros.
 *
 * @example formatAmount(15025n, 2)   // '150.25'
 * @example formatAmount(-5n, 8)      // '-0.00000005'
 */
export function formatAmount(amount: bigint, decimals: number): string {
  if (amount < 0n) return `-${formatAmount(-amount, decimals)}`;
  if (decimals === 0) return amount.toString();
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** Returns one whole unit of a product in minor units. */
export function computeUnit(decimals: number): bigint {
  const unit = units[decimals];
  assert(unit !== undefined, 'a product has from 0 to 18 decimals');
  return unit;
}
const units: readonly bigint[] = Array.from({ length: decimalsMax + 1 }, (_, n) => 10n ** BigInt(n));

/** Returns the quotient rounded towards zero. Both operands are zero or more. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor;
}

/** Returns the quotient rounded away from zero. Both operands are zero or more. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
