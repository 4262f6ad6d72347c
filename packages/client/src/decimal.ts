/** An exact decimal as text, such as `61500.5`: never a number, which would lose digits. */
export type Decimal = string;

/**
 * Compares two decimals in plain notation.
 *
 * @returns below zero when `a` is smaller, zero when they are equal in value
 * @example compareDecimals('10', '9.5')  // 1
 */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const isNegative = a.startsWith('-');
  if (isNegative !== b.startsWith('-')) return isZero(a) && isZero(b) ? 0 : isNegative ? -1 : 1;
  return isNegative ? compareMagnitudes(b.slice(1), a.slice(1)) : compareMagnitudes(a, b);
}

export function isZero(decimal: Decimal): boolean {
  return /^-?[0.]*$/.test(decimal);
}

function compareMagnitudes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const length = Math.max(wholeA.length, wholeB.length);
  return (
    compareTexts(wholeA.padStart(length, '0'), wholeB.padStart(length, '0')) ||
    compareTexts(fractionA.replace(/0+$/, ''), fractionB.replace(/0+$/, ''))
  );
}

/** Of two fractions without trailing zeros that share a prefix, the longer one is greater. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
