/** Numbers on the wire: their source text, never a double (security rule N2). */
import { formatAmount } from '../money/amount.ts';

/** A JSON number as its text, digit for digit. */
export class WireNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  /** For `JSON.stringify` in logs and tests only; answers are written by `shapes.ts`, which keeps every digit. */
  toJSON(): string {
    return this.text;
  }
}

/** The number zero. */
export const zero = new WireNumber('0');

/**
 * Converts minor units of a product with `decimals` places to a wire number in plain notation.
 *
 * @example toWireDecimal(15025n, 2)   // 150.25
 */
export function toWireDecimal(amount: bigint, decimals: number): WireNumber {
  return amount === 0n ? zero : new WireNumber(formatAmount(amount, decimals));
}

/** Converts a whole number that may exceed 2^53, such as a time in ticks. */
export function toWireInteger(value: bigint): WireNumber {
  return new WireNumber(value.toString());
}
