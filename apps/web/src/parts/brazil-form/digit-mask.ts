/** Digits with the marks that people write between them. */

/** `0` stands for a digit. */
export const cpfMask = '000.000.000-00';
export const cepMask = '00000-000';

/** The digits of a text under a mask. Digits beyond it stay, so that nothing that was typed or pasted gets lost. */
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

/** Where the caret stands in a masked text behind so many of its digits. */
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
