/** Chooses the message of a refused registration and the field it belongs to (product spec, section 8). */
import type { TextKey } from '../../i18n/text-key.ts';
import type { RegistrationAnswer } from './api/register-user.ts';
import { findRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { findPasswordRefusal } from '../../parts/password/password-refusal.ts';

export type RegistrationRefusal =
  /** `both`: a duplicate, where the server does not reveal which of the two. */
  | { readonly field: 'userName' | 'email' | 'password' | 'both'; readonly key: TextKey }
  /** The server's message; null when it gave none, and the app's fallback is shown. */
  | { readonly field: 'form'; readonly text: string | null };

const known: Readonly<Record<string, RegistrationRefusal>> = {
  'Username already exists.': { field: 'userName', key: 'errors.userNameAlreadyExists' },
  'User Email already exists.': { field: 'email', key: 'errors.userEmailAlreadyExists' },
  'Invalid Email': { field: 'email', key: 'errors.invalidEmail' },
  'UserName must have at most 40 characters': { field: 'userName', key: 'errors.maxLength' },
  'UserName may hold letters, digits, spaces, dots, hyphens and underscores': {
    field: 'userName',
    key: 'sign-up.refused.userNameCharacters',
  },
  'UserName must be written in one alphabet': { field: 'userName', key: 'sign-up.refused.userNameScripts' },
  'UserName is reserved': { field: 'userName', key: 'sign-up.refused.userNameReserved' },
};

export function toRegistrationRefusal(answer: RegistrationAnswer): RegistrationRefusal {
  const text = findRefusalMessage(answer);
  const password = findPasswordRefusal(answer);
  if (password) return { field: 'password', key: password };
  const found = known[text ?? ''];
  if (found) return found;
  return text !== null && /already exists/i.test(text)
    ? { field: 'both', key: 'errors.userOrEmailExists' }
    : { field: 'form', text };
}
