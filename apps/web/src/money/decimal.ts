/**
 * Arithmetic on decimal text. No doubles anywhere: input and output are plain text without exponents.
 *
 * Division and truncation name their rounding direction.
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

/** Returns a number below, equal to or above zero when `a` is less than, equal to or greater than `b`. */
export function compare(a: string, b: string): number {
  return new Big(a).cmp(b);
}

export function isPositive(a: string): boolean {
  return new Big(a).gt(0);
}

/**
 * Divides and truncates to `places` decimals.
 *
 * @returns null when the divisor is zero
 */
export function divideDown(dividend: string, divisor: string, places: number): string | null {
  return divide(dividend, divisor, places, Big.roundDown);
}

/** Divides and rounds up to `places` decimals; null when the divisor is zero. */
export function divideUp(dividend: string, divisor: string, places: number): string | null {
  return divide(dividend, divisor, places, Big.roundUp);
}

export function truncate(a: string, places: number): string {
  return new Big(a).round(places, Big.roundDown).toFixed();
}

export function roundUp(a: string, places: number): string {
  return new Big(a).round(places, Big.roundUp).toFixed();
}

/** Returns the largest whole multiple of `increment` that is not above `a`. An increment of zero allows any amount. */
export function floorToIncrement(a: string, increment: string): string {
  if (!isPositive(increment)) return a;
  const steps = divide(a, increment, 0, Big.roundDown) ?? '0';
  return new Big(steps).times(increment).toFixed();
}

/** Computes `a` × 10^places as a whole number; excess decimals are truncated. */
export function scaleUp(a: string, places: number): bigint {
  return BigInt(new Big(a).times(`1e${places}`).round(0, Big.roundDown).toFixed());
}

function divide(dividend: string, divisor: string, places: number, rounding: 0 | 3): string | null {
  const bottom = new Big(divisor);
  if (bottom.eq(0)) return null;
  // A separate constructor, because the precision of `div` is a setting of the constructor.
  const Exact = Big();
  Exact.DP = places;
  Exact.RM = rounding;
  return new Exact(dividend).div(divisor).toFixed();
}
