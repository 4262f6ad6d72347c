import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { checkPassword } from './password-rules.ts';

const maria = { userName: 'maria.lopez', email: 'maria@example.com' };
const answer = (password: string) => {
  const result = checkPassword(password, maria);
  return result.ok ? 'allowed' : result.refusal;
};

test.each([
  ['12345', 'password_too_short'],
  ['ñ'.repeat(129), 'password_too_long'],
  ['maria.lopez', 'password_is_user_name'],
  ['Maria.Lopez2026', 'password_is_user_name'],
  ['maria@example.com', 'password_is_user_name'],
  ['salar2026', 'password_is_product_word'],
  ['123456', 'password_too_common'],
  ['Password1', 'password_too_common'],
  ['p4ssw0rd', 'password_too_common'],
  ['contraseña', 'password_too_common'],
  ['!teamo123!', 'password_too_common'],
  ['aaaaaaa', 'password_too_common'],
  ['abababab', 'password_too_common'],
  ['qwertyui', 'password_too_common'],
  ['9876543', 'password_too_common'],
])('%j is refused: %s', (password, refusal) => {
  expect(answer(password)).toBe(refusal);
});

test.each([
  'Demo-2026!',
  'correct horse battery',
  'x7#kQ2',
  'Quartz-harbour-9',
  '   blanks   ',
  'пароль-реки',
])('%j is allowed: any characters, no composition rule', (password) => {
  expect(answer(password)).toBe('allowed');
});

test('P3 the list has more than ten thousand common passwords, and every one of valid length is refused', () => {
  const longEnough = [...commonPasswords].filter((password) => password.length >= 6);
  expect(longEnough.length).toBeGreaterThan(10_000);
  expect(longEnough.filter((password) => answer(password) === 'allowed')).toEqual([]);
});

test('P3 a listed word is refused backwards, in capitals, with look-alikes and with a year', () => {
  for (const password of [
    'DROWSSAP',
    'ylfrettub',
    'liverpool',
    'L1verp00l',
    'liverpool2026',
    'Flamengo!!',
    '1998butterfly',
  ])
    expect(answer(password)).toBe('password_too_common');
});
