/** Writes amounts into fields. Separate from the code that reads them, because texts on every page need it, too. */
import { getNumberSigns } from './number-format.ts';

/**
 * Writes an amount as a customer would type it: digits and the current decimal sign, never with two readings.
 *
 * @param value  plain decimal text, or an empty text
 * @example toFieldText('1.234')   // '1.2340', because 1.234 could be read as 1,234
 */
export function toFieldText(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  if (fraction === '') return whole;
  return `${whole || '0'}${getNumberSigns().decimal}${looksGrouped(whole, fraction) ? `${fraction}0` : fraction}`;
}

/** True for digits that could be a group of three after a leading group: 1.234 looks like 1,234, 0.234 does not. */
export function looksGrouped(whole: string, fraction: string): boolean {
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}
