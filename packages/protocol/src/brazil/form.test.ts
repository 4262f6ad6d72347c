import { describe, expect, test } from 'vitest';
import { parseBrazilForm } from './form.ts';
import type { BrazilFormText } from './form.ts';
import { parsePhone, phonePrefixes, splitPhone } from './phone.ts';
import { brazilStates, isBrazilState } from './states.ts';

const ana: BrazilFormText = {
  taxIdNumber: '529.982.247-25',
  street: '  Rua  das Flores, 12 ',
  city: 'Recife',
  zipCode: '50000-000',
  state: 'pe',
  phonePrefix: '+55',
  phoneNumber: '(81) 99999-0000',
};

test('a form is stored without its punctuation', () => {
  expect(parseBrazilForm(ana)).toEqual({
    ok: true,
    value: {
      taxIdNumber: '52998224725',
      street: 'Rua das Flores, 12',
      city: 'Recife',
      zipCode: '50000000',
      state: 'PE',
      phone: '+5581999990000',
    },
  });
});

test('every wrong field is reported at once', () => {
  const empty = { taxIdNumber: '', street: ' ', city: '', zipCode: '', state: '', phonePrefix: '' };
  expect(parseBrazilForm({ ...empty, phoneNumber: '' })).toEqual({
    ok: false,
    problems: {
      taxIdNumber: 'required',
      street: 'required',
      city: 'required',
      zipCode: 'required',
      state: 'required',
      phonePrefix: 'required',
      phoneNumber: 'required',
    },
  });
});

test.each([
  ['taxIdNumber', '529.982.247-26', 'check_digit_wrong'],
  ['taxIdNumber', '111.111.111-11', 'digits_repeated'],
  ['taxIdNumber', '5299822472', 'length_wrong'],
  ['taxIdNumber', '11.222.333/0001-81', 'length_wrong'],
  ['taxIdNumber', 'abc', 'characters_wrong'],
  ['street', 'x'.repeat(121), 'too_long'],
  ['street', 'Rua\u0007', 'characters_wrong'],
  ['city', '123', 'characters_wrong'],
  ['zipCode', '5000-000', 'length_wrong'],
  ['zipCode', '5000a-000', 'characters_wrong'],
  ['state', 'XX', 'option_unknown'],
  ['phoneNumber', '20999990000', 'area_code_unknown'],
  ['phoneNumber', '81899990000', 'mobile_prefix_wrong'],
  ['phoneNumber', '999', 'length_wrong'],
] as const)('%s %j is refused', (field, value, refusal) => {
  expect(parseBrazilForm({ ...ana, [field]: value })).toEqual({ ok: false, problems: { [field]: refusal } });
});

test('a prefix that the form does not have is reported for the number', () => {
  const read = parseBrazilForm({ ...ana, phonePrefix: '+1' });
  expect(read).toEqual({ ok: false, problems: { phoneNumber: 'prefix_unknown' } });
});

test.each(['529.982.247-25', '111.444.777-35', '123.456.789-09', '52998224725'])(
  '%s is a CPF',
  (taxIdNumber) => {
    expect(parseBrazilForm({ ...ana, taxIdNumber }).ok).toBe(true);
  },
);

// covers: brazil.2
test('there are 27 states, identified by two letters', () => {
  expect(brazilStates).toHaveLength(27);
  expect(new Set(brazilStates.map(({ code }) => code)).size).toBe(27);
  expect(isBrazilState('SP')).toBe(true);
  expect(isBrazilState('sp')).toBe(false);
});

describe('telephone numbers', () => {
  // covers: brazil.3
  test('there are the 17 prefixes of the form, and none is the beginning of another', () => {
    expect(phonePrefixes.map(({ prefix }) => prefix)).toEqual(
      '+57 +55 +595 +54 +52 +56 +51 +593 +507 +506 +502 +234 +66 +62 +598 +880 +84'.split(' '),
    );
    const texts = phonePrefixes.map(({ prefix }) => prefix);
    expect(texts.filter((one) => texts.some((other) => other !== one && other.startsWith(one)))).toEqual([]);
  });

  test.each([
    ['+57', '300 123 4567', '+573001234567'],
    ['+595', '0981 123456', '+595981123456'],
    ['+54', '11 2345-6789', '+541123456789'],
    ['+54', '9 11 2345-6789', '+5491123456789'],
    ['+52', '55 1234 5678', '+525512345678'],
    ['+56', '9 1234 5678', '+56912345678'],
    ['+51', '912 345 678', '+51912345678'],
    ['+593', '99 123 4567', '+593991234567'],
    ['+507', '6123-4567', '+50761234567'],
    ['+506', '8312 3456', '+50683123456'],
    ['+502', '5123 4567', '+50251234567'],
    ['+234', '802 123 4567', '+2348021234567'],
    ['+66', '081 234 5678', '+66812345678'],
    ['+62', '812-345-6789', '+628123456789'],
    ['+598', '094 231 234', '+59894231234'],
    ['+880', '1812-345678', '+8801812345678'],
    ['+84', '912 345 678', '+84912345678'],
  ])('%s %s', (prefix, text, number) => {
    expect(parsePhone(prefix, text)).toEqual({ ok: true, value: number });
    expect(splitPhone(number)).toEqual({ prefix, number: number.slice(prefix.length) });
  });

  test.each([
    ['+57', '300123456'],
    ['+54', '811123456789'],
    ['+506', '831234567'],
    ['+62', '1234567890123'],
    ['+57', '+573001234567'],
  ])('%s %s is not one', (prefix, text) => {
    expect(parsePhone(prefix, text).ok).toBe(false);
  });

  test('a number of another country has no prefix of the form', () => {
    expect(splitPhone('+12025550100')).toBe(null);
  });
});
