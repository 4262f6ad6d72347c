import { expect, test } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import { signUpSchema } from './sign-up-schema.ts';
import type { SignUp } from './sign-up-schema.ts';

const schema = signUpSchema((await startI18n()).t);
const right: SignUp = {
  userName: 'ana',
  email: 'ana@example.com',
  password: 'abcdef',
  repeatPassword: 'abcdef',
  hasAcceptedTerms: true,
  hasAcceptedPrivacy: true,
};

test('three characters of a name, six of a password, and the same once more are enough', () => {
  expect(schema.safeParse(right).success).toBe(true);
});

test.each<readonly [field: keyof SignUp, text: string, words: string]>([
  ['userName', '', 'This field is required.'],
  ['userName', '   ', 'This field is required.'],
  ['userName', 'an', 'Use at least 3 characters.'],
  ['email', '', 'This field is required.'],
  ['email', 'ana', 'Enter a valid e-mail address.'],
  ['email', 'ana@home', 'Enter a valid e-mail address.'],
  ['password', '', 'This field is required.'],
  ['password', 'abcde', 'Use at least 6 characters.'],
  ['repeatPassword', '', 'This field is required.'],
  ['repeatPassword', 'abcdeg', 'The passwords are not the same.'],
])('%s "%s" is told with "%s"', (field, text, words) => {
  const { error } = schema.safeParse({ ...right, [field]: text });
  expect(error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message)).toEqual([
    words,
  ]);
});
