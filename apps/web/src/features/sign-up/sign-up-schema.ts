/** Rules of the form (product spec, section 5). Duplicates are the server's to find. */
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { passwordMin } from './password-refusal.ts';

export type SignUp = {
  userName: string;
  email: string;
  password: string;
  repeatPassword: string;
  hasAcceptedTerms: boolean;
  hasAcceptedPrivacy: boolean;
};

const userNameMin = 3;

export function signUpSchema(t: TFunction) {
  const required = z.minLength(1, { error: t('errors.required'), abort: true });
  return z
    .object({
      userName: z
        .string()
        .check(z.trim(), required, z.minLength(userNameMin, t('errors.minLength', { min: userNameMin }))),
      email: z.string().check(
        z.trim(),
        required,
        z.refine((text) => looksLikeEmail(text), t('errors.invalidEmail')),
      ),
      password: z
        .string()
        .check(required, z.minLength(passwordMin, t('errors.minLength', { min: passwordMin }))),
      repeatPassword: z.string().check(required),
      hasAcceptedTerms: z.boolean(),
      hasAcceptedPrivacy: z.boolean(),
    })
    .check(
      z.refine(({ password, repeatPassword }) => repeatPassword === '' || password === repeatPassword, {
        error: t('errors.passwordsDiffer'),
        path: ['repeatPassword'],
      }),
    );
}
