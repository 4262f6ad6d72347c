/** Collars, fees and limits of levels by acts: who may, what the preview says, and what is in force afterwards. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { instrumentId, lots, millis, minor, sequence, ticks, userId } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openOperatorWorld, operatorIds } from '@salar/testing/operator-world';
import type { OperatorWorld, TestOperator } from '@salar/testing/operator-world';

const { eth, cop } = operatorIds;
const ethCop = instrumentId(1);
const hour = 3_600_000;

let db: TestDatabase;
let world: OperatorWorld;
let ana: TestOperator;
let bruno: TestOperator;
let carla: TestOperator;

beforeAll(async () => {
  db = await openTestDatabase();
  world = await openOperatorWorld(db.database);
  ana = await world.createOperator('ana', 'admin');
  bruno = await world.createOperator('bruno', 'finance', ana);
  carla = await world.createOperator('carla', 'risk', ana);
  apply({
    type: 'DefineInstrument',
    instrumentId: ethCop,
    symbol: 'ETHCOP',
    baseProductId: eth,
    quoteProductId: cop,
    tickSize: minor(100_000n),
    lotSize: minor(10n ** 14n),
    quantityMin: lots(1n),
    notionalMin: minor(0n),
  });
});
afterAll(() => db.close());
beforeEach(() => {
  apply({ ...collarsFor(50_000, 100_000), until: millis(0) });
});

function apply(command: Command): void {
  const stamp = { sequence: sequence(world.engine.lastSequence + 1), at: millis(world.clock.now) };
  expect(world.engine.apply(command, stamp)).toEqual({ ok: true, value: null });
}

function collarsFor(collarPpm: number, limitCollarPpm: number) {
  return { type: 'SetCollars', instrumentId: ethCop, collarPpm, limitCollarPpm } as const;
}

const show = (by: TestOperator, command: string, params: Readonly<Record<string, string>>) =>
  world.service.handle(by.requests.sign({ command, params, mode: 'show' }));
const proposed = { text: expect.stringContaining('needs two operators') };
const alone = { text: expect.stringContaining('this is what will be done') };

describe('collars', () => {
  const read = () => {
    const { collarPpm, limitCollarPpm, lasting } = world.engine.instrument(ethCop) ?? {};
    return { collarPpm, limitCollarPpm, until: lasting?.until };
  };
  const params = (market: string, limit: string, rest: Readonly<Record<string, string>> = {}) => ({
    instrument: 'ETHCOP',
    market,
    limit,
    reason: `calm markets ${market} ${limit} ${rest['for'] ?? ''}`,
    ...rest,
  });

  test('one operator narrows them for a while, and the preview says which prices are left', async () => {
    expect(await show(carla, 'market collars', params('2', '3', { for: '2h' }))).toMatchObject({
      ...alone,
      facts: {
        'market orders': '5 % -> 2 % from the reference price',
        'limit orders': '10 % -> 3 % from the reference price',
        lasts: '2 hours from the moment it is done, then 5 % and 10 % again',
        undo: 'market collars ETHCOP --market 5 --limit 10',
        'market orders now trade': 'from 14700000 to 15300000 COP',
        'limit orders now trade': 'from 14550000 to 15450000 COP',
        'open orders': '0 stay; 0 of them would be canceled if they were placed again',
      },
    });
    expect(await world.act(carla, 'market collars', params('2', '3', { for: '2h' }))).toMatchObject({
      ok: true,
    });
    const until = world.clock.now + 2 * hour;
    expect(read()).toEqual({ collarPpm: 20_000, limitCollarPpm: 30_000, until });
    world.clock.now = until;
    apply({ type: 'Tick' });
    expect(read()).toEqual({ collarPpm: 50_000, limitCollarPpm: 100_000, until: undefined });
  });

  test('wider ones take two, also those that prolong what two have allowed for a while', async () => {
    const wide = params('20', '30', { for: '1h' });
    expect(await world.act(carla, 'market collars', wide)).toMatchObject({ ok: true });
    expect(read().collarPpm).toBe(50_000);
    expect(await world.act(ana, 'market collars', wide)).toMatchObject({ ok: true });
    expect(read()).toMatchObject({ collarPpm: 200_000, limitCollarPpm: 300_000 });
    for (const [market, limit] of [
      ['20', '30'],
      ['19', '9'],
      ['4', '29'],
    ] as const)
      expect(await show(carla, 'market collars', params(market, limit, { for: '30d' }))).toMatchObject(
        proposed,
      );
    expect(await show(carla, 'market collars', params('4', '9'))).toMatchObject(alone);
  });

  test.each([
    ['0', '10', '1h'],
    ['5', '100.0001', '1h'],
    ['5', '-1', '1h'],
    ['5', '10', '31d'],
    ['5', '10', '0h'],
    ['5', '10', 'tomorrow'],
  ])('%s and %s for %s are refused', async (market, limit, duration) => {
    const answer = await world.act(carla, 'market collars', params(market, limit, { for: duration }));
    expect(answer).toMatchObject({ ok: false });
    expect(read()).toEqual({ collarPpm: 50_000, limitCollarPpm: 100_000, until: undefined });
  });
});

describe('fees', () => {
  const tiers = '0=0.1/0.2,100000000=0.05/0.1';
  const params = { instrument: 'ETHCOP', tiers, reason: 'as decided' };

  test('the preview says what the trades of yesterday would have paid, by the volume of each account', async () => {
    const { maria, joao, clock, engine } = world;
    apply({ type: 'DefineFeeSchedule', instrumentId: ethCop, makerPpm: 1_000, takerPpm: 2_000 });
    const day = 24 * hour;
    const yesterday = Math.floor(clock.now / day) * day - 1;
    for (const [tradeId, at, notional] of [
      [1, yesterday - day, 7_000_000_00],
      [2, yesterday, 1_000_000_00],
      [3, yesterday, 500_000_00],
      [4, yesterday + 1, 9_000_000_00],
    ])
      await db.database.query(
        `INSERT INTO trade (trade_id, sequence, at, instrument_id, price, taker_order_id, taker_account_id,
           taker_client_order_id, maker_order_id, maker_account_id, maker_client_order_id, taker_side, taker_order_type,
           maker_order_type, quantity, notional, taker_fee, taker_remaining, maker_fee, maker_remaining)
         VALUES ($1, $1, $2, $3, 1, 1, $5, 0, 2, $6, 0, 0, 0, 0, 1, $4, 0, 0, 0, 0)`,
        [tradeId, at, ethCop, notional, maria.accountId, joao.accountId],
      );
    const half = { ...params, tiers: '0=0.05/0.1' };
    expect(await show(bruno, 'fees tiers', half)).toMatchObject({
      ...proposed,
      facts: {
        'now, ETHCOP': 'from 0 COP maker 0.1 %, taker 0.2 %',
        afterwards: 'from 0 COP maker 0.05 %, taker 0.1 %',
        "yesterday's fees, ETHCOP": '4500 COP -> 2250 COP (-50 %)',
        undo: 'fees tiers ETHCOP --tiers 0=0.1/0.2',
      },
    });
    expect(engine.feeRates(maria.accountId, ethCop, engine.lastAt)).toMatchObject({ takerPpm: 2_000 });
  });

  test('two operators change them, and the next order pays them', async () => {
    const rates = () => world.engine.feeRates(world.maria.accountId, ethCop, world.engine.lastAt);
    expect(await world.act(bruno, 'fees tiers', params)).toMatchObject({ ok: true });
    expect(await world.act(carla, 'fees tiers', params)).toMatchObject({ refusal: 'not_permitted' });
    expect(rates().takerPpm).toBe(2_000);
    const all = { ...params, instrument: 'all', tiers: '0=-0.01/0.15' };
    expect(await world.act(ana, 'fees tiers', all)).toMatchObject({ ok: true });
    expect(await world.act(bruno, 'fees tiers', all)).toMatchObject({
      text: 'The fees of ETHCOP are from 0 COP maker -0.01 %, taker 0.15 %.',
    });
    expect(rates()).toMatchObject({ makerPpm: -100, takerPpm: 1_500 });
    expect(await world.act(ana, 'fees tiers', params)).toMatchObject({ ok: true });
    expect(rates()).toMatchObject({ makerPpm: 1_000, takerPpm: 2_000 });
    expect(await world.act(carla, 'fees list')).toMatchObject({
      rows: [
        { market: 'ETHCOP', 'traded in 30 days, from': '0 COP', maker: '0.1 %', taker: '0.2 %' },
        { market: '', 'traded in 30 days, from': '100000000 COP', maker: '0.05 %', taker: '0.1 %' },
      ],
    });
  });

  test.each([
    '1=0.1/0.2',
    '0=0.1',
    '0=0.1/5.1',
    '0=0.1/0.00001',
    '0=-0.3/0.2',
    '0=0.1/0.2,0=0.1/0.2',
    '0=0.1/0.2,5=0.1/0.2,4=0.1/0.2',
    '0=-0.1/0.2,5=0.1/0.05',
    'free',
  ])('the tiers %s are refused', async (text) => {
    const answer = await world.act(bruno, 'fees tiers', { ...params, tiers: text });
    expect(answer).toMatchObject({ ok: false, refusal: 'params_wrong' });
  });
});

describe('limits of levels', () => {
  const params = (daily: string, monthly: string, level = '2') => ({
    level,
    daily,
    monthly,
    reason: `the auditors asked for ${daily} ${monthly}`,
  });

  test('one operator lowers them, two raise them', async () => {
    expect(await world.act(bruno, 'limits level', params('1000', '2000'))).toMatchObject({
      refusal: 'not_permitted',
    });
    expect(await world.act(carla, 'limits level', params('1000', '2000'))).toMatchObject({
      text: 'Customers of level 2 withdraw 1000 COP in a day and 2000 COP in a month.',
    });
    expect(world.engine.levelLimits(2)).toEqual({ dailyLimit: 1_000_00n, monthlyLimit: 2_000_00n });
    for (const [daily, monthly] of [
      ['1000.01', '2000'],
      ['1', 'unlimited'],
      ['unlimited', '2000'],
    ] as const)
      expect(await show(carla, 'limits level', params(daily, monthly))).toMatchObject(proposed);
    const raised = params('1500', '3000');
    expect(await world.act(carla, 'limits level', raised)).toMatchObject({
      facts: {
        'withdrawals in a day': '1000 COP -> 1500 COP',
        undo: 'limits level 2 --daily 1000 --monthly 2000',
      },
    });
    expect(world.engine.levelLimits(2)?.dailyLimit).toBe(1_000_00n);
    expect(await world.act(ana, 'limits level', raised)).toMatchObject({ ok: true });
    expect(await world.act(bruno, 'limits list')).toMatchObject({
      rows: expect.arrayContaining([
        { level: '2', 'withdrawals in a day': '1500 COP', 'withdrawals in a month': '3000 COP' },
      ]),
    });
  });

  test.each([
    ['1000', '999', '2', 'params_wrong'],
    ['much', '2000', '2', 'amount_wrong'],
    ['1', '2', '5', 'not_found'],
    ['1', '2', 'two', 'not_found'],
    ['1500', '3000', '2', 'not_possible'],
  ])('%s and %s for level %s are refused', async (daily, monthly, level, refusal) => {
    expect(await world.act(carla, 'limits level', params(daily, monthly, level))).toMatchObject({ refusal });
  });
});

describe('limits of orders', () => {
  const params = (quantityMin: string, quantityMax: string, valueMin: string, valueMax: string) => ({
    instrument: 'ETHCOP',
    'quantity-min': quantityMin,
    'quantity-max': quantityMax,
    'value-min': valueMin,
    'value-max': valueMax,
    reason: `set to ${quantityMin} ${quantityMax} ${valueMin} ${valueMax}`,
  });
  const read = () => {
    const { quantityMin, quantityMax, notionalMin, notionalMax } = world.engine.instrument(ethCop) ?? {};
    return [quantityMin, quantityMax, notionalMin, notionalMax];
  };

  test('one operator narrows them, and the preview counts the open orders that would be refused', async () => {
    world.fund(world.maria.accountId, eth, 10n ** 18n);
    for (const quantity of [1n, 2n, 5n, 400n])
      world.engine.apply(
        {
          type: 'PlaceOrder',
          accountId: world.maria.accountId,
          userId: userId(1),
          instrumentId: ethCop,
          side: 'sell',
          clientOrderId: 0,
          isQuote: false,
          orderType: 'limit',
          terms: null,
          timeInForce: 'gtc',
          price: ticks(15_000),
          quantity: lots(quantity),
        },
        { sequence: sequence(world.engine.lastSequence + 1), at: millis(world.clock.now) },
      );
    // 0.0001 ETH is worth 1,500 COP at this price.
    const narrow = params('0.0002', '0.03', '5000', 'none');
    expect(await show(carla, 'market limits', narrow)).toMatchObject({
      ...alone,
      facts: {
        quantity: '0.0001 ETH or more -> from 0.0002 ETH to 0.03 ETH',
        value: '0 COP or more -> 5000 COP or more',
        'open orders': '4 stay in the book; 3 of them would be refused if they were placed again',
        undo: 'market limits ETHCOP --quantity-min 0.0001 --quantity-max none --value-min 0 --value-max none',
      },
    });
    expect(await world.act(carla, 'market limits', narrow)).toMatchObject({ ok: true });
    expect(read()).toEqual([2n, 300n, 5_000_00n, 0n]);
    expect(world.engine.openOrders(world.maria.accountId)).toHaveLength(4);
  });

  test('wider ones take two', async () => {
    for (const wide of [
      params('0.0001', '0.03', '5000', 'none'),
      params('0.0002', 'none', '5000', 'none'),
      params('0.0002', '0.0301', '5000', 'none'),
      params('0.0002', '0.03', '4999.99', 'none'),
    ])
      expect(await show(carla, 'market limits', wide)).toMatchObject(proposed);
    const wide = params('0', 'none', 'none', 'none');
    expect(await world.act(carla, 'market limits', wide)).toMatchObject({ ok: true });
    expect(read()).toEqual([2n, 300n, 5_000_00n, 0n]);
    expect(await world.act(ana, 'market limits', wide)).toMatchObject({ ok: true });
    expect(read()).toEqual([0n, 0n, 0n, 0n]);
  });

  test('narrow collars for a while are not ended by them', async () => {
    const until = millis(world.clock.now + hour);
    apply({ ...collarsFor(1_000, 1_000), until });
    expect(await world.act(carla, 'market limits', params('1', 'none', '0', 'none'))).toMatchObject({
      refusal: 'not_possible',
    });
    expect(world.engine.instrument(ethCop)?.collarPpm).toBe(1_000);
  });

  test.each([
    ['0.00015', 'none', '0', 'none', 'amount_wrong'],
    ['1', '0.5', '0', 'none', 'params_wrong'],
    ['1', 'none', '5', '4', 'params_wrong'],
    ['1', 'none', '0.001', 'none', 'amount_wrong'],
    ['-1', 'none', '0', 'none', 'amount_wrong'],
  ])('%s to %s and %s to %s are refused', async (quantityMin, quantityMax, valueMin, valueMax, refusal) => {
    expect(
      await world.act(carla, 'market limits', params(quantityMin, quantityMax, valueMin, valueMax)),
    ).toMatchObject({ refusal });
  });
});
