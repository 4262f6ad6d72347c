/** Telephone numbers of the Brazilian form: one of its country prefixes and a national number. */
import { brazilianAreaCodes } from '../bank-rails/brazilian-phone.ts';
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';

export type PhonePrefix = {
  /** With its plus sign, such as `+57`. */
  readonly prefix: string;
  /** Two letters, ISO 3166. */
  readonly country: string;
  /** The format of a national number, without prefix and trunk zero. */
  readonly numbers: RegExp;
};
export type PhoneRefusal =
  'prefix_unknown' | 'characters_wrong' | 'length_wrong' | 'area_code_unknown' | 'mobile_prefix_wrong';

/** In the order of the form (product spec, section 3). */
export const phonePrefixes: readonly PhonePrefix[] = [
  { prefix: '+57', country: 'CO', numbers: /^\d{10}$/ },
  { prefix: '+55', country: 'BR', numbers: /^\d{10,11}$/ },
  { prefix: '+595', country: 'PY', numbers: /^\d{7,9}$/ },
  { prefix: '+54', country: 'AR', numbers: /^(?:\d{10}|9\d{10})$/ },
  { prefix: '+52', country: 'MX', numbers: /^\d{10}$/ },
  { prefix: '+56', country: 'CL', numbers: /^\d{9}$/ },
  { prefix: '+51', country: 'PE', numbers: /^\d{8,9}$/ },
  { prefix: '+593', country: 'EC', numbers: /^\d{8,9}$/ },
  { prefix: '+507', country: 'PA', numbers: /^\d{7,8}$/ },
  { prefix: '+506', country: 'CR', numbers: /^\d{8}$/ },
  { prefix: '+502', country: 'GT', numbers: /^\d{8}$/ },
  { prefix: '+234', country: 'NG', numbers: /^\d{8,10}$/ },
  { prefix: '+66', country: 'TH', numbers: /^\d{8,9}$/ },
  { prefix: '+62', country: 'ID', numbers: /^\d{7,12}$/ },
  { prefix: '+598', country: 'UY', numbers: /^\d{8}$/ },
  { prefix: '+880', country: 'BD', numbers: /^\d{8,10}$/ },
  { prefix: '+84', country: 'VN', numbers: /^\d{9,10}$/ },
];

/**
 * Reads a number with or without punctuation and trunk zero.
 *
 * @returns the number in E.164
 * @example parsePhone('+55', '(81) 99999-0000')   // '+5581999990000'
 */
export function parsePhone(prefix: string, text: string): Result<string, PhoneRefusal> {
  const plan = phonePrefixes.find((one) => one.prefix === prefix);
  if (!plan) return refuse('prefix_unknown');
  const bare = text.trim().replace(/[().\- ]/g, '');
  if (!/^[0-9]*$/.test(bare)) return refuse('characters_wrong');
  const national = bare.replace(/^0/, '');
  if (!plan.numbers.test(national)) return refuse('length_wrong');
  if (plan.country !== 'BR') return accept(prefix + national);
  if (!brazilianAreaCodes.has(national.slice(0, 2))) return refuse('area_code_unknown');
  if (national.length === 11 && national.charAt(2) !== '9') return refuse('mobile_prefix_wrong');
  return accept(prefix + national);
}

/**
 * Splits a number into prefix and national number; null when it has none of the form's prefixes.
 *
 * @example splitPhone('+5581999990000')   // { prefix: '+55', number: '81999990000' }
 */
export function splitPhone(text: string): { readonly prefix: string; readonly number: string } | null {
  const bare = text.trim();
  // No prefix of the form is the beginning of another one.
  const plan = phonePrefixes.find(({ prefix }) => bare.startsWith(prefix));
  return plan ? { prefix: plan.prefix, number: bare.slice(plan.prefix.length) } : null;
}
