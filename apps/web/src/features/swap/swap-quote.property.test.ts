/** Compares the quote of a swap with the naive engine: the same book, the same order, the same trades. */
import { formatAmount, houseAccounts, lots, millis, minor, parseAmount, sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcUsdt,
  limitOrder,
  marketOrder,
  openingCommands,
  usdt,
} from '@salar/testing/engine-fixture';
import { NaiveEngine } from '@salar/testing/naive/naive-engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Book, Level } from '../../api/records/book.ts';
import { compare, divideDown, multiply, roundUp, subtract, truncate } from '../../money/decimal.ts';
import { computeLimitPrice, quoteSwap } from './swap-quote.ts';
import type { SwapRequest } from './swap-quote.ts';
import { computeLeastNet, toFeeQuery, toMarketOrder } from './swap-maths.ts';
import { pair } from './swap.test-data.ts';

/** As `openingCommands` defines it: a tick is 0.07 USDT, a lot 0.01 BTC, so that most prices do not divide evenly. */
const instrument = pair(btcUsdt, 'BTC', 'USDT', {
  quantityIncrement: '0.01',
  priceIncrement: '0.07',
  quantityMin: '0.02',
});
const [baseDecimals, quoteDecimals] = [3, 2];

/** A price, its lots, and the number of orders among which they are divided. */
type Rung = { readonly ticks: number; readonly lots: number; readonly makers: number };
const rungs = fc.uniqueArray(
  fc.record({
    ticks: fc.integer({ min: 0, max: 60 }),
    lots: fc.integer({ min: 1, max: 400 }),
    makers: fc.constant(1),
  }),
  { selector: ({ ticks }) => ticks, minLength: 1, maxLength: 8 },
);
const scene = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  rungs,
  typed: fc.constantFrom('pay', 'receive'),
  /** In minor units of the typed product. */
  amount: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 400_000 })),
  tolerance: fc.constantFrom('0', '0.1', '0.5', '1', '5'),
});

test('the naive engine trades exactly the quote, in both directions and from either amount', () => {
  let [filled, beyond] = [0, 0];
  fc.assert(
    fc.property(scene, ({ side, rungs: offered, typed, amount, tolerance }) => {
      const prices = atMarket(side, offered);
      const isQuote = (side === 'buy') === (typed === 'pay');
      const request: SwapRequest = {
        side: typed,
        amount: formatAmount(minor(BigInt(amount)), isQuote ? quoteDecimals : baseDecimals),
      };
      const book = buildBook(side, prices);
      const swap = { instrument, side, rate: '1' } as const;
      const places = side === 'buy' ? { from: 2, to: 3 } : { from: 3, to: 2 };
      const quote = quoteSwap(swap, book, request, places);
      if (quote === null) throw new Error('the book has a side to trade with');
      const limitPrice = computeLimitPrice(swap, quote.worstPrice, tolerance);
      const order = toMarketOrder(swap, quote, { limitPrice, clientOrderId: 1 });
      const { quantity, value } = sumTrades(side, prices, order);
      expect({ quantity, value }).toEqual({ quantity: quote.quantity, value: quote.value });
      if (quote.isBeyondDepth) {
        beyond += 1;
        expect(compare(quote.quantity, computeTotal(prices))).toBe(0);
      } else filled += 1;
      if (typed === 'receive' && !quote.isBeyondDepth) {
        expect(compare(quote.receive, request.amount)).toBeGreaterThanOrEqual(0);
      }
      if (typed === 'pay') expect(compare(quote.pay, request.amount)).toBeLessThanOrEqual(0);
    }),
    { numRuns: 400 },
  );
  expect(Math.min(filled, beyond)).toBeGreaterThan(20);
});

test('several makers at one price never trade less than the least amount received after the fee', () => {
  const shared = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(scene, shared, ({ side, rungs: offered, typed, amount, tolerance }, makers) => {
      const prices = atMarket(side, offered).map((rung, place) => ({
        ...rung,
        makers: Math.min(rung.lots, makers[place] ?? 1),
      }));
      const isQuote = (side === 'buy') === (typed === 'pay');
      const request: SwapRequest = {
        side: typed,
        amount: formatAmount(minor(BigInt(amount)), isQuote ? quoteDecimals : baseDecimals),
      };
      const swap = { instrument, side, rate: '1' } as const;
      const places = side === 'buy' ? { from: 2, to: 3 } : { from: 3, to: 2 };
      const quote = quoteSwap(swap, buildBook(side, prices), request, places);
      const query = quote && toFeeQuery(swap, quote, quoteDecimals);
      if (quote === null || query === null || quote.isBeyondDepth) return;
      const limitPrice = computeLimitPrice(swap, quote.worstPrice, tolerance);
      const traded = sumTrades(side, prices, toMarketOrder(swap, quote, { limitPrice, clientOrderId: 1 }));
      const feeBase =
        side === 'buy' ? query.quantity : truncate(multiply(query.price, query.quantity), places.to);
      const fee = roundUp(multiply(feeBase, takerRate), places.to);
      const received = subtract(side === 'buy' ? traded.quantity : traded.value, traded.fee);
      const least = computeLeastNet(swap, quote, { limitPrice, fee, places });
      expect(compare(received, least)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 400 },
  );
});

test('the limit price is on a tick, within the tolerance, and never prevents the quoted trade itself', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy', 'sell'),
      fc.integer({ min: 1, max: 10 ** 6 }),
      fc.constantFrom('0', '0.1', '0.5', '1', '3.7'),
      (side, ticks, tolerance) => {
        const worst = multiply(String(ticks), '0.07');
        const limit = computeLimitPrice({ instrument, side }, worst, tolerance);
        expect(multiply(divideDown(limit, '0.07', 0) ?? '', '0.07')).toBe(limit);
        const reach = multiply(worst, side === 'buy' ? `1${tail(tolerance)}` : left(tolerance));
        const [low, high] = side === 'buy' ? [worst, reach] : [reach, worst];
        expect(compare(limit, low)).toBeGreaterThanOrEqual(0);
        expect(compare(limit, high)).toBeLessThanOrEqual(0);
      },
    ),
  );
});

/** Moves the rungs to their side of the market. */
function atMarket(side: 'buy' | 'sell', offered: readonly Rung[]): readonly Rung[] {
  return offered.map((rung) => ({ ...rung, ticks: rung.ticks + (side === 'buy' ? 700 : 600) }));
}

/** Formats a percentage as the fraction after 1: `0.5` percent as the digits of 1.005. */
function tail(percent: string): string {
  return multiply(percent, '0.01').replace(/^0/, '');
}

/** Formats the rest of 1 after a percentage is taken away. */
function left(percent: string): string {
  return (BigInt(100_000) - BigInt(multiply(percent, '1000')))
    .toString()
    .padStart(6, '0')
    .replace(/^(\d)/, '$1.');
}

function buildBook(side: 'buy' | 'sell', offered: readonly Rung[]): Book {
  const levels = offered
    .toSorted((a, b) => (side === 'buy' ? a.ticks - b.ticks : b.ticks - a.ticks))
    .map(({ ticks, lots, makers }): Level => ({
      price: multiply(String(ticks), '0.07'),
      quantity: multiply(String(lots), '0.01'),
      orders: makers,
    }));
  return side === 'buy' ? { bids: [], asks: levels } : { bids: levels, asks: [] };
}

function computeTotal(offered: readonly Rung[]): string {
  return multiply(String(offered.reduce((sum, { lots }) => sum + lots, 0)), '0.01');
}

const takerRate = '0.0025';
const withoutMinimums: Command = {
  type: 'AlterInstrument',
  instrumentId: btcUsdt,
  quantityMin: lots(1n),
  quantityMax: lots(0n),
  notionalMin: minor(0n),
  notionalMax: minor(0n),
  collarPpm: 50_000,
};

/** Runs the order against the offers in the naive engine and sums its trades. */
function sumTrades(side: 'buy' | 'sell', offered: readonly Rung[], order: ReturnType<typeof toMarketOrder>) {
  const engine = new NaiveEngine();
  let count = 0;
  const apply = (command: Command) => {
    const outcome = engine.apply(command, { sequence: sequence((count += 1)), at: millis(1000) });
    return outcome;
  };
  for (const command of openingCommands) apply(command);
  apply(withoutMinimums);
  apply({ type: 'DefineFeeSchedule', instrumentId: btcUsdt, makerPpm: 0, takerPpm: 2500 });
  for (const account of [ana, beto]) {
    for (const [productId, amount] of [
      [btc, 10n ** 7n],
      [usdt, 10n ** 9n],
    ] as const) {
      apply({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: account,
        productId,
        amount: minor(amount),
        key: `${account} ${productId}`,
      });
    }
  }
  const makerSide = side === 'buy' ? 'sell' : 'buy';
  for (const { ticks, lots: total, makers } of offered) {
    for (let maker = 0; maker < makers; maker += 1) {
      const share = Math.floor(((maker + 1) * total) / makers) - Math.floor((maker * total) / makers);
      const order = limitOrder(makerSide, share, ticks, { account: beto, instrument: btcUsdt });
      expect(apply(order)).toMatchObject({ ok: true });
    }
  }
  const price = Number(divideDown(order.limitPrice, '0.07', 0));
  const amount =
    order.quantity === undefined
      ? { value: Number(toMinor(order.value, quoteDecimals)) }
      : { quantity: Number(divideDown(order.quantity, '0.01', 0)) };
  apply(marketOrder(side, amount, { instrument: btcUsdt, price }));
  const [quantity, value, fee] = engine.trades.reduce(
    ([sumLots, sumValue, sumFee], trade) => [
      sumLots + trade.quantity,
      sumValue + trade.notional,
      sumFee + trade.takerFee,
    ],
    [0n, 0n, 0n],
  );
  return {
    quantity: multiply(quantity.toString(), '0.01'),
    value: multiply(value.toString(), '0.01'),
    fee: multiply(fee.toString(), side === 'buy' ? '0.001' : '0.01'),
  };
}

function toMinor(text: string, decimals: number): bigint {
  const read = parseAmount(text, decimals);
  if (!read.ok) throw new Error(`${text} is no amount`);
  return read.value;
}
