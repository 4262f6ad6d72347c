/**
 * Decimal text for people: en-US grouping, a true minus, no exponent, no detour through a double.
 *
 * Values are plain decimal text ("1234.5", "-0.00000005"); what the server sends and what big.js prints with `toFixed`.
 */

/** `down` cuts, as for balances and received amounts; `up` is for fees, which are never shown smaller than they are. */
export type DisplayRounding = 'down' | 'up';

export type DecimalFormat = {
  /** Fraction digits always shown. */
  readonly minPlaces?: number | undefined;
  /** Fraction digits shown at most. */
  readonly maxPlaces?: number | undefined;
  readonly rounding?: DisplayRounding | undefined;
};

export type DecimalParts = {
  readonly isNegative: boolean;
  /** Whole digits, grouped: `1,234`. */
  readonly whole: string;
  /** Fraction digits without the point; may be empty. */
  readonly fraction: string;
};

/** Product spec, section 9: numbers show 2 to 18 fraction digits. */
export const amountPlacesMin = 2;
export const amountPlacesMax = 18;
/** U+2212, which is as wide as a digit; a hyphen is not. */
export const minusSign = '\u2212';

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const shiftedGrammar = /^([+-]?\d+(?:\.\d+)?)[eE]([+-]?\d{1,3})$/;

/** True for text this file can show. */
export function isDecimal(text: string): boolean {
  return /\d/.test(text) && grammar.test(expandExponent(text.trim()));
}

/**
 * Splits decimal text into what is drawn.
 *
 * @returns null for text that is not a decimal number
 * @example splitDecimal('1234.5', { minPlaces: 2, maxPlaces: 8 })   // { isNegative: false, whole: '1,234', fraction: '50' }
 */
export function splitDecimal(text: string, format: DecimalFormat = {}): DecimalParts | null {
  const { minPlaces = amountPlacesMin, maxPlaces = amountPlacesMax, rounding = 'down' } = format;
  const match = grammar.exec(expandExponent(text.trim()));
  if (!match || !/\d/.test(text)) return null;
  const digits = (match[2] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const places = match[3] ?? '';
  let kept = places.slice(0, maxPlaces);
  let whole = digits;
  if (rounding === 'up' && /[1-9]/.test(places.slice(maxPlaces))) {
    const raised = (BigInt(whole + kept) + 1n).toString().padStart(kept.length + 1, '0');
    whole = raised.slice(0, raised.length - kept.length);
    kept = raised.slice(raised.length - kept.length);
  }
  const fraction = kept.replace(/0+$/, '').padEnd(Math.min(minPlaces, maxPlaces), '0');
  const isZero = !/[1-9]/.test(whole + fraction);
  return { isNegative: match[1] === '-' && !isZero, whole: group(whole), fraction };
}

/**
 * An amount as text. Trailing zeros are cut beyond `minPlaces`.
 *
 * @returns the text unchanged when it is not a decimal number, so a server's odd answer is seen, not hidden
 * @example formatDecimal('1234567.891')                       // '1,234,567.891'
 * @example formatDecimal('-0.5')                              // '−0.50'
 * @example formatDecimal('0.1234567', { maxPlaces: 4 })       // '0.1234'
 */
export function formatDecimal(text: string, format: DecimalFormat = {}): string {
  const parts = splitDecimal(text, format);
  return parts ? joinDecimal(parts) : text;
}

/** Parts back to text. */
export function joinDecimal(parts: DecimalParts): string {
  const sign = parts.isNegative ? minusSign : '';
  return parts.fraction === '' ? `${sign}${parts.whole}` : `${sign}${parts.whole}.${parts.fraction}`;
}

/** An amount with its unit: `0.50 BTC`. */
export function formatMoney(text: string, unit: string, format: DecimalFormat = {}): string {
  return `${formatDecimal(text, format)} ${unit}`;
}

/**
 * A price: 2 places; one that would print 0.00 without being zero prints its first four significant digits.
 *
 * @example formatPrice('104210.4')      // '104,210.40'
 * @example formatPrice('0.000012345')   // '0.00001234'
 */
export function formatPrice(text: string): string {
  return formatDecimal(text, pricePlaces(text));
}

/** The places a price is shown with. */
export function pricePlaces(text: string): DecimalFormat {
  const plain = expandExponent(text.trim());
  const fraction = /^[+-]?0*\.?(\d*)$/.exec(plain)?.[1] ?? '';
  const firstDigit = /^[+-]?0*\./.test(plain) ? fraction.search(/[1-9]/) : -1;
  if (firstDigit < 2) return { minPlaces: 2, maxPlaces: 2 };
  return { minPlaces: 2, maxPlaces: Math.min(firstDigit + 4, amountPlacesMax) };
}

/** The balance line of a swap: 4 places, cut (product spec, section 9). */
export function formatSwapBalance(text: string): string {
  return formatDecimal(text, { minPlaces: 2, maxPlaces: 4 });
}

/**
 * A change in percent, always signed unless it is zero.
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

/** Numbers in exponent form never reach the screen; some libraries print them. */
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

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
