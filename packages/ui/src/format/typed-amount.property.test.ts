/**
 * For any typed or pasted text, the amount is the one in the text, or there is an error. `SALAR_TEST_AMOUNTS=1000000`
 * tests that many texts; the default is about twenty thousand.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spellOutAmount } from './spell-out-amount.ts';
import { formatDecimal, formatSwapBalance } from './decimal.ts';
import { numberStyles, setNumberFormat, toNumberFormat } from './number-format.ts';
import type { NumberFormat } from './number-format.ts';
import { toFieldText } from './field-text.ts';
import { readAmount, toAmountValue } from './typed-amount.ts';

const inputs = Number(process.env['SALAR_TEST_AMOUNTS'] ?? 20_000);
const editsPerField = 10;

type Product = { readonly placesMax: number; readonly isFiat: boolean; readonly unit: string };

const products: readonly Product[] = [
  { placesMax: 2, isFiat: true, unit: 'COP' },
  { placesMax: 8, isFiat: false, unit: 'BTC' },
  { placesMax: 18, isFiat: false, unit: 'ETH' },
  { placesMax: 6, isFiat: false, unit: 'USDT' },
  { placesMax: 0, isFiat: false, unit: 'COP' },
];
const languages = ['en', 'es', 'pt'];
const formats = languages.flatMap((language) => [
  toNumberFormat(language, null),
  ...numberStyles.map((style) => toNumberFormat(language, style)),
]);

/** Keys of phones and keyboards, mostly those used in amounts. */
const key = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...Array.from('0123456789')) },
  { weight: 15, arbitrary: fc.constantFrom('0', '00', '000') },
  { weight: 12, arbitrary: fc.constantFrom('.', ',') },
  { weight: 2, arbitrary: fc.constantFrom(' ', '\u00a0', '\u202f', "'", '\u2019') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '-',
      '+',
      '\u2212',
      'e',
      'E',
      'B',
      'x',
      '$',
      '%',
      '\u0661',
      '\u200e',
      '\u200f',
      '\u202e',
      '\t',
      ' COP',
    ),
  },
);

/** An amount as a customer may have written it: grouped or not, correctly or not, with or without a unit. */
const written = fc
  .record({
    whole: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 8n }), fc.bigInt({ min: 0n, max: 10n ** 22n })),
    fraction: fc.oneof(fc.constant(''), fc.stringMatching(/^\d{1,3}$/), fc.stringMatching(/^\d{0,20}$/)),
    groups: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('', '.', ',', ' ', '\u00a0', "'").map((group) => [group]) },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom('.', ',', ' ', "'", '\t'), { minLength: 2, maxLength: 4 }),
      },
    ),
    size: fc.constantFrom(3, 3, 3, 3, 2),
    sign: fc.constantFrom('.', ','),
    unit: fc.constantFrom('', '', '', ' COP', ' BTC', 'USDT', '\u00a0ETH'),
  })
  .map(({ whole, fraction, groups, size, sign, unit }) => {
    const digits = Array.from(whole.toString());
    const grouped = digits.map((digit, at) => {
      const left = digits.length - at;
      return at > 0 && left % size === 0 ? (groups[at % groups.length] ?? '') + digit : digit;
    });
    return `${grouped.join('')}${fraction === '' ? '' : sign + fraction}${unit}`;
  });

const edit = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('type' as const), at: fc.constant(1), text: key }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('type' as const), at: fraction(), text: key }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fraction(), text: fc.constant('') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('paste' as const),
      at: fraction(),
      until: fraction(),
      text: fc.oneof(
        { weight: 8, arbitrary: written },
        { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.constant(0), text: written }),
  },
);

type Edit = { kind: 'type' | 'delete' | 'paste' | 'replace'; at: number; until?: number; text: string };

function fraction() {
  return fc.double({ min: 0, max: 1, noNaN: true });
}

/** Computes the value of an input element after the edit. */
function applyEdit(text: string, { kind, at, until = at, text: added }: Edit): string {
  if (kind === 'replace') return added;
  const [from = 0, to = 0] = [at, until]
    .map((share) => Math.round(share * text.length))
    .sort((a, b) => a - b);
  if (kind === 'delete') return text.slice(0, Math.max(0, from - 1)) + text.slice(from);
  return text.slice(0, from) + added + text.slice(to);
}

const scale = 60;

/**
 * Computes the amounts that a text may mean, scaled to integers. Independent of the reader: it splits, the reader
 * matches.
 */
function judge(text: string, unit: string): { readonly point: bigint | null; readonly comma: bigint | null } {
  const drawn = Array.from(text).filter((character) => !'\u200e\ufeff'.includes(character));
  const flat = drawn.map((character) =>
    '\u00a0\u202f'.includes(character) ? ' ' : character === '\u2019' ? "'" : character,
  );
  let plain = flat.join('').trim();
  const before = plain.slice(0, plain.length - unit.length);
  if (plain.toUpperCase().endsWith(unit) && '0123456789.,'.includes(before.trimEnd().slice(-1) || 'x'))
    plain = /\s\s$/.test(before) ? 'two spaces before a unit' : before.trimEnd();
  return { point: judgeBy('.', plain), comma: judgeBy(',', plain) };
}

function judgeBy(sign: '.' | ',', text: string): bigint | null {
  const [whole = '', decimals = '', ...more] = text.split(sign);
  if (more.length > 0 || !isDigits(decimals) || (whole === '' && decimals === '')) return null;
  const other = sign === '.' ? ',' : '.';
  const afterMark = whole.split(other).slice(1).join(other);
  if (afterMark.includes(' ') || afterMark.includes("'")) return null;
  const groups = whole.replaceAll(other, ' ').replaceAll("'", ' ').split(' ');
  const [first = '', ...rest] = groups;
  const isGrouped = rest.length > 0;
  if (!groups.every(isDigits)) return null;
  if (isGrouped && (first === '' || first.length > 3 || first.startsWith('0'))) return null;
  if (rest.some((group) => group.length !== 3)) return null;
  return BigInt(groups.join('') + decimals.padEnd(scale, '0'));
}

function isDigits(text: string): boolean {
  return Array.from(text).every((character) => '0123456789'.includes(character));
}

function toScaled(value: string): bigint {
  const [whole = '', decimals = ''] = value.split('.');
  return BigInt(whole + decimals.padEnd(scale, '0'));
}

function fits(amount: bigint, placesMax: number): boolean {
  return amount % 10n ** BigInt(scale - placesMax) === 0n && amount < 10n ** BigInt(scale + 20);
}

type Count = { amounts: number; ambiguous: number; refused: number; empty: number };

function check(text: string, rules: Product, format: NumberFormat, count: Count): void {
  const read = readAmount(text, rules, format);
  const { point, comma } = judge(text, rules.unit);
  const explain = () =>
    `${JSON.stringify(text)} as ${rules.unit}, ${JSON.stringify(format)}: ${JSON.stringify(read)}`;
  if (read.kind === 'amount') count.amounts += 1;
  else if (read.kind === 'ambiguous') count.ambiguous += 1;
  else if (read.kind === 'empty') count.empty += 1;
  else count.refused += 1;

  const only = point ?? comma;
  if (only === null) {
    if (read.kind === 'amount' || read.kind === 'ambiguous') expect.fail(`says nothing: ${explain()}`);
    return;
  }
  const isOne = point === null || comma === null || point === comma;
  const smaller = point !== null && comma !== null && comma < point ? comma : point;
  const isDecided =
    format.isHabit &&
    (format.style === 'point' ? point : comma) === smaller &&
    !rules.isFiat &&
    rules.placesMax >= 3;
  if (!isOne && !isDecided) {
    if (read.kind !== 'ambiguous') expect.fail(`has two readings: ${explain()}`);
    return;
  }
  const amount = isOne ? only : (smaller ?? only);
  if (!fits(amount, rules.placesMax)) {
    if (read.kind !== 'tooPrecise' && read.kind !== 'tooLong') expect.fail(`does not fit: ${explain()}`);
  } else if (read.kind !== 'amount' || toScaled(read.value) !== amount) {
    expect.fail(`says ${amount}: ${explain()}`);
  }
}

test(
  'the amount is the one in the text, or there is an error',
  () => {
    const count: Count = { amounts: 0, ambiguous: 0, refused: 0, empty: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...products),
        fc.constantFrom(...formats),
        fc.array(edit, { minLength: editsPerField, maxLength: editsPerField }),
        (product, format, edits) => {
          let text = '';
          for (const one of edits) {
            text = applyEdit(text, one);
            check(text, product, format, count);
          }
        },
      ),
      { numRuns: Math.ceil(inputs / editsPerField) },
    );
    const tested = count.amounts + count.ambiguous + count.refused + count.empty;
    console.info(`${tested} texts: ${JSON.stringify(count)}`);
    // The generator reaches every outcome often enough to be meaningful.
    expect(count.amounts).toBeGreaterThan(tested / 5);
    expect(count.ambiguous).toBeGreaterThan(tested / 200);
    expect(count.refused).toBeGreaterThan(tested / 20);
  },
  10 * 60_000,
);

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.stringMatching(/^\d{0,18}$/))
  .map(([whole, decimals]) => (decimals === '' ? String(whole) : `${whole}.${decimals}`));

test('text on screen or in a field is read as the same amount in every format', () => {
  try {
    fc.assert(
      fc.property(
        amount,
        fc.constantFrom(...formats),
        fc.constantFrom('', ' ETH', '\u00a0ETH'),
        (value, format, unit) => {
          setNumberFormat(format);
          const read = (text: string) =>
            toScaled(toAmountValue(text, { placesMax: 18, unit: 'ETH' }, format));
          expect(read(formatDecimal(value) + unit)).toBe(toScaled(value));
          expect(read(toFieldText(value))).toBe(toScaled(value));
          const [whole = '', decimals = ''] = value.split('.');
          expect(read(formatSwapBalance(value))).toBe(toScaled(`${whole}.${decimals.slice(0, 4)}`));
          expect(spellOutAmount(value, { language: 'es', unit: 'ETH' })).not.toMatch(/[.,]/);
        },
      ),
      { numRuns: 500 },
    );
  } finally {
    setNumberFormat(toNumberFormat('en', null));
  }
});
