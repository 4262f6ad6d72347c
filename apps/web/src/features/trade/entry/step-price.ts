import { finishTyped } from '@salar/ui';
import { add, compare, floorToIncrement, isPositive, multiply, subtract } from '../../../lib/decimal.ts';

/**
 * A price some ticks up or down. What stands between two ticks goes to the next one in that direction.
 *
 * @param typed  as typed; with nothing in it the market's price is where it starts
 * @returns the typed text when the step would lead to zero or below
 */
export function steppedPrice(
  typed: string,
  steps: number,
  { increment, start }: { readonly increment: string; readonly start: string },
): string {
  const text = finishTyped(typed);
  if (text === '') return isPositive(start) ? start : typed;
  if (!isPositive(increment)) return typed;
  const below = floorToIncrement(text, increment);
  const isBetween = compare(below, text) !== 0;
  // Downwards from between two ticks, the tick below is the first step already.
  const from = isBetween && steps < 0 ? add(below, increment) : below;
  const size = multiply(increment, String(Math.abs(steps)));
  const stepped = steps > 0 ? add(from, size) : subtract(from, size);
  return isPositive(stepped) ? stepped : typed;
}
