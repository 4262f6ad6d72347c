/** The rules of the form (product spec, section 5). Only the server finds duplicates. Errors are translation keys. */
import type { TextKey } from '../../i18n/text-key.ts';
import * as z from 'zod/mini';
import { checkUserName } from '@salar/protocol/sign-up/names';
import type { UserNameRefusal } from '@salar/protocol/sign-up/names';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { passwordMin } from '../../parts/password/password-refusal.ts';

export type SignUp = {
  userName: string;
  email: string;
  password: string;
  repeatPassword: string;
  hasAcceptedTerms: boolean;
  hasAcceptedPrivacy: boolean;
};

/** Minimum length of a user name. */
export const userNameMin = 3;

const nameProblems: Readonly<Partial<Record<UserNameRefusal, TextKey>>> = {
  user_name_too_long: 'errors.maxLength',
  user_name_characters: 'sign-up.refused.userNameCharacters',
  user_name_mixes_scripts: 'sign-up.refused.userNameScripts',
  user_name_reserved: 'sign-up.refused.userNameReserved',
};

/**
 * Returns why the server would refuse a name. A name with `@` may be the customer's own address: the server decides.
 */
function findNameProblem(userName: string): TextKey | null {
  const checked = checkUserName(userName, userName.includes('@') ? userName : '');
  return checked.ok ? null : (nameProblems[checked.refusal] ?? null);
}

const say = (key: TextKey) => key;
const required = z.minLength(1, { error: say('errors.required'), abort: true });

export const signUpSchema = z
  .object({
    userName: z.string().check(
      z.trim(),
      required,
      z.minLength(userNameMin, say('errors.minLength')),
      z.superRefine((text, context) => {
        const key = findNameProblem(text);
        if (key) context.addIssue({ code: 'custom', message: key });
      }),
    ),
    email: z.string().check(
      z.trim(),
      required,
      z.refine((text) => looksLikeEmail(text), say('errors.invalidEmail')),
    ),
    password: z.string().check(required, z.minLength(passwordMin, say('errors.minLength'))),
    repeatPassword: z.string().check(required),
    hasAcceptedTerms: z.boolean(),
    hasAcceptedPrivacy: z.boolean(),
  })
  .check(
    z.refine(({ password, repeatPassword }) => repeatPassword === '' || password === repeatPassword, {
      error: say('errors.passwordsDiffer'),
      path: ['repeatPassword'],
    }),
  );
