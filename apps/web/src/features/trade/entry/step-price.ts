import { add, compare, floorToIncrement, isPositive, multiply, subtract } from '../../../money/decimal.ts';

/**
 * A price some ticks up or down. What stands between two ticks goes to the next one in that direction.
 *
 * @param price  plain decimal text; when it is empty the market's price is where it starts
 * @returns the price itself when the step would lead to zero or below
 */
export function stepPrice(
  price: string,
  steps: number,
  { increment, start }: { readonly increment: string; readonly start: string },
): string {
  if (price === '') return isPositive(start) ? start : price;
  if (!isPositive(increment)) return price;
  const below = floorToIncrement(price, increment);
  const isBetween = compare(below, price) !== 0;
  // Downwards from between two ticks, the tick below is the first step already.
  const from = isBetween && steps < 0 ? add(below, increment) : below;
  const size = multiply(increment, String(Math.abs(steps)));
  const stepped = steps > 0 ? add(from, size) : subtract(from, size);
  return isPositive(stepped) ? stepped : price;
}
