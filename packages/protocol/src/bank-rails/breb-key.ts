/** Bre-B keys: what a person or a shop in Colombia shares to be paid at once, instead of a bank account. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { isRepeated, stripPunctuation } from './digits.ts';
import { parseEmailKey } from './email-key.ts';

type BrebKeyKind = 'document' | 'mobile' | 'email' | 'alphanumeric' | 'merchant';
export type BrebKey = { readonly kind: BrebKeyKind; readonly value: string };
export type BrebKeyRefusal =
  'characters_wrong' | 'length_wrong' | 'digits_repeated' | 'email_malformed' | 'too_long' | 'key_unknown';

/**
 * Reads a key and infers its kind from its format.
 *
 * Ten digits that start with 3 are a mobile number (documents of ten digits start with 1), digits that start with 0
 * are the code of a shop, other digits a document. A key that starts with `@` is alphanumeric.
 *
 * @returns digits without punctuation, e-mail in lower case, an alphanumeric key unchanged, because no rule says
 *   that case is ignored; `key_unknown` for any other format
 * @example parseBrebKey('+57 300 123 4567')   // { kind: 'mobile', value: '3001234567' }
 */
export function parseBrebKey(text: string): Result<BrebKey, BrebKeyRefusal> {
  const key = text.trim();
  if (key.startsWith('@')) return readAlphanumeric(key);
  if (key.includes('@')) {
    const email = parseEmailKey(key);
    return email.ok ? accept({ kind: 'email', value: email.value }) : email;
  }
  const bare = stripPunctuation(key.replace(/^\+57/, ''));
  if (/^3[0-9]{9}$/.test(bare)) return accept({ kind: 'mobile', value: bare });
  if (key.startsWith('+')) return refuse('key_unknown');
  if (/^[0-9]+$/.test(bare)) return readNumber(bare);
  // The numbers of foreigners' cards and passports contain letters.
  if (/^(?=.*[0-9])[0-9A-Za-z]{5,12}$/.test(bare))
    return accept({ kind: 'document', value: bare.toUpperCase() });
  return refuse('key_unknown');
}

function readAlphanumeric(key: string): Result<BrebKey, BrebKeyRefusal> {
  if (!/^@[0-9A-Za-z]*$/.test(key)) return refuse('characters_wrong');
  const length = key.length - 1;
  return length >= 3 && length <= 20 ? accept({ kind: 'alphanumeric', value: key }) : refuse('length_wrong');
}

function readNumber(digits: string): Result<BrebKey, BrebKeyRefusal> {
  if (isRepeated(digits)) return refuse('digits_repeated');
  if (digits.length < 5 || digits.length > 15) return refuse('length_wrong');
  return accept({ kind: digits.startsWith('0') ? 'merchant' : 'document', value: digits });
}
