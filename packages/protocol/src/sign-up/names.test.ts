import { expect, test } from 'vitest';
import { checkUserName, toEmailKey, isEmail, toUserNameKey } from './names.ts';

test('P5 names are compared by compatibility form and case', () => {
  expect(toUserNameKey('Ｍaria')).toBe(toUserNameKey('maria'));
  expect(toUserNameKey('ﬁona')).toBe(toUserNameKey('FIONA'));
  expect(toEmailKey('Maria@Example.COM')).toBe('maria@example.com');
});

test.each([
  ['ab', 'user_name_too_short'],
  ['a'.repeat(41), 'user_name_too_long'],
  ['maria<script>', 'user_name_characters'],
  [' maria', 'user_name_characters'],
  ['victim@example.com', 'user_name_characters'],
  ['mаria', 'user_name_mixes_scripts'], // the first a is Cyrillic
  ['mariա', 'user_name_mixes_scripts'], // Armenian
  ['mariაა', 'user_name_mixes_scripts'], // Georgian
  ['mariᎪ', 'user_name_mixes_scripts'], // Cherokee
  ['раура', 'user_name_mixes_scripts'], // Cyrillic, and reads as paypa
  ['ΜΑΡΙΑ', 'user_name_mixes_scripts'], // Greek, and reads as MAPIA
  ['ᎠᎡᎢ', 'user_name_mixes_scripts'],
  ['admin', 'user_name_reserved'],
  ['Admin2', 'user_name_reserved'],
  ['adm1n', 'user_name_reserved'],
  ['s_u.p-port', 'user_name_reserved'],
  ['SOPORTE', 'user_name_reserved'],
  ['salar-support', 'user_name_reserved'],
  ['support.salar', 'user_name_reserved'],
  ['Salar', 'user_name_reserved'],
  ['segurança', 'user_name_reserved'],
])('the name %j is refused: %s', (name, refusal) => {
  expect(checkUserName(name, 'maria@example.com')).toEqual({ ok: false, refusal });
});

test("a name may be the owner's address, and may contain letters of one script, digits and symbols", () => {
  for (const name of [
    'María_1990',
    'joão.silva',
    'иван',
    'γιάννης',
    '山田たろう',
    'محمد',
    'Maria@example.com',
    'salarico',
    'administra',
    '123',
  ])
    expect(checkUserName(name, 'maria@example.com')).toEqual({ ok: true, value: null });
});

test("P5 the owner's address in full-width letters, which reads as another person's address, is not a name", () => {
  const own = 'ｍaria@example.com';
  expect(toUserNameKey(own)).toBe(toEmailKey('maria@example.com'));
  expect(checkUserName(own, own)).toEqual({ ok: false, refusal: 'user_name_characters' });
});

test('an address has one at sign and a dotted domain', () => {
  for (const good of ['a@b.co', 'maria+salar@mail.example.com']) expect(isEmail(good)).toBe(true);
  for (const bad of ['a', 'a@b', 'a@@b.co', 'a b@c.co', '@b.co', 'a@b.c', `${'a'.repeat(250)}@b.co`])
    expect(isEmail(bad)).toBe(false);
});
