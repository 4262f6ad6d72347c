import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../price-simulated/random.ts';
import { buyShare, drawWaitMs, planOrder } from './order-plan.ts';
import type { TradedInstrument } from './order-plan.ts';

const btcUsdt: TradedInstrument = {
  instrumentId: 1,
  base: 'BTC',
  quote: 'USDT',
  quantityIncrement: '0.00001',
  priceIncrement: '0.01',
};
const market = { bid: 89_990, ask: 90_010 };
const funds = { base: { available: 0.17, target: 0.17 }, quote: { available: 15_000, target: 15_000 } };
const draws = (seed: number, balances = funds) => {
  const random = seededRandom(seed);
  return Array.from({ length: 400 }, () => planOrder(btcUsdt, market, balances, random));
};

test('every order is affordable, a whole number of lots and ticks, and no larger than a tenth of the funds', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 50_000, noNaN: true }),
      (seed, baseAvailable, quoteAvailable) => {
        const balances = {
          base: { available: baseAvailable, target: 0.17 },
          quote: { available: quoteAvailable, target: 15_000 },
        };
        const plan = planOrder(btcUsdt, market, balances, seededRandom(seed));
        if (plan === null) return;
        const quantity = Number(plan.quantity);
        expect(plan.quantity).toMatch(/^0\.\d{1,5}$|^[1-9]\d*(\.\d{1,5})?$/);
        expect(quantity).toBeGreaterThan(0);
        expect(quantity).toBeLessThanOrEqual(
          (plan.side === 'Sell' ? baseAvailable / 10 : quoteAvailable / 10 / market.ask) + 1e-9,
        );
        if (plan.limitPrice !== null) {
          expect(plan.limitPrice).toMatch(/^\d+(\.\d{1,2})?$/);
          expect(Math.abs(Number(plan.limitPrice) / 90_000 - 1)).toBeLessThan(0.001);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the same seed plans the same orders', () => {
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
});

test('orders are mostly at market, and those that rest are canceled within three minutes', () => {
  const plans = draws(3).filter((plan) => plan !== null);
  const resting = plans.filter((plan) => plan.lifeMs !== null);
  expect(plans.length - resting.length).toBeGreaterThan(resting.length);
  expect(resting.length).toBeGreaterThan(100);
  for (const { lifeMs } of resting) expect(lifeMs).toBeLessThanOrEqual(180_000);
});

test('a customer with too much of a product sells it more often than they buy it', () => {
  const rich = { available: 0.34, target: 0.17 };
  const poor = { available: 0.02, target: 0.17 };
  expect(buyShare(funds.base, funds.quote)).toBe(0.5);
  expect(buyShare(rich, funds.quote)).toBeLessThan(0.2);
  expect(buyShare(poor, funds.quote)).toBeGreaterThan(0.8);
});

test("inventories return to the customer's initial funds", () => {
  const random = seededRandom(11);
  let [base, quote] = [0.17 * 1.8, 15_000 * 0.2];
  for (let step = 0; step < 4_000; step += 1) {
    const balances = {
      base: { available: base, target: 0.17 },
      quote: { available: quote, target: 15_000 },
    };
    const plan = planOrder(btcUsdt, market, balances, random);
    if (plan === null) continue;
    const quantity = Number(plan.quantity) * (plan.side === 'Buy' ? 1 : -1);
    base += quantity;
    quote -= quantity * 90_000;
  }
  expect(base / 0.17).toBeGreaterThan(0.5);
  expect(base / 0.17).toBeLessThan(1.5);
});

test('arrivals are a Poisson process: their mean is the rate, and so is their deviation', () => {
  const random = seededRandom(5);
  const waits = Array.from({ length: 20_000 }, () => drawWaitMs(30, random));
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  const deviation = Math.sqrt(waits.reduce((sum, wait) => sum + (wait - mean) ** 2, 0) / waits.length);
  expect(mean / 2_000).toBeCloseTo(1, 1);
  expect(deviation / mean).toBeCloseTo(1, 1);
});

test('a market without prices, and a customer without funds, get no order', () => {
  expect(planOrder(btcUsdt, { bid: 0, ask: 0 }, funds, seededRandom(1))).toBeNull();
  const none = { base: { available: 0, target: 0.17 }, quote: { available: 0, target: 15_000 } };
  for (const plan of draws(2, none)) expect(plan).toBeNull();
});
