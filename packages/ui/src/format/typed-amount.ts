/**
 * Reads the text that a customer typed or pasted into an amount field. docs/amounts.md describes the rule.
 *
 * A text has up to two readings: the point or the comma may be its decimal sign. A single reading is the amount. Two
 * different readings are an error, unless the sign is the decimal sign of the customer's own format: a question to the
 * customer is better than a wrong guess about money.
 */
import { getNumberFormat } from './number-format.ts';
import type { NumberFormat } from './number-format.ts';

/** The reason why a text is not an amount. */
export type TypedAmountProblem =
  /** `grouped` and `decimal` are the two possible amounts, as plain decimal text. */
  | { readonly kind: 'ambiguous'; readonly text: string; readonly grouped: string; readonly decimal: string }
  /** The amount has more decimals than the product; nothing is rounded. */
  | { readonly kind: 'tooPrecise'; readonly placesMax: number }
  | { readonly kind: 'tooLong'; readonly digitsMax: number }
  /** The text has a plus or minus sign. */
  | { readonly kind: 'sign' }
  /** The text is in exponent form, such as `1e5`. */
  | { readonly kind: 'exponent' }
  | { readonly kind: 'letters' }
  /** The text has another invalid character; an invisible one is given as its code, such as `U+202E`. */
  | { readonly kind: 'character'; readonly character: string }
  /** The points, commas and spaces do not separate groups of three digits, or there are two decimal signs. */
  | { readonly kind: 'separators' };

export type TypedAmount =
  /** Nothing is typed yet, or only the sign that will precede the decimals. */
  | { readonly kind: 'empty' }
  /** `value` is plain decimal text without superfluous zeros. */
  | { readonly kind: 'amount'; readonly value: string }
  | TypedAmountProblem;

export type AmountRules = {
  /** Decimals of the product; defaults to 18. */
  readonly placesMax?: number | undefined;
  readonly isFiat?: boolean | undefined;
  /** The unit that may follow the amount, as the app shows it. */
  readonly unit?: string | undefined;
};

/** The maximum number of whole digits. */
const wholeDigitsMax = 20;
const placesMaxOfAll = 18;

/**
 * Zero-width characters that do not change the order of the digits. Characters that reverse it are not included: they
 * show 51 as 15, so they are refused.
 */
const invisible = /[\u200b-\u200e\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufeff]/g;
/** The spaces used between groups. A tab or line break separates two figures, not the groups of one. */
const anySpace = /[\u00a0\u2007\u2009\u202f]/g;
const anyApostrophe = /[\u2019\u02bc]/g;

/**
 * Reads an amount.
 *
 * @param format  the number format to read by; defaults to the current one
 * @example readAmount('1.552.888,00')          // amount 1552888
 * @example readAmount('1 500,5 USDT', { unit: 'USDT' })   // amount 1500.5
 * @example readAmount('1,500')                 // ambiguous: 1500 or 1.5
 * @example readAmount('3.900,5', { placesMax: 0 })        // tooPrecise
 */
export function readAmount(
  text: string,
  rules: AmountRules = {},
  format: NumberFormat = getNumberFormat(),
): TypedAmount {
  const packed = withoutUnit(normalize(text), rules.unit);
  if (packed === '' || packed === '.' || packed === ',') return { kind: 'empty' };
  const misfit = findMisfit(packed);
  if (misfit) return misfit;

  const byPoint = readBy(packed, '.');
  const byComma = readBy(packed, ',');
  const first = byPoint ?? byComma;
  if (first === null) return { kind: 'separators' };
  if (byPoint === null || byComma === null || byPoint === byComma) return checkSize(first, rules);

  const [grouped, decimal] =
    wholeDigits(byPoint) > wholeDigits(byComma) ? [byPoint, byComma] : [byComma, byPoint];
  const decimalByStyle = format.style === 'point' ? byPoint : byComma;
  const isDecided = format.isHabit && decimalByStyle === decimal && hasThreePlaces(rules);
  return isDecided ? checkSize(decimal, rules) : { kind: 'ambiguous', text: text.trim(), grouped, decimal };
}

/**
 * Returns the amount of a text, or an empty text while it has none: nothing is typed, or the text is not a single
 * amount.
 */
export function toAmountValue(text: string, rules: AmountRules = {}, format?: NumberFormat): string {
  const read = readAmount(text, rules, format);
  return read.kind === 'amount' ? read.value : '';
}

/** Returns the reason why a text is not an amount; null for an amount and for an empty text. */
export function findAmountProblem(
  text: string,
  rules: AmountRules = {},
  format?: NumberFormat,
): TypedAmountProblem | null {
  const read = readAmount(text, rules, format);
  return read.kind === 'amount' || read.kind === 'empty' ? null : read;
}

function normalize(text: string): string {
  return text.replace(invisible, '').replace(anySpace, ' ').replace(anyApostrophe, "'").trim();
}

function withoutUnit(text: string, unit: string | undefined): string {
  if (!unit || !text.toLowerCase().endsWith(unit.toLowerCase())) return text;
  const rest = text.slice(0, -unit.length);
  // A unit alone is not an amount, and letters before it belong to another word.
  return /[\d.,]\s?$/.test(rest) ? rest.trimEnd() : text;
}

function findMisfit(text: string): TypedAmountProblem | null {
  if (/^[\d., ']+[eE][-+]?\d*$/.test(text)) return { kind: 'exponent' };
  if (/\p{L}/u.test(text)) return { kind: 'letters' };
  if (/[-+\u2010-\u2015\u2212]/.test(text)) return { kind: 'sign' };
  const character = /[^\d., ']/u.exec(text)?.[0];
  return character === undefined ? null : { kind: 'character', character: nameCharacter(character) };
}

function nameCharacter(character: string): string {
  if (!/[\p{C}\p{M}\p{Z}]/u.test(character)) return character;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** No other separator may follow a point or comma between groups: 1.234 567 may be a fraction written in groups. */
const grammars = {
  '.': {
    plain: /^(\d*)(?:\.(\d*))?$/,
    grouped: /^([1-9]\d{0,2}(?=[ ',])(?:[ ']\d{3})*(?:,\d{3})*)(?:\.(\d*))?$/,
  },
  ',': {
    plain: /^(\d*)(?:,(\d*))?$/,
    grouped: /^([1-9]\d{0,2}(?=[ '.])(?:[ ']\d{3})*(?:\.\d{3})*)(?:,(\d*))?$/,
  },
} as const;

/** Returns the amount of a text with the given decimal sign; null when the text is not well-formed with that sign. */
function readBy(text: string, decimalSign: '.' | ','): string | null {
  const { plain, grouped } = grammars[decimalSign];
  const match = plain.exec(text) ?? grouped.exec(text);
  if (!match) return null;
  const whole = (match[1] ?? '').replace(/\D/g, '').replace(/^0+/, '') || '0';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function checkSize(value: string, { placesMax = placesMaxOfAll }: AmountRules): TypedAmount {
  if (wholeDigits(value) > wholeDigitsMax) return { kind: 'tooLong', digitsMax: wholeDigitsMax };
  const fraction = value.split('.')[1] ?? '';
  return fraction.length > placesMax ? { kind: 'tooPrecise', placesMax } : { kind: 'amount', value };
}

function wholeDigits(value: string): number {
  return value.split('.')[0]?.length ?? 0;
}

/** Three digits after a decimal sign are plausible where the product has that many; fiat has two. */
function hasThreePlaces({ placesMax = placesMaxOfAll, isFiat = false }: AmountRules): boolean {
  return placesMax >= 3 && !isFiat;
}
