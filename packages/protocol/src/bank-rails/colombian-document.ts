/** Identity documents of Colombia that banks accept. */
import { accept, assertNever, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { isRepeated, stripPunctuation } from './digits.ts';
import { parseNit } from './nit.ts';
import type { NitRefusal } from './nit.ts';

/**
 * `CC` citizen's card, `CE` foreigner's card, `PA` passport, `NIT` company, `TI` minor's card, `PEP` and `PPT`
 * residence and protection permits.
 */
export const colombianDocumentTypes = ['CC', 'CE', 'PA', 'NIT', 'PPT', 'PEP', 'TI'] as const;
export type ColombianDocumentType = (typeof colombianDocumentTypes)[number];

/**
 * Reads the number of a document with or without punctuation.
 *
 * @returns digits, or letters and digits in upper case for `CE` and `PA`, or `900123456-8` for `NIT`
 */
export function parseColombianDocument(
  type: ColombianDocumentType,
  text: string,
): Result<string, NitRefusal> {
  switch (type) {
    case 'CC':
      return readDigits(text, 6, 10);
    case 'TI':
      return readDigits(text, 10, 11);
    case 'PPT':
      return readDigits(text, 6, 9);
    case 'PEP':
      return readDigits(text, 15, 15);
    case 'CE':
    case 'PA':
      return readMixed(text, 5, 12);
    case 'NIT':
      return parseNit(text);
    default:
      return assertNever(type);
  }
}

/** A document number never starts with zero; a number that does is of another kind. */
function readDigits(text: string, lengthMin: number, lengthMax: number): Result<string, NitRefusal> {
  const number = stripPunctuation(text);
  if (!/^[0-9]*$/.test(number)) return refuse('characters_wrong');
  if (number.length < lengthMin || number.length > lengthMax) return refuse('length_wrong');
  if (number.startsWith('0')) return refuse('characters_wrong');
  return isRepeated(number) ? refuse('digits_repeated') : accept(number);
}

function readMixed(text: string, lengthMin: number, lengthMax: number): Result<string, NitRefusal> {
  const number = stripPunctuation(text).toUpperCase();
  if (!/^[0-9A-Z]*$/.test(number)) return refuse('characters_wrong');
  if (number.length < lengthMin || number.length > lengthMax) return refuse('length_wrong');
  if (!/[0-9]/.test(number)) return refuse('characters_wrong');
  return isRepeated(number) ? refuse('digits_repeated') : accept(number);
}
