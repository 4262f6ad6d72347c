import { add, compare, floorToIncrement, isPositive, multiply, subtract } from '../../../money/decimal.ts';

/**
 * Moves a price by ticks. A price between two ticks moves to the next one in that direction first.
 *
 * @param price  plain decimal text; when it is empty, the market's price is the start
 * @returns the price unchanged when the step would lead to zero or below
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
  // Downwards from between two ticks, the tick below is already the first step.
  const from = isBetween && steps < 0 ? add(below, increment) : below;
  const size = multiply(increment, String(Math.abs(steps)));
  const stepped = steps > 0 ? add(from, size) : subtract(from, size);
  return isPositive(stepped) ? stepped : price;
}
