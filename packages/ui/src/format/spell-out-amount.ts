/**
 * Spells out amounts, independent of any separator: "1 million 552 thousand 888 pesos and 50 centavos".
 *
 * Numbers up to a thousand stay digits, because they are read at a glance; each larger scale is a word. The libraries
 * `n2words` 4 and `to-words` 5 write ungrammatical Spanish and Portuguese ("veintiuno mil", "um milhões").
 */
import { getNumberFormat } from './number-format.ts';
import type { NumberStyle } from './number-format.ts';

/** The names of a currency's units. Other products use their symbol. */
type CurrencyNames = {
  readonly one: string;
  readonly many: string;
  readonly cent: string;
  readonly cents: string;
};

type Scale = readonly [one: string, many: string];

type LanguageRules = {
  /** Powers of 1,000 (short scale) or of 1,000,000 (long scale), from the first above a thousand. */
  readonly scales: readonly Scale[];
  readonly isLongScale: boolean;
  readonly thousand: string;
  /** "mil", not "1 mil". */
  readonly isOneThousandBare: boolean;
  readonly decimal: Readonly<Record<NumberStyle, string>>;
  /** Between a round number of millions and its unit: "2 millones de pesos". */
  readonly ofRound: string;
  /** Between the currency's units and its cents. */
  readonly withCents: string;
  readonly currencies: Readonly<Record<string, CurrencyNames>>;
};

const english: LanguageRules = {
  scales: same('million billion trillion quadrillion quintillion'),
  isLongScale: false,
  thousand: 'thousand',
  isOneThousandBare: false,
  decimal: { point: 'point', comma: 'comma' },
  ofRound: '',
  withCents: 'and',
  currencies: {
    COP: { one: 'peso', many: 'pesos', cent: 'centavo', cents: 'centavos' },
    BRL: { one: 'real', many: 'reais', cent: 'centavo', cents: 'centavos' },
  },
};

const spanish: LanguageRules = {
  scales: [
    ['millón', 'millones'],
    ['billón', 'billones'],
    ['trillón', 'trillones'],
  ],
  isLongScale: true,
  thousand: 'mil',
  isOneThousandBare: true,
  decimal: { point: 'punto', comma: 'coma' },
  ofRound: 'de',
  withCents: 'con',
  currencies: {
    COP: { one: 'peso', many: 'pesos', cent: 'centavo', cents: 'centavos' },
    BRL: { one: 'real', many: 'reales', cent: 'centavo', cents: 'centavos' },
  },
};

const portuguese: LanguageRules = {
  scales: [
    ['milhão', 'milhões'],
    ['bilhão', 'bilhões'],
    ['trilhão', 'trilhões'],
    ['quatrilhão', 'quatrilhões'],
    ['quintilhão', 'quintilhões'],
  ],
  isLongScale: false,
  thousand: 'mil',
  isOneThousandBare: true,
  decimal: { point: 'ponto', comma: 'vírgula' },
  ofRound: 'de',
  withCents: 'e',
  currencies: {
    COP: { one: 'peso', many: 'pesos', cent: 'centavo', cents: 'centavos' },
    BRL: { one: 'real', many: 'reais', cent: 'centavo', cents: 'centavos' },
  },
};

const languages: Readonly<Record<string, LanguageRules>> = { en: english, es: spanish, pt: portuguese };

export type SpellOutOptions = {
  /** `en`, `es` or `pt`, with or without a region; any other language falls back to English. */
  readonly language: string;
  /** The product's symbol. Pesos and reais are spelled out by name. */
  readonly unit?: string | undefined;
  readonly style?: NumberStyle | undefined;
};

/**
 * Spells out an amount exactly, to its last digit.
 *
 * @param value  plain decimal text, zero or more
 * @example spellOutAmount('1552888.5', { language: 'es', unit: 'COP' })   // '1 millón 552 mil 888 pesos con 50
 * centavos'
 * @example spellOutAmount('0.25', { language: 'en', unit: 'BTC' })        // '0 point 25 BTC'
 */
export function spellOutAmount(value: string, options: SpellOutOptions): string {
  const { language, unit, style = getNumberFormat().style } = options;
  const rules = languages[language.split('-')[0] ?? ''] ?? english;
  const [wholeText = '0', fractionText = ''] = value.split('.');
  const whole = BigInt(wholeText === '' ? '0' : wholeText);
  const fraction = fractionText.replace(/0+$/, '');
  const currency = unit === undefined ? undefined : rules.currencies[unit];
  if (currency && fraction.length <= 2)
    return spellOutCurrency(whole, fraction.padEnd(2, '0'), rules, currency);
  const many = currency?.many ?? unit;
  if (fraction === '') return join(spellOutWhole(whole, rules), findJoiner(whole, rules, many), many);
  return join(spellOutWhole(whole, rules), rules.decimal[style], fraction, many);
}

function spellOutCurrency(
  whole: bigint,
  fraction: string,
  rules: LanguageRules,
  names: CurrencyNames,
): string {
  const units = whole === 1n ? names.one : names.many;
  const said = join(spellOutWhole(whole, rules), findJoiner(whole, rules, units), units);
  const cents = Number(fraction);
  if (cents === 0) return said;
  const saidCents = join(String(cents), cents === 1 ? names.cent : names.cents);
  return whole === 0n ? saidCents : join(said, rules.withCents, saidCents);
}

function spellOutWhole(whole: bigint, rules: LanguageRules): string {
  if (whole === 0n) return '0';
  const base = rules.isLongScale ? 1_000_000n : 1000n;
  const thousands = rules.isLongScale ? '' : rules.thousand;
  const parts: string[] = [];
  for (let rest = whole, power = 0; rest > 0n; rest /= base, power += 1) {
    const chunk = rest % base;
    if (chunk === 0n) continue;
    if (power === 0) parts.unshift(belowMillion(chunk, rules));
    else if (thousands !== '' && power === 1) parts.unshift(inThousands(chunk, rules));
    else {
      const scale = rules.scales[rules.isLongScale ? power - 1 : power - 2];
      if (scale === undefined)
        throw new RangeError(`no word for a number with ${whole.toString().length} digits`);
      parts.unshift(join(belowMillion(chunk, rules), chunk === 1n ? scale[0] : scale[1]));
    }
  }
  return parts.join(' ');
}

function belowMillion(chunk: bigint, rules: LanguageRules): string {
  const thousands = chunk / 1000n;
  const rest = chunk % 1000n;
  return join(thousands > 0n ? inThousands(thousands, rules) : '', rest > 0n ? String(rest) : '');
}

function inThousands(thousands: bigint, rules: LanguageRules): string {
  return thousands === 1n && rules.isOneThousandBare ? rules.thousand : `${thousands} ${rules.thousand}`;
}

function findJoiner(whole: bigint, rules: LanguageRules, unit: string | undefined): string {
  return unit !== undefined && whole > 0n && whole % 1_000_000n === 0n ? rules.ofRound : '';
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function same(names: string): readonly Scale[] {
  return names.split(' ').map((name) => [name, name] as const);
}
