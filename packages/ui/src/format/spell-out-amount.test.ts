import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spellOutAmount } from './spell-out-amount.ts';

const write = (value: string, language: string, unit: string, style: 'point' | 'comma' = 'point') =>
  spellOutAmount(value, { language, unit, style });

describe('money with a name', () => {
  test.each([
    [
      '1552888',
      '1 million 552 thousand 888 pesos',
      '1 millón 552 mil 888 pesos',
      '1 milhão 552 mil 888 pesos',
    ],
    ['1', '1 peso', '1 peso', '1 peso'],
    ['0.5', '50 centavos', '50 centavos', '50 centavos'],
    [
      '1500.01',
      '1 thousand 500 pesos and 1 centavo',
      'mil 500 pesos con 1 centavo',
      'mil 500 pesos e 1 centavo',
    ],
    ['2000000', '2 million pesos', '2 millones de pesos', '2 milhões de pesos'],
    ['1001000', '1 million 1 thousand pesos', '1 millón mil pesos', '1 milhão mil pesos'],
    ['0', '0 pesos', '0 pesos', '0 pesos'],
    [
      '1500000000',
      '1 billion 500 million pesos',
      'mil 500 millones de pesos',
      '1 bilhão 500 milhões de pesos',
    ],
  ])('%s COP', (value, en, es, pt) => {
    expect(write(value, 'en', 'COP')).toBe(en);
    expect(write(value, 'es', 'COP')).toBe(es);
    expect(write(value, 'pt-BR', 'COP')).toBe(pt);
  });

  test('reais', () => {
    expect(write('2.3', 'pt', 'BRL')).toBe('2 reais e 30 centavos');
    expect(write('1', 'es', 'BRL')).toBe('1 real');
  });

  test('a price with more decimals than the currency keeps them', () => {
    expect(write('4.9381', 'pt', 'BRL')).toBe('4 ponto 9381 reais');
  });
});

test('other products keep their symbol; the decimal sign is spelled out as drawn', () => {
  expect(write('0.25', 'en', 'BTC')).toBe('0 point 25 BTC');
  expect(write('0.25', 'es', 'BTC', 'comma')).toBe('0 coma 25 BTC');
  expect(write('0.25', 'es', 'BTC')).toBe('0 punto 25 BTC');
  expect(write('1000.000000000000000001', 'pt', 'ETH', 'comma')).toBe('mil vírgula 000000000000000001 ETH');
  expect(write('1.500', 'en', 'USDT')).toBe('1 point 5 USDT');
});

test('twenty digits are spelled out to the last one', () => {
  expect(write('12345678901234567890', 'en', 'X')).toBe(
    '12 quintillion 345 quadrillion 678 trillion 901 billion 234 million 567 thousand 890 X',
  );
  expect(write('12345678901234567890', 'es', 'X')).toBe(
    '12 trillones 345 mil 678 billones 901 mil 234 millones 567 mil 890 X',
  );
  expect(write('12345678901234567890', 'pt', 'X')).toBe(
    '12 quintilhões 345 quatrilhões 678 trilhões 901 bilhões 234 milhões 567 mil 890 X',
  );
});

const sizes: Readonly<Record<string, bigint>> = {
  thousand: 1000n,
  mil: 1000n,
  million: 10n ** 6n,
  millón: 10n ** 6n,
  millones: 10n ** 6n,
  milhão: 10n ** 6n,
  milhões: 10n ** 6n,
  billion: 10n ** 9n,
  bilhão: 10n ** 9n,
  bilhões: 10n ** 9n,
  billón: 10n ** 12n,
  billones: 10n ** 12n,
  trillion: 10n ** 12n,
  trilhão: 10n ** 12n,
  trilhões: 10n ** 12n,
  quadrillion: 10n ** 15n,
  quatrilhão: 10n ** 15n,
  quatrilhões: 10n ** 15n,
  trillón: 10n ** 18n,
  trillones: 10n ** 18n,
  quintillion: 10n ** 18n,
  quintilhão: 10n ** 18n,
  quintilhões: 10n ** 18n,
};

/** Parses the spelled-out amount: each scale multiplies the numbers before it since the last larger one. */
function parseSpelledOut(text: string): bigint {
  let total = 0n;
  let open = 0n;
  for (const word of text.split(' ')) {
    const size = sizes[word];
    if (size === undefined) open += BigInt(word);
    else if (size === 1000n) open = (open === 0n ? 1n : open) * 1000n;
    else {
      total += open * size;
      open = 0n;
    }
    // A thousand is complete unless a larger scale follows, which then multiplies all of it.
  }
  return total + open;
}

test.each(['en', 'es', 'pt'])('the spelled-out text adds up to the amount (%s)', (language) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (whole) => {
      expect(parseSpelledOut(spellOutAmount(whole.toString(), { language }))).toBe(whole);
    }),
    { numRuns: 300 },
  );
});
