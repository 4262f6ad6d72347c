import { useState } from 'react';
import { compare } from '../money/decimal.ts';

/**
 * Flashes a changing figure once in the colour of its direction.
 *
 * @param value  plain decimal text; null without a value
 * @param shown  the text on screen: a change that is not visible does not flash
 * @returns the class of the figure, and a key that changes with each flash, so that the animation restarts
 */
export function usePulse(value: string | null, shown: string | null) {
  const [seen, setSeen] = useState({ value, shown, count: 0, className: '' });
  if (seen.shown !== shown)
    setSeen({ value, shown, count: seen.count + 1, className: findPulse(seen.value, value) });
  return { key: seen.count, className: seen.className };
}

function findPulse(before: string | null, now: string | null): string {
  if (before === null || now === null) return '';
  return compare(now, before) > 0 ? 'motion-pulse-gain' : 'motion-pulse-loss';
}
