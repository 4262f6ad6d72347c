import { describe, expect, test } from 'vitest';
import { splitAddress, findAddressPrefix, shortenAddress } from './address.ts';
import { toCsvCell, toCsvText } from './csv.ts';
import { formatAge, formatDateTime, findRegionalLocale } from './date-time.ts';
import { computeGlyphHue } from './glyph.ts';
import { maskKey, maskTail } from './masking.ts';
import { ratePasswordStrength } from './password-strength.ts';

const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('addresses', () => {
  test('the short form keeps the network and both ends', () => {
    expect(shortenAddress(ethereum)).toBe('0x529084…169EE7');
    expect(shortenAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe('bc1qw508d6…v8f3t4');
    expect(shortenAddress('0x1234567890')).toBe('0x1234567890');
  });

  test('groups join back to the address', () => {
    expect(splitAddress(ethereum).join('')).toBe(ethereum);
    expect(splitAddress(ethereum)[0]).toBe('0x52');
    expect(findAddressPrefix('TQrZ9wBz')).toBe('T');
  });
});

describe('csv', () => {
  test.each([
    ['=1+1', `"'=1+1"`],
    ['  @cmd', `"'  @cmd"`],
    ['+57 300', `"'+57 300"`],
    ['\uff1dSUM(A1)', `"'\uff1dSUM(A1)"`],
    ['-12.5', '"-12.5"'],
    ['say "hi"', '"say ""hi"""'],
    ['BTC', '"BTC"'],
  ])('%j becomes %j', (value, cell) => {
    expect(toCsvCell(value)).toBe(cell);
  });

  test('a file starts with a byte order mark and ends its lines with CRLF', () => {
    expect(
      toCsvText([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toBe('\ufeff"a","b"\r\n"1","2"\r\n');
  });
});

describe('dates', () => {
  const at = '2026-03-05T14:07:00Z';

  test('each language has its own date format', () => {
    expect(formatDateTime(at, 'en', 'date')).toBe('Mar 5, 2026');
    expect(formatDateTime(at, 'es', 'date')).toMatch(/5 mar(zo)?\.? ?(de )?2026/);
    expect(formatDateTime(at, 'pt', 'date')).toMatch(/5 de mar\.? de 2026/);
  });

  test('an invalid time is an empty text', () => {
    expect(formatDateTime('yesterday', 'en')).toBe('');
  });

  test('an age is shown only within the hour', () => {
    const now = Date.parse(at);
    expect(formatAge(now - 180_000, 'en', now)).toBe('3 minutes ago');
    expect(formatAge(now - 3_600_000, 'en', now)).toBeNull();
    expect(formatAge(now + 5_000, 'en', now)).toBeNull();
  });

  test('languages map to regional locales', () => {
    expect(findRegionalLocale('es-CO')).toBe('es-419');
    expect(findRegionalLocale('fr')).toBe('en-US');
  });
});

// covers: api-keys.2, bank-accounts.6
test('masks leave four characters, keys show eight', () => {
  expect(maskTail('12345678')).toBe('••••5678');
  expect(maskTail('1234')).toBe('1234');
  expect(maskKey('abcdefghijkl')).toBe('abcdefgh…');
});

test('neighbours in the alphabet get very different hues', () => {
  const hues = ['BTC', 'BTD', 'BTE'].map(computeGlyphHue);
  expect(new Set(hues.map((hue) => Math.round(hue / 20))).size).toBe(3);
  expect(computeGlyphHue('BTC')).toBe(computeGlyphHue('BTC'));
});

// covers: sign-up.7, sign-up.8
test.each([
  ['abcdef', 'weak'],
  ['abcde1', 'medium'],
  ['Abcdefg1', 'strong'],
  ['Abc1!', 'weak'],
  ['abcdefgh', 'weak'],
  ['abcdefg!', 'medium'],
] as const)('the password %s is %s', (password, strength) => {
  expect(ratePasswordStrength(password)).toBe(strength);
});
