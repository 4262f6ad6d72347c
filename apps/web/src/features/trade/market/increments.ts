/** Steps of prices and quantities, and their decimals. */
import { multiply } from '../../../money/decimal.ts';

/** Counts the decimals of an increment: 2 for `0.01`, 0 for `5`. */
export function countPlaces(increment: string): number {
  return increment.split('.')[1]?.replace(/0+$/, '').length ?? 0;
}

/** Lists coarser and coarser steps for a ladder, the instrument's own first. */
export function listLadderSteps(increment: string): readonly string[] {
  return ['1', '10', '100', '1000', '10000'].map((times) => multiply(increment, times));
}
