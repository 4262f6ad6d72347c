/** The fees that customers see are the fees that trades cost. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tiers } from '../../src/seed/catalogue.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
beforeEach(async () => {
  world = await openGatewayWorld();
  world.clock.now = Date.UTC(2026, 4, 4, 23, 58);
  maria = await world.customer();
  joao = await world.customer();
  for (const person of [maria, joao]) {
    await world.fund(person, 'USDT', 1_000_000_000_000n);
    await world.fund(person, 'BTC', 1_000_000_000n);
  }
});
afterEach(() => world.close());

/** João sells half a bitcoin to Maria for 30,000 USDT: more than 100 million pesos. */
async function trade(): Promise<void> {
  const order = { InstrumentId: 1, OrderType: 'Limit', Quantity: '0.5', LimitPrice: '60000' };
  for (const [who, Side] of [
    [joao, 'Sell'],
    [maria, 'Buy'],
  ] as const) {
    expect((await who.call('SendOrder', { ...order, Side })).json()).toMatchObject({ status: 'Accepted' });
  }
}

async function fetchFees(who: Customer): Promise<unknown> {
  return JSON.parse((await who.call('GetAccountFees', {})).text);
}

async function getQuote(who: Customer, MakerTaker: 'Maker' | 'Taker'): Promise<unknown> {
  const order = { InstrumentId: 1, Quantity: '1', Price: '60000', OrderType: 'Limit', Side: 'Sell' };
  return (await who.call('GetOrderFee', { ...order, MakerTaker })).json();
}

test('a trade moves its customers to a better tier at midnight, on every instrument', async () => {
  await trade();
  const start = { FeeTier: 0, LadderThreshold: 0, LadderSeconds: 2_592_000, AccountId: maria.accountId };
  expect(await fetchFees(maria)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...start, InstrumentId: 1, FeeType: 'MakerFee', FeeAmt: 0.001 }),
      expect.objectContaining({ ...start, InstrumentId: 8, FeeType: 'TakerFee', FeeAmt: 0.002 }),
    ]),
  );
  expect(await getQuote(maria, 'Maker')).toEqual({ OrderFee: 60, ProductId: 3 });

  world.clock.now += 180_000;
  const reached = { ...start, FeeTier: 1, LadderThreshold: 100_000_000 };
  expect(await fetchFees(maria)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...reached, InstrumentId: 1, FeeType: 'MakerFee', FeeAmt: 0.0008 }),
      expect.objectContaining({ ...reached, InstrumentId: 8, FeeType: 'TakerFee', FeeAmt: 0.0017 }),
    ]),
  );
  expect(await getQuote(maria, 'Maker')).toEqual({ OrderFee: 48, ProductId: 3 });
  expect(await getQuote(await world.customer(), 'Maker')).toEqual({ OrderFee: 60, ProductId: 3 });
});

test('a rebate is a fee below zero', async () => {
  const best = tiers.at(-1);
  if (best === undefined) throw new Error('there are tiers');
  const { undurable: engine } = world.sequencer;
  for (const { instrumentId } of engine.instruments()) {
    await world.sequencer.submit({
      type: 'DefineFeeTiers',
      instrumentId,
      tiers: [{ ...best, volumeMin: tiers[0]?.volumeMin ?? best.volumeMin }],
    });
  }
  expect(await fetchFees(maria)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ InstrumentId: 1, FeeType: 'MakerFee', FeeAmt: -0.0001 }),
    ]),
  );
  expect(await getQuote(maria, 'Maker')).toEqual({ OrderFee: -6, ProductId: 3 });
  expect(await getQuote(maria, 'Taker')).toEqual({ OrderFee: 48, ProductId: 3 });
});
