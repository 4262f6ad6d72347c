/**
 * Converts ticks and lots of one instrument to amounts.
 *
 * One tick times one lot is tickSize x lotSize / 10^(base decimals) quote minor units. The fraction is reduced once
 * here; for many instruments its divisor is 1, and the expensive divisions are not needed.
 */
import { divideDown, divideUp } from '@salar/protocol';

export class Money {
  readonly lotSize: bigint;
  /** Quote minor units of one tick times one lot, as a reduced fraction. */
  readonly multiplier: bigint;
  readonly divisor: bigint;
  readonly isWhole: boolean;

  /**
   * @param tickSize quote minor units per whole base unit
   * @param lotSize base minor units
   * @param baseUnit base minor units in one whole base unit
   */
  constructor(tickSize: bigint, lotSize: bigint, baseUnit: bigint) {
    const common = greatestCommonDivisor(tickSize * lotSize, baseUnit);
    this.lotSize = lotSize;
    this.multiplier = (tickSize * lotSize) / common;
    this.divisor = baseUnit / common;
    this.isWhole = this.divisor === 1n;
  }

  /** Returns the cost of one lot at a price, in units of 1/divisor of a quote minor unit. */
  lotCost(price: number): bigint {
    return BigInt(price) * this.multiplier;
  }

  /** Returns the quote minor units of `quantity` lots at `lotCost` each, rounded down: what a fill exchanges. */
  notional(lotCost: bigint, quantity: bigint): bigint {
    const cost = lotCost * quantity;
    return this.isWhole ? cost : divideDown(cost, this.divisor);
  }

  /** Like `notional`, rounded up: what a buy sets aside. */
  reserve(lotCost: bigint, quantity: bigint): bigint {
    const cost = lotCost * quantity;
    return this.isWhole ? cost : divideUp(cost, this.divisor);
  }

  /**
   * Returns the most lots whose notional is not above `value`. A value of zero buys no lots, even if a lot costs
   * less than one minor unit.
   */
  lotsFor(lotCost: bigint, value: bigint): bigint {
    if (value <= 0n) return 0n;
    return ((value + 1n) * this.divisor - 1n) / lotCost;
  }

  /** Returns the base minor units of `quantity` lots. */
  baseAmount(quantity: bigint): bigint {
    return quantity * this.lotSize;
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
