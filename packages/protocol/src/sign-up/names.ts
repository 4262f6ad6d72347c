/** How user names and addresses are compared, and which are valid (security rules P5, N5). */
import { accept, refuse } from '../result.ts';
import { hasOneAlphabet, isReservedName, readsAsLatin } from './name-scripts.ts';
import type { Result } from '../result.ts';

const userNameLengthMin = 3; // product spec, section 5
export const userNameLengthMax = 40;
const emailLengthMax = 254;

/** Folds a user name for comparison: compatibility forms and case are ignored. */
export function toUserNameKey(userName: string): string {
  return userName.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** Folds an e-mail address for comparison. */
export function toEmailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

export type UserNameRefusal =
  | 'user_name_too_short'
  | 'user_name_too_long'
  | 'user_name_characters'
  | 'user_name_mixes_scripts'
  | 'user_name_reserved';

/**
 * Checks whether a user name may be registered.
 *
 * Letters, digits and `. _ -` of one alphabet, which do not all read as those of another, and not a name that customers take for
 * the exchange's own. A name with `@` is allowed only when it is the owner's own address, so
 * that nobody can sign in with, or block, another person's address.
 */
export function checkUserName(userName: string, email: string): Result<null, UserNameRefusal> {
  const length = Array.from(userName).length;
  if (length < userNameLengthMin) return refuse('user_name_too_short');
  if (length > userNameLengthMax) return refuse('user_name_too_long');
  // Compared in folded form: names that read alike would be another person's address.
  if (toUserNameKey(userName) === toEmailKey(email)) return accept(null);
  if (!/^[\p{L}\p{M}\p{N}._ -]+$/u.test(userName) || userName.trim() !== userName)
    return refuse('user_name_characters');
  if (!hasOneAlphabet(userName) || readsAsLatin(userName)) return refuse('user_name_mixes_scripts');
  if (isReservedName(userName)) return refuse('user_name_reserved');
  return accept(null);
}

/** One `@`, a dot in the domain, no blanks, at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= emailLengthMax &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u.test(text)
  );
}
