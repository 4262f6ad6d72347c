import { expect, test } from 'vitest';
import { signUpSchema } from './sign-up-schema.ts';
import type { SignUp } from './sign-up-schema.ts';

const right: SignUp = {
  userName: 'ana',
  email: 'ana@example.com',
  password: 'abcdef',
  repeatPassword: 'abcdef',
  hasAcceptedTerms: true,
  hasAcceptedPrivacy: true,
};

// covers: sign-up.2
test('a name of three characters and a repeated password of six are enough', () => {
  expect(signUpSchema.safeParse(right).success).toBe(true);
});

// covers: sign-up.2, sign-up.3, sign-up.4, sign-up.5
test.each<readonly [field: keyof SignUp, text: string, key: string]>([
  ['userName', '', 'errors.required'],
  ['userName', '   ', 'errors.required'],
  ['userName', 'an', 'errors.minLength'],
  ['userName', 'x'.repeat(41), 'errors.maxLength'],
  ['userName', 'x'.repeat(300), 'errors.maxLength'],
  ['userName', 'ana!', 'sign-up.refused.userNameCharacters'],
  ['userName', 'аna', 'sign-up.refused.userNameScripts'],
  ['userName', 'Soporte', 'sign-up.refused.userNameReserved'],
  ['email', '', 'errors.required'],
  ['email', 'ana', 'errors.invalidEmail'],
  ['email', 'ana@home', 'errors.invalidEmail'],
  ['password', '', 'errors.required'],
  ['password', 'abcde', 'errors.minLength'],
  ['repeatPassword', '', 'errors.required'],
  ['repeatPassword', 'abcdeg', 'errors.passwordsDiffer'],
])('%s "%s" is reported with "%s"', (field, text, key) => {
  const { error } = signUpSchema.safeParse({ ...right, [field]: text });
  expect(error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)).toEqual([key]);
});
