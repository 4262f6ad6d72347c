/**
 * The number format in force: which sign separates decimals, for every figure that is drawn and every amount that is typed.
 *
 * It is one value for the whole page, as the language is, because plain functions format numbers. The app sets it; components
 * that draw figures subscribe through `useNumberFormat`.
 */
import { useSyncExternalStore } from 'react';

/** `point` is 1,234.56; `comma` is 1.234,56. */
export const numberStyles = ['point', 'comma'] as const;
export type NumberStyle = (typeof numberStyles)[number];

export type NumberFormat = {
  readonly style: NumberStyle;
  /**
   * True when the customer writes numbers this way themselves: they chose the style, or it is the habit of their language.
   * Only then may the style decide between two readings of a typed amount.
   */
  readonly isHabit: boolean;
};

type Signs = { readonly decimal: string; readonly group: string };

const signs: Readonly<Record<NumberStyle, Signs>> = {
  point: { decimal: '.', group: ',' },
  comma: { decimal: ',', group: '.' },
};

/** How people write numbers: in English with a decimal point, in Spanish and Portuguese of Latin America mostly with a comma. */
const habits: Readonly<Record<string, NumberStyle>> = { en: 'point', es: 'comma', pt: 'comma' };

let current: NumberFormat = { style: 'point', isHabit: true };
const listeners = new Set<() => void>();

/**
 * Returns the format of a customer: the style they chose, otherwise the point (product spec, section 9).
 *
 * @param language  the app's language, such as `es`
 * @param chosen  null for a customer who has not chosen
 */
export function toNumberFormat(language: string, chosen: NumberStyle | null): NumberFormat {
  const style = chosen ?? 'point';
  return { style, isHabit: chosen !== null || habits[language] === style };
}

export function getNumberFormat(): NumberFormat {
  return current;
}

/** Sets the format for the whole page and notifies the subscribers when it is another one. */
export function setNumberFormat(format: NumberFormat): void {
  if (format.style === current.style && format.isHabit === current.isHabit) return;
  current = format;
  for (const notify of listeners) notify();
}

export function subscribeToNumberFormat(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the format in force and renders again when it changes. */
export function useNumberFormat(): NumberFormat {
  return useSyncExternalStore(subscribeToNumberFormat, getNumberFormat);
}

/** Returns the decimal and the grouping sign of a style; without an argument those in force. */
export function getNumberSigns(style: NumberStyle = current.style): Signs {
  return signs[style];
}
