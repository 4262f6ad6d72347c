/** Telephone numbers of Brazil: area code (DDD) and nine digits of a mobile or eight of a fixed line. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';

export type BrazilianPhoneRefusal =
  'characters_wrong' | 'length_wrong' | 'area_code_unknown' | 'mobile_prefix_wrong';

/** The area codes in use. */
export const brazilianAreaCodes: ReadonlySet<string> = new Set(
  `11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55
   61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99`.split(
    /\s+/,
  ),
);

const countryCode = '55';

/**
 * Reads a number with or without country code and punctuation.
 *
 * @returns the number in E.164
 * @example parseBrazilianPhone('(11) 98765-4321')   // '+5511987654321'
 */
export function parseBrazilianPhone(text: string): Result<string, BrazilianPhoneRefusal> {
  const bare = text.trim().replace(/[().\- ]/g, '');
  if (!/^\+?[0-9]*$/.test(bare)) return refuse('characters_wrong');
  const digits = bare.replace('+', '');
  const hasCountry = bare.startsWith('+') || digits.length > 11;
  if (hasCountry && !digits.startsWith(countryCode)) return refuse('area_code_unknown');
  const national = hasCountry ? digits.slice(countryCode.length) : digits;
  if (national.length !== 10 && national.length !== 11) return refuse('length_wrong');
  if (!brazilianAreaCodes.has(national.slice(0, 2))) return refuse('area_code_unknown');
  if (national.length === 11 && national.charAt(2) !== '9') return refuse('mobile_prefix_wrong');
  return accept(`+${countryCode}${national}`);
}
