/** Refusals that concern stops, terms and limits, in the order in which they are checked. */
import { beforeEach, describe, expect, test } from 'vitest';
import { lots, minor, ticks } from '@salar/protocol';
import type { Command, PlaceOrder, PlaceOrderRefusal } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  buildMarketState,
  stopOrder,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
  }
  fixture.tradeAt(100);
});

const priceMax = Number.MAX_SAFE_INTEGER;
const limits: Command = {
  type: 'AlterInstrument',
  instrumentId: btcCop,
  quantityMin: lots(2n),
  quantityMax: lots(50n),
  notionalMin: minor(300n),
  notionalMax: minor(4000n),
  collarPpm: 100_000,
};

type Row = {
  readonly refusal: PlaceOrderRefusal | null;
  readonly why: string;
  readonly command: PlaceOrder | (() => PlaceOrder);
  readonly before?: () => void;
};

function check(rows: readonly Row[]): void {
  test.each(rows)('$refusal: $why', ({ refusal, command, before }) => {
    before?.();
    const open = [...fixture.engine.allOpenOrders()];
    const funds = fixture.engine.accountPositions(ana);
    const outcome = fixture.apply(typeof command === 'function' ? command() : command);
    expect(outcome.ok ? null : outcome.refusal).toBe(refusal);
    if (refusal !== null) {
      expect([...fixture.engine.allOpenOrders()]).toEqual(open);
      expect(fixture.engine.accountPositions(ana)).toEqual(funds);
    }
    fixture.engine.checkInvariants();
  });
}

describe('market states', () => {
  const inState = (state: 'post_only' | 'cancel_only' | 'paused') => () =>
    fixture.apply(buildMarketState(state));
  check([
    ...(['cancel_only', 'paused'] as const).flatMap((state): Row[] => [
      {
        refusal: 'market_not_running',
        why: state,
        command: limitOrder('buy', 1, 90),
        before: inState(state),
      },
      {
        refusal: 'market_not_running',
        why: `a stop while ${state}`,
        command: stopOrder('stop_market', 'sell', 1, { stopPrice: 90 }),
        before: inState(state),
      },
    ]),
    ...(['ioc', 'fok'] as const).map((timeInForce): Row => ({
      refusal: 'market_not_running',
      why: `${timeInForce} while post-only`,
      command: limitOrder('buy', 1, 90, { timeInForce }),
      before: inState('post_only'),
    })),
    {
      refusal: 'market_not_running',
      why: 'a market order while post-only',
      command: marketOrder('buy', { quantity: 1 }),
      before: inState('post_only'),
    },
    {
      refusal: null,
      why: 'a limit order while post-only',
      command: limitOrder('buy', 1, 90),
      before: inState('post_only'),
    },
    {
      refusal: null,
      why: 'an immediate stop while post-only',
      command: stopOrder('stop_market', 'sell', 1, { stopPrice: 90, timeInForce: 'ioc' }),
      before: inState('post_only'),
    },
    {
      refusal: 'post_only_would_take',
      why: 'a limit order that would take while post-only',
      command: limitOrder('buy', 1, 110),
      before: () => {
        fixture.place(limitOrder('sell', 1, 110, { account: beto }));
        fixture.apply(buildMarketState('post_only'));
      },
    },
  ]);
});

describe('display quantities', () => {
  check([
    {
      refusal: 'display_quantity_invalid',
      why: 'below zero',
      command: limitOrder('buy', 10, 90, { displayQuantity: -1 }),
    },
    {
      refusal: 'display_quantity_invalid',
      why: 'above the quantity',
      command: limitOrder('buy', 10, 90, { displayQuantity: 11 }),
    },
    {
      refusal: 'display_quantity_invalid',
      why: 'more than 100 parts',
      command: limitOrder('buy', 201, 90, { displayQuantity: 2 }),
    },
    { refusal: null, why: '100 parts', command: limitOrder('buy', 200, 90, { displayQuantity: 2 }) },
    { refusal: null, why: 'the whole quantity', command: limitOrder('buy', 10, 90, { displayQuantity: 10 }) },
    {
      refusal: 'quantity_invalid',
      why: 'the quantity is checked first',
      command: limitOrder('buy', 0, 90, { displayQuantity: 1 }),
    },
    {
      refusal: 'display_quantity_invalid',
      why: 'before the price',
      command: limitOrder('buy', 1, 0, { displayQuantity: 2 }),
    },
  ]);
});

describe('prices of stops', () => {
  const refuseStopPrice = (why: string, command: PlaceOrder): Row => ({
    refusal: 'stop_price_invalid',
    why,
    command,
  });
  check([
    {
      refusal: 'price_invalid',
      why: 'a stop limit without a price',
      command: stopOrder('stop_limit', 'sell', 1, { stopPrice: 90 }),
    },
    {
      refusal: 'price_invalid',
      why: 'a market order with one below 1',
      command: marketOrder('sell', { quantity: 1 }, { price: -1 }),
    },
    {
      refusal: 'price_invalid',
      why: 'a market order by value with one above the largest',
      command: marketOrder('buy', { value: 1 }, { price: 2 ** 53 }),
    },
    {
      refusal: 'price_invalid',
      why: 'a stop market with one',
      command: stopOrder('stop_market', 'sell', 1, { stopPrice: 90, price: 80 }),
    },
    {
      refusal: 'price_invalid',
      why: 'a trailing stop limit with one',
      command: stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 5, price: 80 }),
    },
    refuseStopPrice('none', stopOrder('stop_market', 'sell', 1, {})),
    refuseStopPrice('below 1', stopOrder('stop_market', 'sell', 1, { stopPrice: -1 })),
    refuseStopPrice('a fraction', stopOrder('stop_limit', 'sell', 1, { price: 80, stopPrice: 90.5 })),
    refuseStopPrice('above 2^53 - 1', stopOrder('stop_market', 'sell', 1, { stopPrice: 2 ** 53 })),
    refuseStopPrice(
      'a trailing amount on a fixed stop',
      stopOrder('stop_market', 'sell', 1, { stopPrice: 90, trailingAmount: 1 }),
    ),
    refuseStopPrice(
      'a limit offset on a fixed stop',
      stopOrder('stop_limit', 'sell', 1, { price: 80, stopPrice: 90, limitOffset: 1 }),
    ),
    refuseStopPrice(
      'a stop price on a trailing stop',
      stopOrder('trailing_stop_market', 'sell', 1, { stopPrice: 90, trailingAmount: 1 }),
    ),
    refuseStopPrice('no trailing amount', stopOrder('trailing_stop_market', 'sell', 1, {})),
    refuseStopPrice(
      'a trailing amount above 2^53 - 1',
      stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 2 ** 53 }),
    ),
    refuseStopPrice(
      'a limit offset on a trailing stop market',
      stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 1, limitOffset: 1 }),
    ),
    refuseStopPrice(
      'a limit offset below zero',
      stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 1, limitOffset: -1 }),
    ),
    refuseStopPrice(
      'a fraction of a limit offset',
      stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 1, limitOffset: 0.5 }),
    ),
    refuseStopPrice(
      'a sell that would trail below 1',
      stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 100 }),
    ),
    refuseStopPrice(
      'a buy that would trail above 2^53 - 1',
      stopOrder('trailing_stop_market', 'buy', 1, { trailingAmount: priceMax }),
    ),
    refuseStopPrice(
      'a sell whose limit would be below 1',
      stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 50, limitOffset: 50 }),
    ),
    refuseStopPrice(
      'a buy whose limit would be above 2^53 - 1',
      stopOrder('trailing_stop_limit', 'buy', 1, { trailingAmount: 1, limitOffset: priceMax }),
    ),
    refuseStopPrice(
      'a buy whose protection price would be',
      stopOrder('stop_market', 'buy', 1, { stopPrice: priceMax - 1 }),
    ),
    {
      refusal: null,
      why: 'a sell that trails down to 1',
      command: stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 50, limitOffset: 49 }),
    },
    {
      refusal: null,
      why: 'a limit at the stop price itself',
      command: stopOrder('trailing_stop_limit', 'sell', 1, { trailingAmount: 50 }),
    },
    {
      refusal: 'no_market',
      why: 'nothing to trail, whatever the amount would lead to',
      command: stopOrder('trailing_stop_market', 'sell', 1, { trailingAmount: 5000, trigger: 'bid' }),
    },
    {
      refusal: 'stop_price_through_market',
      why: 'a sell at the price of its trigger',
      command: stopOrder('stop_market', 'sell', 1, { stopPrice: 100 }),
    },
    {
      refusal: 'stop_price_through_market',
      why: 'a buy below the best bid that it watches',
      command: stopOrder('stop_limit', 'buy', 1, { stopPrice: 94, price: 99, trigger: 'bid' }),
      before: () => fixture.place(limitOrder('buy', 1, 95, { account: beto })),
    },
    {
      refusal: null,
      why: 'no price to compare with',
      command: stopOrder('stop_market', 'sell', 1, { stopPrice: 100, trigger: 'ask' }),
    },
  ]);
});

describe('expiries', () => {
  const atTime = (why: string, refusal: Row['refusal'], later: number, timeInForce: 'gtd' | 'gtc'): Row => ({
    refusal,
    why,
    command: () => limitOrder('buy', 1, 90, { timeInForce, expiresAt: fixture.at + later }),
  });
  check([
    atTime('now', 'expiry_invalid', 0, 'gtd'),
    atTime('a millisecond from now', null, 1, 'gtd'),
    atTime('a fraction', 'expiry_invalid', 1.5, 'gtd'),
    atTime('good till canceled, and yet with one', 'expiry_invalid', 1000, 'gtc'),
    { refusal: 'expiry_invalid', why: 'none', command: limitOrder('buy', 1, 90, { timeInForce: 'gtd' }) },
    {
      refusal: 'expiry_invalid',
      why: 'before the limits',
      command: limitOrder('buy', 1, 90, { timeInForce: 'gtd' }),
      before: () => fixture.apply(limits),
    },
  ]);
});

describe('sizes', () => {
  const limited = (refusal: Row['refusal'], why: string, command: PlaceOrder): Row => ({
    refusal,
    why,
    command,
    before: () => {
      fixture.place(limitOrder('sell', 1, 100, { account: beto }));
      fixture.apply(limits);
    },
  });
  check([
    limited('quantity_below_minimum', 'a limit order', limitOrder('buy', 1, 90)),
    limited('quantity_below_minimum', 'a stop', stopOrder('stop_market', 'sell', 1, { stopPrice: 90 })),
    limited('quantity_above_maximum', 'a limit order', limitOrder('buy', 51, 90)),
    limited('quantity_above_maximum', 'a market order', marketOrder('buy', { quantity: 51 })),
    limited('quantity_above_maximum', 'a stop', stopOrder('stop_market', 'sell', 51, { stopPrice: 90 })),
    limited('notional_below_minimum', 'a limit order at its price', limitOrder('buy', 3, 99)),
    limited(
      'notional_below_minimum',
      'a stop limit at its price',
      stopOrder('stop_limit', 'sell', 3, { stopPrice: 110, trigger: 'bid', price: 99 }),
    ),
    limited(
      'notional_below_minimum',
      'a stop market at its stop price',
      stopOrder('stop_market', 'sell', 3, { stopPrice: 99 }),
    ),
    limited(
      'notional_below_minimum',
      'a trailing stop at its first stop price',
      stopOrder('trailing_stop_market', 'sell', 3, { trailingAmount: 1 }),
    ),
    limited('notional_above_maximum', 'a limit order', limitOrder('buy', 50, 81)),
    limited('notional_above_maximum', 'a market order by value', marketOrder('buy', { value: 4001 })),
    limited(
      'notional_above_maximum',
      'a market order at the best price',
      marketOrder('buy', { quantity: 41 }),
    ),
    limited(
      'notional_above_maximum',
      'a trailing stop limit at its first stop price',
      stopOrder('trailing_stop_limit', 'buy', 40, { trailingAmount: 1, limitOffset: 5 }),
    ),
    limited(null, 'at both maximums', limitOrder('buy', 50, 80)),
    limited(null, 'at both minimums', limitOrder('buy', 3, 100, { timeInForce: 'ioc' })),
  ]);
});

describe('funds and slots', () => {
  const stops = (count: number) => () => {
    for (let i = 0; i < count; i++) fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 90 }));
  };
  check([
    {
      refusal: 'too_many_open_orders',
      why: 'waiting stops are counted',
      command: stopOrder('stop_market', 'sell', 1, { stopPrice: 90 }),
      before: stops(500),
    },
    {
      refusal: null,
      why: 'an immediate order needs no slot',
      command: limitOrder('buy', 1, 90, { timeInForce: 'ioc' }),
      before: stops(500),
    },
    {
      refusal: 'insufficient_funds',
      why: 'a sell stop sets its quantity aside',
      command: stopOrder('stop_market', 'sell', 1001, { stopPrice: 90 }),
    },
    // 910 x 110 is 100,100; a stop at 104 sets aside ceil(104 x 1.05) = 110.
    {
      refusal: 'insufficient_funds',
      why: 'a buy stop sets its protection price aside',
      command: stopOrder('stop_market', 'buy', 910, { stopPrice: 104 }),
    },
    { refusal: null, why: 'and not more', command: stopOrder('stop_market', 'buy', 909, { stopPrice: 104 }) },
    {
      refusal: 'insufficient_funds',
      why: 'a trailing stop limit sets its first limit aside',
      command: stopOrder('trailing_stop_limit', 'buy', 910, { trailingAmount: 4, limitOffset: 6 }),
    },
    {
      refusal: 'insufficient_funds',
      why: 'a stop limit sets its limit aside',
      command: stopOrder('stop_limit', 'buy', 910, { stopPrice: 104, price: 110 }),
    },
    {
      refusal: 'client_order_id_in_use',
      why: 'by a waiting stop',
      command: limitOrder('buy', 1, 90, { clientOrderId: 4 }),
      before: () => fixture.place(stopOrder('stop_market', 'sell', 1, { stopPrice: 90, clientOrderId: 4 })),
    },
  ]);
});

test('the protection price of a stop is its stop price plus the collar, rounded up to a tick', () => {
  fixture.apply({ ...limits, quantityMin: lots(0n), notionalMin: minor(0n), collarPpm: 1 });
  fixture.place(stopOrder('stop_market', 'buy', 1, { stopPrice: 101 }));
  expect(fixture.position(ana, cop)).toBe('100000/102');
});

describe('client order ids', () => {
  const stop = stopOrder('stop_limit', 'sell', 5, {
    stopPrice: 90,
    price: 85,
    clientOrderId: 3,
    displayQuantity: 2,
  });

  test('a repeated stop is placed once', () => {
    const placed = fixture.place(stop);
    fixture.tradeAt(89);
    expect(fixture.place(stop)).toEqual({ ...placed, repeated: true });
  });

  test.each([
    ['trigger', { ...stop, stop: { ...stop.stop, trigger: 'bid' } }],
    ['stop price', { ...stop, stop: { ...stop.stop, stopPrice: ticks(91) } }],
    ['display quantity', { ...stop, terms: { ...stop.terms, displayQuantity: lots(3n) } }],
    ['price', { ...stop, price: ticks(84) }],
    ['order type', limitOrder('sell', 5, 85, { clientOrderId: 3, displayQuantity: 2 })],
  ])('another %s is another order', (_, other) => {
    fixture.place(stop);
    expect(fixture.apply(other as PlaceOrder)).toEqual({ ok: false, refusal: 'client_order_id_in_use' });
  });
});
