/**
 * Formats decimal text for people: grouped in the current number format, with a true minus sign, without exponents, and
 * never through a double.
 *
 * Values are plain decimal text ("1234.5", "-0.00000005"), as the server sends it and as big.js prints it with
 * `toFixed`.
 */

import { looksGrouped } from './field-text.ts';
import { getNumberSigns } from './number-format.ts';
import type { NumberStyle } from './number-format.ts';

/**
 * `down` truncates, for balances and received amounts. `up` is for fees, which are never shown smaller than they are.
 * `half` is for prices: to the nearest, with halves rounded up.
 */
export type DisplayRounding = 'down' | 'up' | 'half';

export type DecimalFormat = {
  /** The minimum number of fraction digits. */
  readonly minPlaces?: number | undefined;
  /** The maximum number of fraction digits. */
  readonly maxPlaces?: number | undefined;
  readonly rounding?: DisplayRounding | undefined;
  /** Defaults to the current number format. */
  readonly style?: NumberStyle | undefined;
};

export type DecimalParts = {
  readonly isNegative: boolean;
  /** Whole digits, grouped: `1,234`. */
  readonly whole: string;
  /** The sign between whole and fraction: `.` or `,`. */
  readonly decimalSign: string;
  /** Fraction digits without the sign; may be empty. */
  readonly fraction: string;
};

/** Product spec, section 9: numbers show 2 to 18 fraction digits. */
const amountPlacesMin = 2;
const amountPlacesMax = 18;
/** U+2212, which is as wide as a digit, unlike a hyphen. */
export const minusSign = '\u2212';

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const shiftedGrammar = /^([+-]?\d+(?:\.\d+)?)[eE]([+-]?\d{1,3})$/;

/** True for text that this file can format. */
export function isDecimal(text: string): boolean {
  return /\d/.test(text) && grammar.test(expandExponent(text.trim()));
}

/**
 * Splits decimal text into the parts that are drawn.
 *
 * A fraction of three digits that could be taken for a group gets a fourth (1.234 is drawn as 1.2340), so that text on
 * screen has only one reading, also when it is typed back.
 *
 * @returns null for text that is not a decimal number
 * @example splitDecimal('1234.5', { minPlaces: 2, maxPlaces: 8 })   // { isNegative: false, whole: '1,234',
 * decimalSign: '.', fraction: '50' }
 */
export function splitDecimal(text: string, format: DecimalFormat = {}): DecimalParts | null {
  const { minPlaces = amountPlacesMin, maxPlaces = amountPlacesMax, rounding = 'down', style } = format;
  const match = grammar.exec(expandExponent(text.trim()));
  if (!match || !/\d/.test(text)) return null;
  const digits = (match[2] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const places = match[3] ?? '';
  let kept = places.slice(0, maxPlaces);
  let whole = digits;
  if (isRaised(places.slice(maxPlaces), rounding)) {
    const raised = (BigInt(whole + kept) + 1n).toString().padStart(kept.length + 1, '0');
    whole = raised.slice(0, raised.length - kept.length);
    kept = raised.slice(raised.length - kept.length);
  }
  const shown = kept.replace(/0+$/, '').padEnd(Math.min(minPlaces, maxPlaces), '0');
  const fraction = maxPlaces > 3 && looksGrouped(whole, shown) ? `${shown}0` : shown;
  const isZero = !/[1-9]/.test(whole + fraction);
  const signs = getNumberSigns(style);
  return {
    isNegative: match[1] === '-' && !isZero,
    whole: whole.replace(/\B(?=(\d{3})+(?!\d))/g, signs.group),
    decimalSign: signs.decimal,
    fraction,
  };
}

function isRaised(cut: string, rounding: DisplayRounding): boolean {
  if (rounding === 'down') return false;
  return rounding === 'up' ? /[1-9]/.test(cut) : /^[5-9]/.test(cut);
}

/**
 * Formats an amount. Trailing zeros beyond `minPlaces` are cut.
 *
 * @returns the text unchanged when it is not a decimal number, so that an unexpected answer of the server is visible
 * @example formatDecimal('1234567.891')                       // '1,234,567.891'
 * @example formatDecimal('-0.5')                              // '−0.50'
 * @example formatDecimal('0.1234567', { maxPlaces: 4 })       // '0.1234'
 */
export function formatDecimal(text: string, format: DecimalFormat = {}): string {
  const parts = splitDecimal(text, format);
  return parts ? joinDecimal(parts) : text;
}

/** Joins the parts to text. */
export function joinDecimal(parts: DecimalParts): string {
  const sign = parts.isNegative ? minusSign : '';
  return parts.fraction === ''
    ? `${sign}${parts.whole}`
    : `${sign}${parts.whole}${parts.decimalSign}${parts.fraction}`;
}

/** Formats an amount with its unit: `0.50 BTC`. */
export function formatMoney(text: string, unit: string, format: DecimalFormat = {}): string {
  return `${formatDecimal(text, format)} ${unit}`;
}

/**
 * Formats a price, rounded to the nearest: 2 places from 10 on, up to 4 below, so that a stablecoin's price is
 * distinguishable from its peg, and the first four significant digits of a price below 0.01.
 *
 * @example formatPrice('104210.4')      // '104,210.40'
 * @example formatPrice('0.9996')        // '0.9996'
 * @example formatPrice('0.000012345')   // '0.00001235'
 */
export function formatPrice(text: string): string {
  return formatDecimal(text, getPriceFormat(text));
}

/** Returns the places and the rounding with which a price is shown. */
export function getPriceFormat(text: string): DecimalFormat {
  const [whole = '', fraction = ''] = expandExponent(text.trim())
    .replace(/^[+-]?0*/, '')
    .split('.');
  if (whole.length > 1) return { minPlaces: 2, maxPlaces: 2, rounding: 'half' };
  const firstDigit = fraction.search(/[1-9]/);
  const isTiny = whole === '' && firstDigit >= 2;
  const maxPlaces = isTiny ? Math.min(firstDigit + 4, amountPlacesMax) : 4;
  return { minPlaces: 2, maxPlaces, rounding: 'half' };
}

/** Formats the balance line of a swap: 4 places, truncated (product spec, section 9). */
export function formatSwapBalance(text: string): string {
  return formatDecimal(text, { minPlaces: 2, maxPlaces: 4 });
}

/**
 * Formats a change in percent, always signed unless it is zero.
 *
 * @example formatPercent('2.3')     // '+2.30%'
 * @example formatPercent('-1.127')  // '−1.12%'
 * @example formatPercent('0')       // '0.00%'
 */
export function formatPercent(text: string): string {
  const parts = splitDecimal(text, { minPlaces: 2, maxPlaces: 2 });
  if (!parts) return text;
  const isZero = !/[1-9]/.test(parts.whole + parts.fraction);
  return `${isZero || parts.isNegative ? '' : '+'}${joinDecimal(parts)}%`;
}

/**
 * Formats a share or a distance in percent, without a plus sign and truncated after the second decimal.
 *
 * @example formatPercentage('0.5')     // '0.50%'
 */
export function formatPercentage(text: string): string {
  const parts = splitDecimal(text, { minPlaces: 2, maxPlaces: 2 });
  return parts ? `${joinDecimal(parts)}%` : text;
}

/**
 * Rewrites the grouped figures of a sentence from the server, which uses en-US grouping, in the current number format.
 *
 * @example reformatFigures('Up to 360,000,000 COP a day')   // 'Up to 360.000.000 COP a day', with the comma for
 * decimals
 */
export function reformatFigures(sentence: string): string {
  return sentence.replace(/\d{1,3}(?:,\d{3})+(?:\.\d+)?/g, (figure) => {
    const plain = figure.replaceAll(',', '');
    return formatDecimal(plain, { minPlaces: plain.split('.')[1]?.length ?? 0 });
  });
}

/** Writes out numbers in exponent form, which some libraries print and which must not reach the screen. */
export function expandExponent(text: string): string {
  const match = shiftedGrammar.exec(text);
  if (!match) return text;
  const [, mantissa = '0', power = '0'] = match;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '0', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const shift = Number(power);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
