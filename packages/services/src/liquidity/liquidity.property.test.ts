import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  accountId,
  houseAccounts,
  instrumentId,
  lots,
  millis,
  minor,
  productId,
  sequence,
  ticks,
  userId,
} from '@salar/protocol';
import type { Command, EventSink, OutcomeOf, Trade, TransferFunds } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { referenceScale } from '../ports/reference-prices.ts';
import type { PriceSources, ReferencePrices } from '../ports/reference-prices.ts';
import { silentLog } from '../ports/log.ts';
import { Liquidity } from './liquidity.ts';
import type { InventoryLimits } from './liquidity-settings.ts';
import { PriceGuard } from './price-guard.ts';

const btc = productId(1);
const usdt = productId(2);
const btcUsdt = instrumentId(1);
const maria = accountId(1000);

const levelsPerSide = 8;

/** @param guard  what is between the source and the quotes */
function market(
  price: { whole: number; at: number },
  limits: Partial<InventoryLimits> = {},
  guard: (sources: PriceSources, now: () => number) => ReferencePrices = (sources) => sources,
) {
  const trades: Trade[] = [];
  const sink: EventSink = {
    orderWorking() {},
    orderClosed() {},
    posting() {},
    trade: (trade) => void trades.push(trade),
  };
  const engine = new Engine(sink);
  let commands = 0;
  const submit = async <C extends Command>(command: C): Promise<OutcomeOf<C>> => {
    commands += 1;
    return engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(1) });
  };
  const setUp: Command[] = [
    { type: 'DefineProduct', productId: btc, symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', decimals: 8 },
    { type: 'DefineProduct', productId: usdt, symbol: 'USDT', name: 'Tether', kind: 'crypto', decimals: 6 },
    {
      type: 'DefineInstrument',
      instrumentId: btcUsdt,
      symbol: 'BTCUSDT',
      baseProductId: btc,
      quoteProductId: usdt,
      tickSize: minor(10_000n),
      lotSize: minor(1_000n),
      quantityMin: lots(1n),
      notionalMin: minor(5_000_000n),
    },
    { type: 'OpenAccount', accountId: maria, kind: 'customer' },
    ...[houseAccounts.liquidity, maria].flatMap((target) => [
      transfer(target, btc, 2_000_000_000n),
      transfer(target, usdt, 2_000_000_000_000n),
    ]),
  ];
  for (const command of setUp)
    engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(1) });
  const sequencer = { undurable: engine, submit };
  const sources: PriceSources = {
    findPrice: () => ({ price: BigInt(price.whole) * referenceScale, at: price.at, isSingle: false }),
    isDisputed: () => false,
  };
  const liquidity = new Liquidity({
    sequencer,
    prices: guard(sources, () => clock.now),
    settings: {
      shapes: new Map([
        ['BTCUSDT', { spreadCentiBps: 600, levels: levelsPerSide, levelNotional: minor(25_000_000_000n) }],
      ]),
      inventory: new Map([['BTC', { target: minor(2_000_000_000n), min: minor(0n), ...limits }]]),
    },
    now: () => clock.now,
    log: { ...silentLog, warn: (details, message) => refusals.push(`${message} ${JSON.stringify(details)}`) },
  });
  const clock = { now: 0 };
  const refusals: string[] = [];
  return { engine, sequencer, liquidity, clock, trades, refusals, commands: () => commands };
}

function transfer(target: typeof maria, product: typeof btc, amount: bigint): TransferFunds {
  return {
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: target,
    productId: product,
    amount: minor(amount),
    key: `start:${target}:${product}`,
  };
}

/** Builds a market order of maria for this many whole USDT. */
function marketOrder(side: 'buy' | 'sell', value: number): Command {
  return {
    type: 'PlaceOrder',
    accountId: maria,
    userId: userId(7),
    instrumentId: btcUsdt,
    side,
    clientOrderId: 0,
    isQuote: false,
    orderType: 'market',
    timeInForce: 'ioc',
    price: ticks(0),
    quantity: lots(0n),
    value: minor(BigInt(value) * 1_000_000n),
  };
}

const listQuotes = (engine: Engine) => engine.openOrders(houseAccounts.liquidity, btcUsdt);

test('S6 products of which the house has no stock are named', async () => {
  const { sequencer, liquidity } = market({ whole: 65_000, at: 0 });
  expect(liquidity.listMissingStock()).toEqual([]);
  const sourceAccountId = houseAccounts.liquidity;
  await sequencer.submit({ ...transfer(maria, btc, 2_000_000_000n), key: 'all of it', sourceAccountId });
  expect(liquidity.listMissingStock()).toEqual(['BTC']);
});

test('both sides are quoted with all levels around the reference price', async () => {
  const { engine, liquidity, refusals } = market({ whole: 90_000, at: 0 });
  await liquidity.quoteDue();
  const { bids, asks } = engine.level2(btcUsdt, 20);
  expect(bids).toHaveLength(levelsPerSide);
  expect(asks).toHaveLength(levelsPerSide);
  expect([bids[0]?.price, asks[0]?.price]).toEqual([8_997_300, 9_002_700]);
  expect(refusals).toEqual([]);
});

test('a small price change keeps the quotes, a large one replaces them', async () => {
  const price = { whole: 90_000, at: 0 };
  const { liquidity, clock, commands } = market(price);
  await liquidity.quoteDue();
  const first = commands();
  price.whole = 90_005;
  clock.now = 5_000;
  price.at = clock.now;
  await liquidity.quoteDue();
  expect(commands()).toBe(first);
  price.whole = 91_000;
  clock.now = 10_000;
  price.at = clock.now;
  await liquidity.quoteDue();
  expect(commands()).toBeGreaterThan(first + levelsPerSide);
});

test('filled quotes are replaced at once, at a slightly higher price', async () => {
  const { engine, sequencer, liquidity } = market({ whole: 90_000, at: 0 });
  await liquidity.quoteDue();
  const before = engine.level1(btcUsdt).ask?.price ?? 0;
  await sequencer.submit(marketOrder('buy', 100_000));
  await liquidity.quoteDue();
  expect(engine.level2(btcUsdt, 20).asks).toHaveLength(levelsPerSide);
  expect(engine.level1(btcUsdt).ask?.price).toBeGreaterThan(before);
});

test('without a fresh price there are no quotes', async () => {
  const { engine, liquidity, clock } = market({ whole: 90_000, at: 0 });
  await liquidity.quoteDue();
  expect(listQuotes(engine).length).toBeGreaterThan(0);
  clock.now = 60_000;
  await liquidity.quoteDue();
  expect(listQuotes(engine)).toEqual([]);
});

test('a jump withdraws the quotes, and they return around the new price after five minutes', async () => {
  const price = { whole: 90_000, at: 0 };
  const { engine, liquidity, clock } = market(
    price,
    {},
    (sources, now) =>
      new PriceGuard({ sources, ageMaxMs: 600_000, findFormer: () => null, now, log: silentLog }),
  );
  const pass = async (ms: number) => {
    for (const end = clock.now + ms; clock.now < end;) {
      clock.now += 2_000;
      price.at = clock.now;
      await liquidity.quoteDue();
    }
  };
  await pass(2_000);
  expect(listQuotes(engine).length).toBeGreaterThan(0);
  price.whole = 150_000;
  await pass(2_000);
  expect(listQuotes(engine)).toEqual([]);
  await pass(298_000);
  expect(listQuotes(engine)).toEqual([]);
  await pass(2_000);
  expect(engine.level1(btcUsdt).bid?.price).toBeGreaterThan(14_900_000);
});

test('at minimum stock nothing more is offered, at maximum stock nothing more is bought', async () => {
  const low = market({ whole: 90_000, at: 0 }, { min: minor(2_000_000_000n) });
  await low.liquidity.quoteDue();
  expect(low.engine.level2(btcUsdt, 20)).toMatchObject({ asks: [] });
  expect(low.engine.level2(btcUsdt, 20).bids).toHaveLength(levelsPerSide);

  const full = market({ whole: 90_000, at: 0 }, { max: minor(2_000_000_000n) });
  await full.liquidity.quoteDue();
  expect(full.engine.level2(btcUsdt, 20)).toMatchObject({ bids: [] });
  expect(full.engine.level2(btcUsdt, 20).asks).toHaveLength(levelsPerSide);
});

test('law: stock stays within its limits, whatever is traded', async () => {
  const take = fc.record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    value: fc.integer({ min: 10, max: 900_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(take, { minLength: 1, maxLength: 25 }), async (takes) => {
      const price = { whole: 90_000, at: 0 };
      const min = 1_900_000_000n;
      const max = 2_100_000_000n;
      const { engine, sequencer, liquidity, clock } = market(price, { min: minor(min), max: minor(max) });
      for (const { side, value } of takes) {
        clock.now += 3_000;
        price.at = clock.now;
        await liquidity.quoteDue();
        await sequencer.submit(marketOrder(side, value));
        const { total } = engine.position(houseAccounts.liquidity, btc);
        expect(total >= min && total <= max).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('law: whatever the price does and customers trade, quotes never match each other and the sides never cross', async () => {
  const step = fc.record({
    move: fc.integer({ min: -400, max: 400 }),
    take: fc.option(
      fc.record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        value: fc.integer({ min: 10, max: 400_000 }),
      }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const price = { whole: 90_000, at: 0 };
      const { engine, sequencer, liquidity, clock, trades, refusals } = market(price);
      for (const { move, take } of steps) {
        price.whole = Math.max(1_000, Math.round(price.whole * (1 + move / 10_000)));
        clock.now += 3_000;
        price.at = clock.now;
        await liquidity.quoteDue();
        const { bid, ask } = engine.level1(btcUsdt);
        if (bid && ask) expect(bid.price).toBeLessThan(ask.price);
        if (!take) continue;
        await sequencer.submit(marketOrder(take.side, take.value));
      }
      engine.checkInvariants();
      expect(trades.filter((trade) => trade.taker.accountId === houseAccounts.liquidity)).toEqual([]);
      expect(refusals).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
