/**
 * The current number format: the decimal sign of every figure on screen and every typed amount.
 *
 * It is one value for the whole page, like the language, because plain functions format numbers. The app sets it;
 * components with figures subscribe through `useNumberFormat`.
 */
import { useSyncExternalStore } from 'react';

/** `point` is 1,234.56; `comma` is 1.234,56. */
export const numberStyles = ['point', 'comma'] as const;
export type NumberStyle = (typeof numberStyles)[number];

export type NumberFormat = {
  readonly style: NumberStyle;
  /**
   * True when the customer writes numbers this way: they chose the style, or it is customary in their language. Only
   * then may the style decide between two readings of a typed amount.
   */
  readonly isHabit: boolean;
};

type Signs = { readonly decimal: string; readonly group: string };

const signs: Readonly<Record<NumberStyle, Signs>> = {
  point: { decimal: '.', group: ',' },
  comma: { decimal: ',', group: '.' },
};

/**
 * The customary styles: the decimal point in English, mostly the comma in the Spanish and Portuguese of Latin America.
 */
const habits: Readonly<Record<string, NumberStyle>> = { en: 'point', es: 'comma', pt: 'comma' };

let current: NumberFormat = { style: 'point', isHabit: true };
const listeners = new Set<() => void>();

/**
 * Returns the format of a customer: the chosen style, otherwise the point (product spec, section 9).
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

/** Sets the format for the whole page and notifies the subscribers of a change. */
export function setNumberFormat(format: NumberFormat): void {
  if (format.style === current.style && format.isHabit === current.isHabit) return;
  current = format;
  for (const notify of listeners) notify();
}

export function subscribeToNumberFormat(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current format and renders again when it changes. */
export function useNumberFormat(): NumberFormat {
  return useSyncExternalStore(subscribeToNumberFormat, getNumberFormat);
}

/** Returns the decimal and the grouping sign of a style; by default the current ones. */
export function getNumberSigns(style: NumberStyle = current.style): Signs {
  return signs[style];
}
