/**
 * What a customer may type or paste into an amount.
 *
 * The point is the decimal sign in every language. A text that could mean two things is refused and the old value kept:
 * a wrong guess about money is worse than a question.
 */
export type TypedAmount =
  | { readonly kind: 'accepted'; readonly value: string }
  /** The text is not an amount, or could mean two amounts. */
  | { readonly kind: 'ambiguous' }
  /** More decimals than the product has; nothing is ever rounded. */
  | { readonly kind: 'tooPrecise'; readonly placesMax: number };

export type AmountRules = {
  /** Decimals of the product; 18 at most. */
  readonly placesMax?: number | undefined;
  /** Fiat has two decimals, so "1.234" there looks like one thousand two hundred and thirty-four. */
  readonly isFiat?: boolean | undefined;
};

const digitsMax = 20;
const plainAmount = /^\d*(?:\.\d*)?$/;

/**
 * Reads one keystroke's result: the whole text after the key.
 *
 * @example readTyped('0,', {})      // accepted '0.'
 * @example readTyped('007', {})     // accepted '7'
 * @example readTyped('1.2.3', {})   // ambiguous
 */
export function readTyped(text: string, rules: AmountRules = {}): TypedAmount {
  return checkPlain(text.replace(',', '.').replace(/[\s\u00a0]/g, ''), rules);
}

/**
 * Reads pasted text.
 *
 * @example readPasted('1,234.5')   // accepted '1234.5'
 * @example readPasted('0,5')       // accepted '0.5'
 * @example readPasted('1,234')     // ambiguous: one thousand or one and a bit?
 * @example readPasted('1.234,5')   // ambiguous
 */
export function readPasted(text: string, rules: AmountRules = {}): TypedAmount {
  const packed = text.replace(/[\s\u00a0\u202f]/g, '');
  if (packed === '') return { kind: 'ambiguous' };
  if (/^\d{1,3}(?:,\d{3})+\.\d*$/.test(packed)) return checkPlain(packed.replaceAll(',', ''), rules);
  if (/^\d*,\d+$/.test(packed)) {
    const [whole = '', fraction = ''] = packed.split(',');
    // Three digits after one comma are thousands to some and decimals to others.
    const couldBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    return couldBeThousands ? { kind: 'ambiguous' } : checkPlain(`${whole}.${fraction}`, rules);
  }
  if (rules.isFiat && /^\d+\.\d{3}$/.test(packed)) return { kind: 'ambiguous' };
  return checkPlain(packed, rules);
}

/** A draft as a finished amount: `.5` is `0.5`, `3.` is `3`. */
export function finishTyped(value: string): string {
  if (value === '' || value === '.') return '';
  const [whole = '', fraction = ''] = value.split('.');
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
}

function checkPlain(text: string, rules: AmountRules): TypedAmount {
  const { placesMax = 18 } = rules;
  if (!plainAmount.test(text)) return { kind: 'ambiguous' };
  const [whole = '', fraction] = text.split('.');
  if (whole.length > digitsMax) return { kind: 'ambiguous' };
  if (fraction !== undefined && placesMax === 0) return { kind: 'tooPrecise', placesMax };
  if (fraction !== undefined && fraction.length > placesMax) {
    if (rules.isFiat && fraction.length === 3 && placesMax === 2) return { kind: 'ambiguous' };
    return { kind: 'tooPrecise', placesMax };
  }
  const trimmed = whole.replace(/^0+(?=\d)/, '');
  return { kind: 'accepted', value: fraction === undefined ? trimmed : `${trimmed}.${fraction}` };
}
