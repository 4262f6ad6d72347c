/** How far from the quoted price a swap may trade, in percent. Remembered in this browser. */
import { toAmountValue, toFieldText, useNumberFormat } from '@salar/ui';
import type { NumberFormat } from '@salar/ui';
import { useState } from 'react';
import { compare, isPositive } from '../../money/decimal.ts';

export const tolerancePresets = ['0.1', '0.5', '1'] as const;
export const toleranceMax = '5';
/** The smallest value that `placesMax` decimals can express. */
export const toleranceMin = '0.01';
/** How the text of a custom tolerance is parsed. */
export const toleranceRules = { placesMax: 2, unit: '%' } as const;
const standard = '0.5';
const key = 'ui.swap.tolerance';

export type ToleranceChoice = (typeof tolerancePresets)[number] | 'own';

export type Tolerance = {
  readonly choice: ToleranceChoice;
  /** As typed. */
  readonly own: string;
  /** In percent; null while the custom one is not within the limits. */
  readonly value: string | null;
  /** Why a custom percentage is refused; null for text that is not a number, which the field reports itself. */
  readonly problem: 'tooSmall' | 'tooLarge' | null;
  readonly choose: (choice: ToleranceChoice) => void;
  readonly typeOwn: (text: string) => void;
};

/** The tolerance in force and how to change it. A stored value outside the limits counts as the default of 0.5 %. */
export function useTolerance(): Tolerance {
  const format = useNumberFormat();
  const [{ choice, own }, setState] = useState(() => toState(readStored()));
  return {
    choice,
    own,
    value: choice === 'own' ? toTolerance(own, format) : choice,
    problem: choice === 'own' ? findToleranceProblem(own, format) : null,
    choose: (next) => {
      setState({ choice: next, own });
      saveState(next === 'own' ? toTolerance(own, format) : next);
    },
    typeOwn: (text) => {
      setState({ choice: 'own', own: text });
      saveState(toTolerance(text, format));
    },
  };
}

/** Parses a percentage above zero and up to the maximum; null for any other text. */
export function toTolerance(text: string, format?: NumberFormat): string | null {
  const value = toAmountValue(text, toleranceRules, format);
  if (value === '' || !isPositive(value)) return null;
  return compare(value, toleranceMax) <= 0 ? value : null;
}

/** Returns on which side of the limits a custom percentage is; null inside, and for text that is not a number. */
export function findToleranceProblem(text: string, format?: NumberFormat): Tolerance['problem'] {
  const value = toAmountValue(text, toleranceRules, format);
  if (value === '') return null;
  if (compare(value, toleranceMax) > 0) return 'tooLarge';
  return isPositive(value) ? null : 'tooSmall';
}

function toState(stored: string | null): { choice: ToleranceChoice; own: string } {
  const preset = tolerancePresets.find((one) => one === stored);
  if (preset !== undefined) return { choice: preset, own: '' };
  const own = stored === null ? null : toTolerance(stored);
  return own === null ? { choice: standard, own: '' } : { choice: 'own', own: toFieldText(own) };
}

function readStored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is disabled: the default applies.
  }
}

function saveState(value: string | null): void {
  if (value === null) return;
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
