/**
 * A small model of the market: five correlated rates; every other price is a cross of them.
 *
 * Rates are doubles, as in any simulation; they become whole numbers before anybody trades on them.
 */
import type { Random } from './random.ts';

const rateNames = ['BTCUSDT', 'ETHUSDT', 'USDCUSDT', 'USDTBRL', 'USDTCOP'] as const;
export type RateName = (typeof rateNames)[number];
export type Rates = Readonly<Record<RateName, number>>;

/** Rates at the start of a new market. Illustrative. */
export const anchors: Rates = {
  BTCUSDT: 90_000,
  ETHUSDT: 3_100,
  USDCUSDT: 1,
  USDTBRL: 5.4,
  USDTCOP: 3_900,
};
/** Volatility per year. */
const volatility: Rates = { BTCUSDT: 0.5, ETHUSDT: 0.7, USDCUSDT: 0.01, USDTBRL: 0.15, USDTCOP: 0.14 };
const correlationEthBtc = 0.8;
const correlationCopBrl = 0.4;
/** How strongly the stable pair is pulled to 1, per year. */
const stablePull = 200;
/** A laptop that slept does not wake up to a crash of the market. */
const stepMsMax = 60_000;
const yearMs = 31_536_000_000;

/** Computes the rates one step later. */
export function stepRates(rates: Rates, elapsedMs: number, random: Random): Rates {
  const dt = Math.min(elapsedMs, stepMsMax) / yearMs;
  const z = shocks(random);
  const moved = (name: RateName) => {
    const v = volatility[name];
    return rates[name] * Math.exp((-v * v * dt) / 2 + v * Math.sqrt(dt) * z[name]);
  };
  return {
    BTCUSDT: moved('BTCUSDT'),
    ETHUSDT: moved('ETHUSDT'),
    USDCUSDT: moved('USDCUSDT') - stablePull * (rates.USDCUSDT - 1) * dt,
    USDTBRL: moved('USDTBRL'),
    USDTCOP: moved('USDTCOP'),
  };
}

/** Draws how far each rate moves in `elapsedMs`, as a change of its logarithm; no drift, no pull, no cap. */
export function wander(elapsedMs: number, random: Random): Rates {
  const z = shocks(random);
  const root = Math.sqrt(elapsedMs / yearMs);
  return mapRates((name) => (name === 'USDCUSDT' ? 0 : volatility[name] * root * z[name]));
}

export function mapRates(value: (name: RateName) => number): Rates {
  return Object.fromEntries(rateNames.map((name) => [name, value(name)])) as Rates;
}

function shocks(random: Random): Rates {
  const btc = random.normal();
  const brl = random.normal();
  const mixed = (correlation: number, other: number) =>
    correlation * other + Math.sqrt(1 - correlation ** 2) * random.normal();
  return {
    BTCUSDT: btc,
    ETHUSDT: mixed(correlationEthBtc, btc),
    USDCUSDT: random.normal(),
    USDTBRL: brl,
    USDTCOP: mixed(correlationCopBrl, brl),
  };
}

/** The value of one unit of each product in USDT. */
const worth: Readonly<Record<string, (rates: Rates) => number>> = {
  USDT: () => 1,
  BTC: (rates) => rates.BTCUSDT,
  ETH: (rates) => rates.ETHUSDT,
  USDC: (rates) => rates.USDCUSDT,
  BRL: (rates) => 1 / rates.USDTBRL,
  COP: (rates) => 1 / rates.USDTCOP,
};

/**
 * Computes quote units for one unit of base, by crossing the rates; null when the model has no rate for one of them.
 */
export function crossRate(rates: Rates, base: string, quote: string): number | null {
  const ofBase = worth[base]?.(rates);
  const ofQuote = worth[quote]?.(rates);
  return ofBase === undefined || ofQuote === undefined ? null : ofBase / ofQuote;
}

/** Splits a symbol such as `USDTCOP` into two products of the model. */
export function splitSymbol(symbol: string): { base: string; quote: string } | null {
  for (const quote of Object.keys(worth)) {
    const base = symbol.slice(0, -quote.length);
    if (symbol.endsWith(quote) && Object.hasOwn(worth, base) && base !== quote) return { base, quote };
  }
  return null;
}
