import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCnpj } from './cnpj.ts';
import { parseCpf } from './cpf.ts';
import { computeBrazilianCheckDigit } from './digits.ts';
import { computeNitCheckDigit, parseNit } from './nit.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''));

/** The remainder of a weighted sum, implemented a second time from the rule. */
const remainder = (text: string, weights: readonly number[]) =>
  Array.from(text).reduce(
    (sum, character, at) => sum + (character.charCodeAt(0) - 48) * (weights[at] ?? 0),
    0,
  ) % 11;

const cpf = { length: 9, first: [10, 9, 8, 7, 6, 5, 4, 3, 2], second: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2] };
const cnpj = {
  length: 12,
  first: [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  second: [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
};
const nitWeights = [41, 37, 29, 23, 19, 17, 13, 7, 3];

const brazilian = (base: string, { first, second }: typeof cpf) => {
  const one = computeBrazilianCheckDigit(base, first);
  return base + one + computeBrazilianCheckDigit(base + one, second);
};
/** Two remainders share the digit 0, so that digit cannot reveal an error between them. */
const brazilianClass = (rest: number) => (rest < 2 ? 0 : 11 - rest);
const nitClass = (rest: number) => (rest < 2 ? rest : 11 - rest);
const replaced = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1);

describe.each([
  ['CPF', cpf, parseCpf],
  ['CNPJ', cnpj, parseCnpj],
] as const)('%s', (_name, rule, parse) => {
  test('every number made by the rule is accepted, except one repeated digit', () => {
    fc.assert(
      fc.property(digits(rule.length), (base) => {
        const text = brazilian(base, rule);
        expect(parse(text)).toEqual(
          new Set(text).size === 1 ? { ok: false, refusal: 'digits_repeated' } : { ok: true, value: text },
        );
      }),
    );
  });

  test('a single wrong digit is detected unless both sums fall on remainders that share a digit', () => {
    fc.assert(
      fc.property(
        digits(rule.length),
        fc.nat({ max: rule.length + 1 }),
        fc.integer({ min: 1, max: 9 }),
        (base, at, by) => {
          const text = brazilian(base, rule);
          const wrong = replaced(text, at, String((Number(text[at]) + by) % 10));
          const stated = wrong.slice(-2);
          const mayPass =
            String(brazilianClass(remainder(wrong.slice(0, -2), rule.first))) === stated[0] &&
            String(brazilianClass(remainder(wrong.slice(0, -1), rule.second))) === stated[1];
          expect(parse(wrong).ok).toBe(mayPass && new Set(wrong).size > 1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a wrong check digit is always detected', () => {
    fc.assert(
      fc.property(
        digits(rule.length),
        fc.nat({ max: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (base, which, by) => {
          const text = brazilian(base, rule);
          const at = rule.length + which;
          expect(parse(replaced(text, at, String((Number(text[at]) + by) % 10))).ok).toBe(false);
        },
      ),
    );
  });
});

test('fewer than one in a hundred single wrong digits in a CPF pass', () => {
  let passed = 0;
  let tried = 0;
  for (let number = 123_456_700; number < 123_456_800; number += 1) {
    const text = brazilian(String(number), cpf);
    for (let at = 0; at < text.length; at += 1)
      for (let by = 1; by <= 9; by += 1) {
        tried += 1;
        if (parseCpf(replaced(text, at, String((Number(text[at]) + by) % 10))).ok) passed += 1;
      }
  }
  expect(passed / tried).toBeLessThan(0.01);
});

describe('NIT', () => {
  test('a single wrong digit is detected unless its remainders share a digit: 1 and 10', () => {
    fc.assert(
      fc.property(digits(9), fc.nat({ max: 8 }), fc.integer({ min: 1, max: 9 }), (base, at, by) => {
        const wrong = replaced(base, at, String((Number(base[at]) + by) % 10));
        const [was, is] = [remainder(base, nitWeights), remainder(wrong, nitWeights)];
        const shares = was !== is && nitClass(was) === nitClass(is);
        const text = wrong + computeNitCheckDigit(base);
        expect(parseNit(text).ok).toBe(shares && new Set(text).size > 1);
        if (shares) expect([was, is].toSorted((one, other) => one - other)).toEqual([1, 10]);
      }),
      { numRuns: 2000 },
    );
  });

  test('a wrong check digit is always detected', () => {
    fc.assert(
      fc.property(digits(9), fc.integer({ min: 1, max: 9 }), (base, by) => {
        const wrong = (Number(computeNitCheckDigit(base)) + by) % 10;
        expect(parseNit(`${base}-${wrong}`).ok).toBe(false);
      }),
    );
  });
});
