/** Checks which passwords a customer may choose (security rule P3). Returns a reason, not a score. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { commonPasswords, commonWords } from './common-passwords.ts';

export const passwordLengthMin = 6; // product spec, section 9
/** Bytes of UTF-8. Longer ones add no safety and cost hashing time. */
export const passwordBytesMax = 256;

export type PasswordRefusal =
  | 'password_too_short'
  | 'password_too_long'
  | 'password_is_user_name'
  | 'password_is_product_word'
  | 'password_too_common';

/** Checks whether a customer may use this password. All characters are allowed, nothing is trimmed. */
export function checkPassword(
  password: string,
  owner: { readonly userName: string; readonly email: string },
): Result<null, PasswordRefusal> {
  if (Array.from(password).length < passwordLengthMin) return refuse('password_too_short');
  if (new TextEncoder().encode(password).length > passwordBytesMax) return refuse('password_too_long');
  const folded = fold(password);
  const own = [owner.userName, owner.email, owner.email.split('@')[0] ?? ''].map(fold);
  if (own.some((word) => word.length > 0 && isWordWithDigits(folded, word)))
    return refuse('password_is_user_name');
  if (productTerms.some((word) => isWordWithDigits(folded, word))) return refuse('password_is_product_word');
  if (isCommon(folded)) return refuse('password_too_common');
  return accept(null);
}

const productTerms = [
  'salar',
  'exchange',
  'bitcoin',
  'ethereum',
  'crypto',
  'wallet',
  'binance',
  'usdt',
  'swap',
];

function isCommon(folded: string): boolean {
  if (commonPasswords.has(folded) || commonPasswords.has(reverse(folded)) || isRun(folded)) return true;
  const plain = withoutLeet(folded);
  if (commonPasswords.has(plain)) return true;
  // Attackers try a listed word with a few digits or symbols ("maria123", "password1!") first.
  const core = plain.replace(/^[^\p{L}]{0,4}|[^\p{L}]{0,6}$/gu, '');
  const coreOfFolded = folded.replace(/^[^\p{L}]{0,4}|[^\p{L}]{0,6}$/gu, '');
  return isWeakCore(core) || isWeakCore(coreOfFolded);
}

function isWeakCore(core: string): boolean {
  return commonWords.has(core) || (commonPasswords.has(core) && /^\p{L}+$/u.test(core));
}

/** One character repeated; neighbours on the keyboard or in the alphabet, up or down; or a short piece repeated. */
function isRun(folded: string): boolean {
  if (/^(.{1,3})\1+$/su.test(folded)) return true;
  const backwards = reverse(folded);
  return rows.some((row) => row.includes(folded) || row.includes(backwards));
}
const rows = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'qazwsxedcrfvtgbyhnujm',
  '1qaz2wsx3edc4rfv5tgb',
];

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

function isWordWithDigits(folded: string, word: string): boolean {
  return folded.startsWith(word) && /^\d{0,4}$/.test(folded.slice(word.length));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function withoutLeet(text: string): string {
  return text.replace(/[013457@$]/g, (mark) => leet[mark] ?? mark);
}
const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
