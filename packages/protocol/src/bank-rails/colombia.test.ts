import { describe, expect, test } from 'vitest';
import { colombianBanks, brazilianBanks } from './banks.ts';
import { parseBrebKey } from './breb-key.ts';
import { findColombianAccountWarnings, parseColombianAccount } from './colombian-account.ts';
import { parseColombianDocument } from './colombian-document.ts';
import type { ColombianDocumentType } from './colombian-document.ts';
import { parseNit } from './nit.ts';

const said = <T>(read: { ok: true; value: T } | { ok: false; refusal: string }) =>
  read.ok ? read.value : read.refusal;

describe('NIT', () => {
  test.each([
    ['890903938-8', '890903938-8'],
    ['890.903.938-8', '890903938-8'],
    ['8909039388', '890903938-8'],
    ['899999068-1', '899999068-1'],
    ['800197268-4', '800197268-4'],
    ['900123456-8', '900123456-8'],
    ['860.002.964-4', '860002964-4'],
    ['860.034.313-7', '860034313-7'],
    ['860.003.020-1', '860003020-1'],
    ['890.904.996-1', '890904996-1'],
    ['890.900.608-9', '890900608-9'],
    ['899.999.063-3', '899999063-3'],
    ['899.999.061-9', '899999061-9'],
    ['860.005.216-7', '860005216-7'],
    ['900123456-7', 'check_digit_wrong'],
    ['900123465-8', 'check_digit_wrong'],
    ['900123456', 'check_digit_missing'],
    ['90012345', 'length_wrong'],
    ['90012345678', 'length_wrong'],
    ['0000000000', 'digits_repeated'],
    ['900123456-K', 'characters_wrong'],
    ['', 'length_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(said(parseNit(text))).toBe(expected);
  });
});

describe('a document of Colombia', () => {
  test.each<[ColombianDocumentType, string, string]>([
    ['CC', '1.020.304.050', '1020304050'],
    ['CC', '79.123.456', '79123456'],
    ['CC', '52345678', '52345678'],
    ['CC', '123456', '123456'],
    ['CC', '12345', 'length_wrong'],
    ['CC', '10203040501', 'length_wrong'],
    ['CC', '0012345678', 'characters_wrong'],
    ['CC', '1111111', 'digits_repeated'],
    ['CC', '7912345A', 'characters_wrong'],
    ['CE', '456789', '456789'],
    ['CE', 'e1234567', 'E1234567'],
    ['CE', '1234', 'length_wrong'],
    ['CE', 'ABCDEF', 'characters_wrong'],
    ['PA', 'AO123456', 'AO123456'],
    ['PA', 'at 123 456', 'AT123456'],
    ['PA', 'AO12345678901', 'length_wrong'],
    ['PA', 'AO_12345', 'characters_wrong'],
    ['NIT', '900.123.456-8', '900123456-8'],
    ['NIT', '900123456', 'check_digit_missing'],
    ['TI', '1.012.345.678', '1012345678'],
    ['TI', '99012345678', '99012345678'],
    ['TI', '12345678', 'length_wrong'],
    ['PPT', '5123456', '5123456'],
    ['PPT', '51234', 'length_wrong'],
    ['PEP', '912345601011990', '912345601011990'],
    ['PEP', '91234560101199', 'length_wrong'],
  ])('%s %s is %s', (type, text, expected) => {
    expect(said(parseColombianDocument(type, text))).toBe(expected);
  });
});

describe('a Bre-B key', () => {
  test.each([
    ['3001234567', 'mobile', '3001234567'],
    ['300 123 4567', 'mobile', '3001234567'],
    ['+57 300 123 4567', 'mobile', '3001234567'],
    ['1020304050', 'document', '1020304050'],
    ['79.123.456', 'document', '79123456'],
    ['900123456-8', 'document', '9001234568'],
    ['ao123456', 'document', 'AO123456'],
    ['Camila@Example.co', 'email', 'camila@example.co'],
    ['@CBW0ZWQT6', 'alphanumeric', '@CBW0ZWQT6'],
    ['@camila7', 'alphanumeric', '@camila7'],
    ['0012345678', 'merchant', '0012345678'],
  ])('%s is a key of kind %s', (text, kind, value) => {
    expect(parseBrebKey(text)).toEqual({ ok: true, value: { kind, value } });
  });

  test.each([
    ['@', 'length_wrong'],
    ['@ab', 'length_wrong'],
    [`@${'A'.repeat(21)}`, 'length_wrong'],
    ['@CBW-ZWQT6', 'characters_wrong'],
    ['@CBWÑZWQT6', 'characters_wrong'],
    ['camila@', 'email_malformed'],
    ['1234', 'length_wrong'],
    ['0000000000', 'digits_repeated'],
    ['1234567890123456', 'length_wrong'],
    ['+1 300 123 4567', 'key_unknown'],
    ['+57 601 123 4567', 'key_unknown'],
    ['camila', 'key_unknown'],
    ['', 'key_unknown'],
  ])('%s is refused: %s', (text, refusal) => {
    expect(said(parseBrebKey(text))).toBe(refusal);
  });
});

describe('an account of Colombia', () => {
  test.each([
    ['12345678901', '12345678901'],
    ['123-456789-01', '12345678901'],
    ['0550 4884 0000 1234', '0550488400001234'],
    ['123', '123'],
    ['12345678901234567890', '12345678901234567890'],
    ['12', 'length_wrong'],
    ['123456789012345678901', 'length_wrong'],
    ['', 'length_wrong'],
    ['000000', 'digits_repeated'],
    ['1234S678901', 'characters_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(said(parseColombianAccount(text))).toBe(expected);
  });

  test.each([
    ['1007', 'savings', '12345678901', []],
    ['1007', 'savings', '1234567890', ['length_unusual']],
    ['1051', 'checking', '123456789012', []],
    ['1507', 'deposit', '3001234567', []],
    ['1507', 'savings', '3001234567', []],
    ['1507', 'deposit', '1001234567', ['length_unusual']],
    ['1551', 'checking', '300123456', ['length_unusual', 'account_type_unusual']],
    ['1052', 'savings', '123', []],
  ])('at bank %s, %s, %s warns of %s', (bankCode, accountType, number, expected) => {
    expect(findColombianAccountWarnings({ bankCode, accountType, number })).toEqual(expected);
  });
});

test('banks are sorted by name, each once', () => {
  for (const banks of [colombianBanks, brazilianBanks]) {
    const names = banks.map(({ Name }) => Name);
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'es')));
    expect(new Set(banks.map(({ Code }) => Code)).size).toBe(banks.length);
  }
});
