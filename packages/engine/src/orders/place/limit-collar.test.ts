/** The collar of limit orders: what they take, what becomes of the rest, and who may set it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { instrumentId, minor } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  stopOrder,
} from '@salar/testing/engine-fixture';
import { Engine } from '../../engine.ts';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto]) {
    fixture.fund(account, cop, 1_000_000n);
    fixture.fund(account, btc, 1_000n);
  }
  setReference(100);
  expect(setCollar(100_000)).toEqual({ ok: true, value: null });
});

/** Sets the reference price of BTCCOP, in ticks. */
function setReference(ticks: number): void {
  fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(BigInt(ticks) * 1000n) });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
}

function setCollar(collarPpm: number, instrument = btcCop) {
  return fixture.apply({ type: 'SetLimitCollar', instrumentId: instrument, collarPpm });
}

const offer = (price: number, quantity = 1) =>
  fixture.place(limitOrder('sell', quantity, price, { account: beto }));
const bid = (price: number, quantity = 1) =>
  fixture.place(limitOrder('buy', quantity, price, { account: beto }));
const ended = () => fixture.log.closed.at(-1);

describe('a limit order', () => {
  test('takes up to the collar once it is set, and the rest does not cross the book', () => {
    for (const price of [109, 110, 111]) offer(price);
    expect(fixture.place(limitOrder('buy', 3, 200))).toMatchObject({ status: 'canceled', executed: 2n });
    expect(ended()).toMatchObject({ reason: 'price_collar', executed: 2n });
    for (const price of [91, 90, 89]) bid(price);
    expect(fixture.place(limitOrder('sell', 3, 1))).toMatchObject({ status: 'canceled', executed: 2n });
    expect(ended()).toMatchObject({ reason: 'price_collar', executed: 2n });
    expect(fixture.position(ana, cop)).toBe('999962/0');
  });

  test('beyond the collar does not rest either, where somebody could take it', () => {
    for (const timeInForce of ['gtc', 'gtx'] as const) {
      expect(fixture.place(limitOrder('buy', 1, 111, { timeInForce }))).toMatchObject({ status: 'canceled' });
      expect(ended()).toMatchObject({ reason: 'price_collar', executed: 0n });
      expect(fixture.place(limitOrder('sell', 1, 89, { timeInForce }))).toMatchObject({ status: 'canceled' });
    }
    expect(fixture.position(ana, cop)).toBe('1000000/0');
    expect(fixture.engine.openOrders(ana)).toEqual([]);
  });

  test('rests at every price that is better for its account', () => {
    for (const order of [
      limitOrder('buy', 1, 110),
      limitOrder('buy', 1, 1),
      limitOrder('sell', 1, 50_000),
      limitOrder('sell', 1, 112),
    ])
      expect(fixture.place(order)).toMatchObject({ status: 'working' });
  });

  test('that rests keeps its place when the reference price moves away, and trades at its price', () => {
    fixture.place(limitOrder('buy', 1, 110));
    setReference(50);
    expect(fixture.place(marketOrder('sell', { quantity: 1 }, { account: beto }))).toMatchObject({
      status: 'filled',
      notional: 110n,
    });
  });

  test('that is immediate ends with the reason of its bound, and is refused if it is fill-or-kill', () => {
    offer(111);
    fixture.place(limitOrder('buy', 1, 120, { timeInForce: 'ioc' }));
    expect(ended()).toMatchObject({ reason: 'price_collar' });
    fixture.place(limitOrder('buy', 1, 109, { timeInForce: 'ioc' }));
    expect(ended()).toMatchObject({ reason: 'no_more_market' });
    expect(fixture.apply(limitOrder('buy', 1, 120, { timeInForce: 'fok' }))).toEqual({
      ok: false,
      refusal: 'fok_not_filled',
    });
    expect(fixture.apply(limitOrder('buy', 1, 120, { timeInForce: 'gtx' }))).toEqual({
      ok: false,
      refusal: 'post_only_would_take',
    });
  });

  test('has no collar while a product has no reference price', () => {
    fixture = new EngineFixture();
    fixture.fund(ana, cop, 1_000n);
    setCollar(100_000);
    expect(fixture.place(limitOrder('buy', 1, 500))).toMatchObject({ status: 'working' });
  });

  test('keeps its collar in a loaded engine', () => {
    offer(111);
    fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
    fixture.place(limitOrder('buy', 1, 120));
    expect(ended()).toMatchObject({ reason: 'price_collar' });
    expect(fixture.engine.instrument(btcCop)?.limitCollarPpm).toBe(100_000);
  });
});

test('a stop that becomes a limit order takes up to the collar', () => {
  offer(105);
  fixture.place(stopOrder('stop_limit', 'buy', 2, { price: 200, stopPrice: 105 }));
  offer(111);
  fixture.place(limitOrder('buy', 1, 105));
  expect(ended()).toMatchObject({ orderType: 'stop_limit', reason: 'price_collar', executed: 0n });
});

test('the collar of market orders stays as it is', () => {
  offer(106);
  fixture.place(marketOrder('buy', { quantity: 1 }));
  expect(ended()).toMatchObject({ reason: 'price_collar', executed: 0n });
  expect(fixture.place(limitOrder('buy', 1, 106))).toMatchObject({ status: 'filled' });
});

test('a collar outside 1 to 1,000,000 or of an unknown instrument is refused', () => {
  for (const ppm of [0, -1, 1_000_001, 1.5])
    expect(setCollar(ppm)).toEqual({ ok: false, refusal: 'definition_invalid' });
  expect(setCollar(1, instrumentId(99))).toEqual({ ok: false, refusal: 'instrument_unknown' });
});
