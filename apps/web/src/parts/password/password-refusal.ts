/** Explains why the server refuses a password (security rule P3), as translation keys. */
import type { PasswordRefusal } from '@salar/protocol/sign-up/password-rules';
import type { TextKey } from '../../i18n/text-key.ts';

/** Minimum length of a password (product spec, section 5). */
export const passwordMin = 6;

const reasons: Readonly<Record<string, TextKey>> = {
  [`Password must have at least ${passwordMin} characters`]: 'errors.minLength',
  'Password must have at most 256 bytes': 'sign-up.refused.passwordTooLong',
  'Password must not be your user name or e-mail': 'sign-up.refused.passwordIsName',
  'Password must not be a word of this product': 'sign-up.refused.passwordIsProductWord',
  'Password is too common': 'sign-up.refused.passwordTooCommon',
};

/** The messages of refused passwords. The form itself reports one that is too short. */
export const passwordProblems: Readonly<Record<Exclude<PasswordRefusal, 'password_too_short'>, TextKey>> = {
  password_too_long: 'sign-up.refused.passwordTooLong',
  password_is_user_name: 'sign-up.refused.passwordIsName',
  password_is_product_word: 'sign-up.refused.passwordIsProductWord',
  password_too_common: 'sign-up.refused.passwordTooCommon',
};

/**
 * @returns the text for a refused password, which may contain `passwordMin`; null when the refusal is about something
 * else
 */
export function findPasswordRefusal({ detail }: { readonly detail: string | null }): TextKey | null {
  return detail === null ? null : (reasons[detail] ?? null);
}
