/**
 * Plans a simulated customer's next order, as a pure function of the market, the balances and a seeded generator.
 *
 * Random numbers are doubles; they become whole lots and whole ticks before they become decimal text.
 */
import { formatAmount, parseAmount } from '@salar/protocol/money/amount';
import type { Random } from '../price-simulated/random.ts';

export type TradedInstrument = {
  readonly instrumentId: number;
  readonly base: string;
  readonly quote: string;
  /** Decimal text. */
  readonly quantityIncrement: string;
  readonly priceIncrement: string;
};

/** Best prices; 0 for an empty side. */
export type BestPrices = { readonly bid: number; readonly ask: number };

export type Balance = {
  /** The amount an order may use. */
  readonly available: number;
  /** The initial funds, to which the balance is pulled back. */
  readonly target: number;
};

export type PlannedOrder = {
  readonly side: 'Buy' | 'Sell';
  readonly quantity: string;
  /** Decimal text; null for a market order. */
  readonly limitPrice: string | null;
  /** A resting order is canceled after this time; null for one that is expected to trade at once. */
  readonly lifeMs: number | null;
};

/** The median value of an order in the quote product: some 40 dollars. */
const medianNotional: Readonly<Record<string, number>> = { USDT: 40, BTC: 0.0005, COP: 160_000, BRL: 220 };
/** Standard deviation of the logarithm of an order's value. */
const notionalSpread = 0.9;
const notionalMinFactor = 0.3;
const notionalMaxFactor = 15;
/** The largest fraction of a balance that one order uses. */
const shareMax = 0.1;

const marketShare = 0.6;
const crossingShare = 0.15;
const lifeMeanMs = 40_000;
const lifeMinMs = 5_000;
const lifeMaxMs = 180_000;
/** Half of all people enter round numbers. */
const roundShare = 0.5;
/** How strongly the side depends on the inventory. */
const reversion = 0.8;
const sideShareMin = 0.1;

/** Draws the milliseconds to the next event of a Poisson process. */
export function drawWaitMs(eventsPerMinute: number, random: Random): number {
  return (-Math.log(1 - random.uniform()) * 60_000) / eventsPerMinute;
}

/**
 * Computes the probability of a buy: the more of the base product the customer has relative to the target, and the
 * less of the quote product, the lower. So inventories return to their targets.
 */
export function buyShare(base: Balance, quote: Balance): number {
  const excess = (balance: Balance) => (balance.target > 0 ? balance.available / balance.target - 1 : 0);
  const share = 0.5 + reversion * (excess(quote) - excess(base)) * 0.5;
  return Math.min(1 - sideShareMin, Math.max(sideShareMin, share));
}

/** @returns null when there is no market, or too little money for the smallest order */
export function planOrder(
  instrument: TradedInstrument,
  { bid, ask }: BestPrices,
  balances: { readonly base: Balance; readonly quote: Balance },
  random: Random,
  { isMarketOnly = false }: { readonly isMarketOnly?: boolean } = {},
): PlannedOrder | null {
  const side = random.uniform() < buyShare(balances.base, balances.quote) ? 'Buy' : 'Sell';
  const taken = side === 'Buy' ? ask : bid;
  const median = medianNotional[instrument.quote];
  if (taken <= 0 || median === undefined) return null;
  const wished = median * Math.min(notionalMaxFactor, Math.exp(notionalSpread * random.normal()));
  const affordable = shareMax * (side === 'Buy' ? balances.quote.available : balances.base.available * taken);
  const notional = Math.min(Math.max(wished, notionalMinFactor * median), affordable);
  if (notional < notionalMinFactor * median) return null;

  const lots = Math.floor(notional / taken / Number(instrument.quantityIncrement));
  if (lots < 1) return null;
  const quantity = wholeSteps(
    random.uniform() < roundShare ? roundLots(lots) : lots,
    instrument.quantityIncrement,
  );

  const kind = isMarketOnly ? 0 : random.uniform();
  if (kind < marketShare) return { side, quantity, limitPrice: null, lifeMs: null };
  const lifeMs = Math.min(lifeMaxMs, Math.max(lifeMinMs, -Math.log(1 - random.uniform()) * lifeMeanMs));
  const price = kind < marketShare + crossingShare ? taken : restingPrice(side, { bid, ask }, random);
  const steps = Math.round(price / Number(instrument.priceIncrement));
  if (steps < 1) return null;
  return { side, quantity, limitPrice: wholeSteps(steps, instrument.priceIncrement), lifeMs };
}

/** Draws a price within the spread or up to five basis points behind the best price of the own side. */
function restingPrice(side: 'Buy' | 'Sell', { bid, ask }: BestPrices, random: Random): number {
  const own = side === 'Buy' ? bid : ask;
  const best = own > 0 ? own : side === 'Buy' ? ask : bid;
  const spread = bid > 0 && ask > 0 ? ask - bid : 0;
  const better = random.uniform() < 0.5 ? random.uniform() * 0.4 * spread : -random.uniform() * 0.0005 * best;
  return side === 'Buy' ? best + better : best - better;
}

/** Rounds down to two significant digits. */
function roundLots(lots: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, lots))) - 1);
  return Math.floor(lots / step) * step;
}

const textDecimals = 18;

/** Formats `steps` × `increment` as exact decimal text. */
function wholeSteps(steps: number, increment: string): string {
  const parsed = parseAmount(increment, textDecimals);
  if (!parsed.ok) throw new Error(`${increment} is not a valid increment`);
  return formatAmount(BigInt(steps) * parsed.value, textDecimals);
}
