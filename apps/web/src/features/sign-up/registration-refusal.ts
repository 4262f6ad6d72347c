/** Which words, and under which field, a refused registration is told (product spec, section 8). */
import type { RegistrationAnswer } from '../../api/calls/register-user.ts';
import { refusalWords } from '../../lib/refusal-words.ts';

export type RegistrationRefusal =
  | { readonly field: 'userName'; readonly key: 'errors.userNameAlreadyExists' }
  | { readonly field: 'email'; readonly key: 'errors.userEmailAlreadyExists' }
  /** The server's own words, or ours when it gave none. */
  | { readonly field: 'form'; readonly text: string | null };

export function registrationRefusal(answer: RegistrationAnswer): RegistrationRefusal {
  const { message } = answer;
  if (message === 'Username already exists.')
    return { field: 'userName', key: 'errors.userNameAlreadyExists' };
  if (message === 'User Email already exists.')
    return { field: 'email', key: 'errors.userEmailAlreadyExists' };
  return { field: 'form', text: refusalWords(answer) };
}
