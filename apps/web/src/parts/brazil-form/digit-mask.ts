/** Formats digits with the punctuation of a mask. */

/** In a mask, `0` represents any digit. */
export const cpfMask = '000.000.000-00';
export const cepMask = '00000-000';

/** Formats the digits of a text by a mask. Extra digits stay, so that nothing typed or pasted is lost. */
export function applyMask(text: string, mask: string): string {
  const digits = extractDigits(text);
  let used = 0;
  let shown = '';
  for (const mark of mask) {
    if (used === digits.length) return shown;
    if (mark === '0') {
      shown += digits.charAt(used);
      used += 1;
    } else shown += mark;
  }
  return shown + digits.slice(used);
}

/** Finds the position in a masked text just after the given number of digits. */
export function findCaret(shown: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (/\d/.test(shown.charAt(at))) seen += 1;
    if (seen === digits) return at + 1;
  }
  return shown.length;
}

export function extractDigits(text: string): string {
  return text.replace(/\D/g, '');
}
