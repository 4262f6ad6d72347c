/** SALAR_PRICE_*: the exchanges that prices are taken from, and how many of them must agree. */
import { z } from 'zod';
import { products } from '../seed/catalogue.ts';

const minuteMs = 60_000;
const symbols: readonly string[] = Object.keys(products);

const pair = z
  .string()
  .refine(isPair, `must be pairs of two of our products (${symbols.join(', ')}), such as USDT/COP,USDT/BRL`);

/** Part of the schema of all settings. */
export const priceSettingsShape = {
  SALAR_PRICE_SOURCES: z
    .string()
    .regex(/^[a-z0-9]+(,[a-z0-9]+)*$/, 'must be names of exchanges, such as binance,bitso')
    .transform((text) => text.split(','))
    .refine((names) => new Set(names).size === names.length, 'names an exchange twice')
    .optional(),
  SALAR_PRICE_SOURCES_MIN: z.coerce
    .number('must be a number of exchanges')
    .int()
    .min(1, 'must be at least 1')
    .max(20, 'must be at most 20')
    .optional(),
  SALAR_PRICE_SINGLE_SOURCE: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(pair))
    .optional(),
  SALAR_PRICE_AGE_MINUTES: z.coerce
    .number('must be minutes')
    .min(1, 'must be at least 1')
    .max(1_440, 'must be at most 1440')
    .default(10),
};
const schema = z.object(priceSettingsShape);
type PriceSettings = z.infer<typeof schema>;

export type PriceConfig = {
  /** External exchanges in ccxt's spelling; null: simulated prices in the local profile, none elsewhere. */
  readonly sources: readonly string[] | null;
  /** How many sources must agree on a price. */
  readonly sourcesMin: number;
  /** Pairs, such as `USDT/COP`, of which one source is enough. */
  readonly singleSourcePairs: readonly string[];
  /** A price that was not confirmed for this long is not trusted. */
  readonly ageMaxMs: number;
};

export function toPriceConfig(
  settings: PriceSettings,
  { isProduction }: { readonly isProduction: boolean },
): PriceConfig {
  return {
    sources: settings.SALAR_PRICE_SOURCES ?? null,
    sourcesMin: settings.SALAR_PRICE_SOURCES_MIN ?? (isProduction ? 2 : 1),
    singleSourcePairs: settings.SALAR_PRICE_SINGLE_SOURCE ?? [],
    ageMaxMs: settings.SALAR_PRICE_AGE_MINUTES * minuteMs,
  };
}

/** Returns a sentence when fewer sources are named than must agree, so that there would never be a price. */
export function findPriceProblems(
  settings: PriceSettings,
  profile: { readonly isProduction: boolean },
): string[] {
  const { sources, sourcesMin } = toPriceConfig(settings, profile);
  if (sources === null || sources.length >= sourcesMin) return [];
  return [
    `SALAR_PRICE_SOURCES: names ${sources.length} of the ${sourcesMin} exchanges that must agree on a price; name more, or set SALAR_PRICE_SOURCES_MIN`,
  ];
}

function isPair(text: string): boolean {
  const [base = '', quote = '', ...rest] = text.split('/');
  return rest.length === 0 && base !== quote && symbols.includes(base) && symbols.includes(quote);
}
