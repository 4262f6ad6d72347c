/**
 * Arithmetic on decimal text. No double ever: amounts come in as text and go out as plain text, without exponents.
 *
 * Division and truncation say their direction in their names.
 */
import Big from 'big.js';

export function add(a: string, b: string): string {
  return new Big(a).plus(b).toFixed();
}

export function subtract(a: string, b: string): string {
  return new Big(a).minus(b).toFixed();
}

export function multiply(a: string, b: string): string {
  return new Big(a).times(b).toFixed();
}

/** Below zero, zero or above zero, as `a` stands to `b`. */
export function compare(a: string, b: string): number {
  return new Big(a).cmp(b);
}

export function isPositive(a: string): boolean {
  return new Big(a).gt(0);
}

/**
 * Quotient cut to `places` decimals.
 *
 * @returns null when the divisor is zero: there is no value
 */
export function divideDown(dividend: string, divisor: string, places: number): string | null {
  return divide(dividend, divisor, places, Big.roundDown);
}

/** Quotient rounded up to `places` decimals; null when the divisor is zero. */
export function divideUp(dividend: string, divisor: string, places: number): string | null {
  return divide(dividend, divisor, places, Big.roundUp);
}

export function truncate(a: string, places: number): string {
  return new Big(a).round(places, Big.roundDown).toFixed();
}

export function roundUp(a: string, places: number): string {
  return new Big(a).round(places, Big.roundUp).toFixed();
}

/** The largest whole multiple of `increment` that is not above `a`. An increment of zero means any amount. */
export function floorToIncrement(a: string, increment: string): string {
  if (!isPositive(increment)) return a;
  const steps = divide(a, increment, 0, Big.roundDown) ?? '0';
  return new Big(steps).times(increment).toFixed();
}

/** The whole number `a` × 10^places; more decimals than `places` are cut. */
export function scaleUp(a: string, places: number): bigint {
  return BigInt(new Big(a).times(`1e${places}`).round(0, Big.roundDown).toFixed());
}

function divide(dividend: string, divisor: string, places: number, rounding: 0 | 3): string | null {
  const bottom = new Big(divisor);
  if (bottom.eq(0)) return null;
  // A constructor of its own: the precision of `div` is a setting of the constructor.
  const Exact = Big();
  Exact.DP = places;
  Exact.RM = rounding;
  return new Exact(dividend).div(divisor).toFixed();
}
