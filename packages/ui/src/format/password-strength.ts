export type PasswordStrength = 'weak' | 'medium' | 'strong';

/** Product spec, section 5: strong from 8 characters with two of digit, upper case, special; medium from 6 with one. */
export function ratePasswordStrength(password: string): PasswordStrength {
  const kinds = [/\d/, /[A-Z]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  if (password.length >= 8 && kinds >= 2) return 'strong';
  if (password.length >= 6 && kinds >= 1) return 'medium';
  return 'weak';
}
