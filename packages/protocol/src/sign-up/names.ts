/** How user names and addresses are compared, and which are valid (security rules P5, N5). */
import { accept, refuse } from '../result.ts';
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
  'user_name_too_short' | 'user_name_too_long' | 'user_name_characters' | 'user_name_mixes_scripts';

/**
 * Checks whether a user name may be registered.
 *
 * Letters, digits and `. _ -` of one script. A name with `@` is allowed only when it is the owner's own address, so
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
  const scripts = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Han}/u,
    /\p{Script=Arabic}/u,
  ];
  if (scripts.filter((script) => script.test(userName)).length > 1) return refuse('user_name_mixes_scripts');
  return accept(null);
}

/** One `@`, a dot in the domain, no blanks, at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= emailLengthMax &&
    /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u.test(text)
  );
}
