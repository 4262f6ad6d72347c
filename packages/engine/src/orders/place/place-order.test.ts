/** Placing orders: refusals in the order of their union, matching, holds, fees, self-trades, the collar. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, houseAccounts, instrumentId, lots, minor, ticks } from '@salar/protocol';
import type { Command, PlaceOrderRefusal } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  buildMarketState,
  btcUsdt,
  buildCancel,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  usdt,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, usdt, 10_000n);
    fixture.fund(account, cop, 100_000n);
  }
});

function setFees(makerPpm: number, takerPpm: number): void {
  fixture.apply({ type: 'DefineFeeSchedule', instrumentId: btcCop, makerPpm, takerPpm });
}

/** Sets reference prices of 100 pesos a tick-lot: the collar of BTCCOP is 95 to 105 ticks. */
function setReference(): void {
  fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(100_000n) });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
}

describe('refusals', () => {
  const rows: readonly {
    readonly refusal: PlaceOrderRefusal;
    readonly command: Command;
    readonly before?: () => void;
  }[] = [
    { refusal: 'account_unknown', command: limitOrder('buy', 1, 100, { account: accountId(4711) }) },
    { refusal: 'account_unknown', command: limitOrder('buy', 1, 100, { account: houseAccounts.custody }) },
    { refusal: 'instrument_unknown', command: limitOrder('buy', 1, 100, { instrument: instrumentId(99) }) },
    {
      refusal: 'account_locked',
      command: limitOrder('buy', 0, 100),
      before: () => {
        fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
        fixture.apply(buildMarketState('paused'));
      },
    },
    {
      refusal: 'market_not_running',
      command: limitOrder('buy', 0, 100),
      before: () => fixture.apply(buildMarketState('cancel_only')),
    },
    { refusal: 'quantity_invalid', command: limitOrder('buy', 0, 0) },
    { refusal: 'quantity_invalid', command: limitOrder('buy', -1, 100) },
    { refusal: 'quantity_invalid', command: limitOrder('buy', 2n ** 63n, 100) },
    { refusal: 'quantity_invalid', command: marketOrder('buy', { quantity: 0 }) },
    { refusal: 'quantity_invalid', command: marketOrder('sell', { value: -5 }) },
    { refusal: 'quantity_invalid', command: { ...marketOrder('buy', { value: 5 }), quantity: lots(5n) } },
    { refusal: 'price_invalid', command: limitOrder('buy', 1, 0, { instrument: btcUsdt }) },
    { refusal: 'price_invalid', command: limitOrder('buy', 1, 1.5) },
    { refusal: 'price_invalid', command: limitOrder('buy', 1, 2 ** 53) },
    { refusal: 'quantity_below_minimum', command: limitOrder('buy', 1, 1, { instrument: btcUsdt }) },
    { refusal: 'notional_below_minimum', command: limitOrder('sell', 2, 99, { instrument: btcUsdt }) },
    {
      refusal: 'notional_below_minimum',
      command: marketOrder('buy', { value: 13 }, { instrument: btcUsdt }),
    },
    {
      refusal: 'notional_below_minimum',
      command: marketOrder('buy', { quantity: 2 }, { instrument: btcUsdt }),
      before: () => fixture.place(limitOrder('sell', 9, 99, { account: beto, instrument: btcUsdt })),
    },
    {
      refusal: 'client_order_id_in_use',
      command: limitOrder('buy', 1_000_000, 100, { clientOrderId: 8 }),
      before: () => fixture.place(limitOrder('buy', 1, 90, { clientOrderId: 8 })),
    },
    {
      refusal: 'too_many_open_orders',
      command: limitOrder('buy', 1_000_000, 100),
      before: () => {
        for (let i = 0; i < 500; i++) fixture.place(limitOrder('buy', 1, 90));
      },
    },
    { refusal: 'no_market', command: marketOrder('buy', { value: 1_000_000 }) },
    { refusal: 'no_market', command: marketOrder('sell', { quantity: 1_000_000 }) },
    { refusal: 'insufficient_funds', command: limitOrder('buy', 1001, 100) },
    { refusal: 'insufficient_funds', command: limitOrder('sell', 1001, 100, { timeInForce: 'fok' }) },
    {
      refusal: 'insufficient_funds',
      command: marketOrder('buy', { value: 100_001 }),
      before: () => fixture.place(limitOrder('sell', 1, 100, { account: beto })),
    },
    {
      refusal: 'insufficient_funds',
      command: marketOrder('sell', { quantity: 1001 }),
      before: () => fixture.place(limitOrder('buy', 1, 100, { account: beto })),
    },
    {
      refusal: 'insufficient_funds',
      command: marketOrder('sell', { value: 10 }),
      before: () => {
        fixture.place(limitOrder('sell', 1000, 200));
        fixture.place(limitOrder('buy', 1, 100, { account: beto }));
      },
    },
    { refusal: 'fok_not_filled', command: limitOrder('buy', 10, 100, { timeInForce: 'fok' }) },
    {
      refusal: 'fok_not_filled',
      command: marketOrder('buy', { quantity: 10 }, { timeInForce: 'fok' }),
      before: () => fixture.place(limitOrder('sell', 9, 100, { account: beto })),
    },
    {
      refusal: 'fok_not_filled',
      command: marketOrder('sell', { value: 1000 }, { timeInForce: 'fok' }),
      before: () => fixture.place(limitOrder('buy', 9, 100, { account: beto })),
    },
  ];
  test.each(rows)('$refusal ($command.side $command.orderType)', ({ refusal, command, before }) => {
    before?.();
    const positions = [...fixture.engine.accounts()].map(({ accountId: id }) =>
      fixture.engine.accountPositions(id),
    );
    expect(fixture.apply(command)).toEqual({ ok: false, refusal });
    expect(
      [...fixture.engine.accounts()].map(({ accountId: id }) => fixture.engine.accountPositions(id)),
    ).toEqual(positions);
  });

  test('a market buy by quantity is refused when the book costs more than the account has', () => {
    fixture.place(limitOrder('sell', 600, 100, { account: beto }));
    fixture.place(limitOrder('sell', 600, 110, { account: carla }));
    expect(fixture.apply(marketOrder('buy', { quantity: 970 }))).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(fixture.place(marketOrder('buy', { quantity: 960 })).notional).toBe(99_600n);
  });

  test('the liquidity account can have more open orders than a customer', () => {
    fixture.fund(houseAccounts.liquidity, cop, 100_000n);
    for (let i = 0; i < 501; i++)
      fixture.place(limitOrder('buy', 1, 90, { account: houseAccounts.liquidity }));
    expect(fixture.engine.openOrders(houseAccounts.liquidity)).toHaveLength(501);
  });
});

describe('matching', () => {
  test('the taker gets the better price, oldest maker first', () => {
    const first = fixture.place(limitOrder('sell', 5, 101, { account: beto }));
    const second = fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    const third = fixture.place(limitOrder('sell', 2, 100, { account: carla }));
    const placed = fixture.place(limitOrder('buy', 6, 101));
    expect(placed).toMatchObject({ status: 'filled', executed: 6n, notional: 601n });
    expect(fixture.log.trades.map((trade) => [trade.maker.orderId, trade.quantity, trade.price])).toEqual([
      [second.orderId, 3n, 100],
      [third.orderId, 2n, 100],
      [first.orderId, 1n, 101],
    ]);
    expect(fixture.engine.level2(btcCop, 5)).toEqual({
      bids: [],
      asks: [{ price: 101, quantity: 4n, orders: 1, accounts: 1 }],
    });
  });

  test('the remainder of a good-till-canceled order rests and holds what it still needs', () => {
    fixture.place(limitOrder('sell', 5, 100, { account: beto }));
    const placed = fixture.place(limitOrder('buy', 8, 102));
    expect(placed).toMatchObject({ status: 'working', executed: 5n, notional: 500n });
    expect(fixture.position(ana, cop)).toBe('99500/306');
    expect(fixture.log.working.at(-1)).toMatchObject({
      orderId: placed.orderId,
      status: 'working',
      reason: 'trade',
    });
    expect(fixture.engine.level1(btcCop)).toEqual({
      bid: { price: 102, quantity: 3n, orders: 1, accounts: 1 },
      ask: null,
      lastTrade: { price: 100, quantity: 5n, at: fixture.at, tradeId: 1 },
    });
  });

  test('the remainder of an immediate-or-cancel order is canceled and holds nothing', () => {
    fixture.place(limitOrder('sell', 5, 100, { account: beto }));
    expect(fixture.place(limitOrder('buy', 8, 102, { timeInForce: 'ioc' }))).toMatchObject({
      status: 'canceled',
      executed: 5n,
    });
    expect(fixture.position(ana, cop)).toBe('99500/0');
    expect(fixture.log.closed.at(-1)).toMatchObject({ status: 'canceled', reason: 'no_more_market' });
  });

  test('a fill-or-kill order fills in full or not at all', () => {
    fixture.place(limitOrder('sell', 5, 100, { account: beto }));
    fixture.place(limitOrder('sell', 5, 101, { account: carla }));
    expect(fixture.apply(limitOrder('buy', 10, 100, { timeInForce: 'fok' })).ok).toBe(false);
    expect(fixture.place(limitOrder('buy', 10, 101, { timeInForce: 'fok' }))).toMatchObject({
      notional: 1005n,
    });
  });

  test('rounding favours neither buyer nor seller, and no remainder stays held', () => {
    // One tick-lot is 0.07: 5 lots at 101 are 35.35, held as 36; 2 of them trade at 14.14, paid as 14.
    fixture.place(limitOrder('buy', 5, 101, { instrument: btcUsdt }));
    expect(fixture.position(ana, usdt)).toBe('10000/36');
    fixture.place(limitOrder('sell', 2, 101, { instrument: btcUsdt, account: beto }));
    expect(fixture.position(ana, usdt)).toBe('9986/22');
    expect(fixture.position(beto, usdt)).toBe('10014/0');
    fixture.place(limitOrder('sell', 3, 101, { instrument: btcUsdt, account: beto }));
    expect(fixture.position(ana, usdt)).toBe('9965/0');
    expect(fixture.position(beto, usdt)).toBe('10035/0');
  });

  test('an order that meets its own account is canceled, and the resting one stays', () => {
    fixture.place(limitOrder('sell', 2, 100, { account: beto }));
    const own = fixture.place(limitOrder('sell', 5, 101));
    expect(fixture.place(limitOrder('buy', 8, 102))).toMatchObject({ status: 'canceled', executed: 2n });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'self_trade', executed: 2n });
    expect(fixture.engine.openOrders(ana).map((order) => order.orderId)).toEqual([own.orderId]);
    expect(fixture.place(marketOrder('buy', { quantity: 1 }))).toMatchObject({
      status: 'canceled',
      executed: 0n,
    });
  });

  test('a side of the book is emptied from any price, however many prices it has', () => {
    const prices = Array.from({ length: 300 }, (_, i) => 1 + ((i * 7919) % 300));
    fixture.fund(beto, cop, 1_000_000n);
    for (const price of prices) fixture.place(limitOrder('buy', 1, price, { account: beto }));
    const seen = fixture.engine.level2(btcCop, 400).bids.map((level) => level.price);
    expect(seen).toEqual([...prices].sort((a, b) => b - a));
    fixture.engine.checkInvariants();
    fixture.place(limitOrder('sell', 299, 2));
    expect(fixture.log.trades.map((trade) => trade.price)).toEqual(seen.slice(0, 299));
    fixture.engine.checkInvariants();
  });
});

describe('market orders', () => {
  test('a buy by value spends at most the value, in whole lots', () => {
    fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    fixture.place(limitOrder('sell', 5, 110, { account: carla }));
    expect(fixture.place(marketOrder('buy', { value: 599 }))).toMatchObject({
      status: 'filled',
      executed: 5n,
      notional: 520n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({
      orderType: 'market',
      value: 599n,
      quantity: 5n,
      price: 0,
    });
    expect(fixture.position(ana, cop)).toBe('99480/0');
  });

  test('a buy by value is not rounded twice at an order that it already traded with', () => {
    // 3 lots at 96 are 20.16, so 19 buys two lots for 13; the remaining 6 would pay for one more lot of 6.72, rounded
    // down.
    fixture.place(limitOrder('sell', 3, 96, { account: beto, instrument: btcUsdt }));
    expect(fixture.place(marketOrder('buy', { value: 19 }, { instrument: btcUsdt }))).toMatchObject({
      status: 'filled',
      executed: 2n,
      notional: 13n,
    });
  });

  test('a buy by value below one lot executes nothing', () => {
    fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    expect(fixture.place(marketOrder('buy', { value: 99 }))).toMatchObject({
      status: 'canceled',
      executed: 0n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'below_minimum', quantity: 0n, executed: 0n });
  });

  test('a sell by value continues until the value is received', () => {
    fixture.place(limitOrder('buy', 3, 100, { account: beto }));
    fixture.place(limitOrder('buy', 5, 90, { account: carla }));
    expect(fixture.place(marketOrder('sell', { value: 500 }))).toMatchObject({
      status: 'filled',
      executed: 5n,
      notional: 480n,
    });
  });

  test('a sell by value ends when nothing is left to sell', () => {
    fixture.place(limitOrder('sell', 998, 200));
    fixture.place(limitOrder('buy', 3, 100, { account: beto }));
    expect(fixture.place(marketOrder('sell', { value: 300 }))).toMatchObject({
      status: 'canceled',
      executed: 2n,
    });
    expect(fixture.position(ana, btc)).toBe('998/998');
  });

  test('what the book does not offer is canceled', () => {
    fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    expect(fixture.place(marketOrder('buy', { quantity: 4 }))).toMatchObject({
      status: 'canceled',
      executed: 3n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'no_more_market', quantity: 4n });
  });

  test('trades stay within 5 % of the reference price', () => {
    setReference();
    for (const price of [104, 105, 106]) fixture.place(limitOrder('sell', 1, price, { account: beto }));
    expect(fixture.place(marketOrder('buy', { quantity: 3 }))).toMatchObject({
      status: 'canceled',
      executed: 2n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'price_collar' });
    for (const price of [96, 95, 94]) fixture.place(limitOrder('buy', 1, price, { account: beto }));
    expect(fixture.place(marketOrder('sell', { value: 1000 }))).toMatchObject({
      status: 'canceled',
      executed: 2n,
    });
  });

  test('a market order trades no worse than its worst price, and has the reason why it stopped', () => {
    for (const price of [100, 101, 103]) fixture.place(limitOrder('sell', 2, price, { account: beto }));
    expect(fixture.place(marketOrder('buy', { quantity: 5 }, { price: 101 }))).toMatchObject({
      status: 'canceled',
      executed: 4n,
      notional: 402n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'price_limit', price: 101, quantity: 5n });
    for (const price of [99, 98]) fixture.place(limitOrder('buy', 2, price, { account: beto }));
    expect(fixture.place(marketOrder('sell', { value: 390 }, { price: 99 }))).toMatchObject({
      status: 'canceled',
      executed: 2n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'price_limit' });
  });

  test('a market order with no offer within its price is canceled without trades, or refused if it is fill-or-kill', () => {
    fixture.place(limitOrder('sell', 2, 103, { account: beto }));
    const requested = { price: 102 };
    expect(fixture.place(marketOrder('buy', { value: 200 }, requested))).toMatchObject({
      status: 'canceled',
      executed: 0n,
    });
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'price_limit', executed: 0n });
    expect(
      fixture.apply(marketOrder('buy', { quantity: 1 }, { ...requested, timeInForce: 'fok' })),
    ).toMatchObject({
      ok: false,
      refusal: 'fok_not_filled',
    });
  });

  test('the collar applies to a market order with a worse price of its own', () => {
    setReference();
    for (const price of [104, 106]) fixture.place(limitOrder('sell', 1, price, { account: beto }));
    fixture.place(marketOrder('buy', { quantity: 2 }, { price: 200 }));
    expect(fixture.log.closed.at(-1)).toMatchObject({ reason: 'price_collar', executed: 1n });
  });

  test('a market order needs funds only for what its price allows it to buy', () => {
    fixture.place(limitOrder('sell', 1, 100, { account: beto }));
    fixture.place(limitOrder('sell', 10, 50_000, { account: beto }));
    expect(fixture.apply(marketOrder('buy', { quantity: 11 }))).toMatchObject({
      refusal: 'insufficient_funds',
    });
    expect(fixture.place(marketOrder('buy', { quantity: 11 }, { price: 101 }))).toMatchObject({
      executed: 1n,
    });
  });

  test('the same client order id with another worst price is another order', () => {
    fixture.place(limitOrder('sell', 9, 100, { account: beto }));
    const order = (price: number) => marketOrder('buy', { quantity: 1 }, { clientOrderId: 5, price });
    expect(fixture.place(order(101))).toMatchObject({ repeated: false });
    expect(fixture.place(order(101))).toMatchObject({ repeated: true });
    expect(fixture.place(order(102))).toMatchObject({ repeated: false });
  });

  test('limit orders have no collar until one is set', () => {
    setReference();
    fixture.place(limitOrder('sell', 1, 200, { account: beto }));
    expect(fixture.place(limitOrder('buy', 1, 200))).toMatchObject({ status: 'filled' });
  });
});

describe('fees', () => {
  test('each side pays its fee out of what it received, rounded up, to fee income', () => {
    setFees(1000, 2000);
    fixture.place(limitOrder('sell', 30, 101, { account: beto }));
    fixture.place(limitOrder('buy', 30, 101));
    // Buyer: 0.2 % of 30 is 0.06; seller: 0.1 % of 3030 is 3.03.
    expect(fixture.position(ana, btc)).toBe('1029/0');
    expect(fixture.position(beto, cop)).toBe('103026/0');
    expect(fixture.position(houseAccounts.feeIncome, btc)).toBe('1/0');
    expect(fixture.position(houseAccounts.feeIncome, cop)).toBe('4/0');
    expect(fixture.log.trades.at(-1)).toMatchObject({ taker: { fee: 1n }, maker: { fee: 4n } });
    expect(
      fixture.log.postings.slice(-8).map((p) => [p.accountId, p.productId, p.amount, p.balance, p.kind]),
    ).toEqual([
      [ana, cop, -3030n, 96_970n, 'trade'],
      [beto, cop, 3030n, 103_030n, 'trade'],
      [beto, btc, -30n, 970n, 'trade'],
      [ana, btc, 30n, 1030n, 'trade'],
      [ana, btc, -1n, 1029n, 'fee'],
      [houseAccounts.feeIncome, btc, 1n, 1n, 'fee'],
      [beto, cop, -4n, 103_026n, 'fee'],
      [houseAccounts.feeIncome, cop, 4n, 4n, 'fee'],
    ]);
  });

  test('a fee of 100 % leaves zero, and not less', () => {
    setFees(1_000_000, 1_000_000);
    fixture.place(limitOrder('sell', 1, 101, { account: beto }));
    fixture.place(limitOrder('buy', 1, 101));
    expect(fixture.position(ana, btc)).toBe('1000/0');
    expect(fixture.position(beto, cop)).toBe('100000/0');
  });
});

describe('client order ids', () => {
  test('the same order repeated is placed once', () => {
    const order = limitOrder('buy', 5, 100, { clientOrderId: 3 });
    const placed = fixture.place(order);
    fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
    expect(fixture.place(order)).toEqual({ ...placed, repeated: true });
    expect(fixture.engine.openOrders(ana)).toHaveLength(1);
  });

  test('the first outcome is returned again after the order has filled', () => {
    const order = limitOrder('buy', 5, 100, { clientOrderId: 3 });
    const placed = fixture.place(order);
    fixture.place(limitOrder('sell', 5, 100, { account: beto }));
    expect(fixture.place(order)).toEqual({ ...placed, status: 'working', executed: 0n, repeated: true });
  });

  test('an id of a closed order can be used for another order', () => {
    const first = fixture.place(limitOrder('buy', 5, 100, { clientOrderId: 3 }));
    fixture.apply(buildCancel(first.orderId));
    const second = fixture.place(limitOrder('buy', 6, 100, { clientOrderId: 3 }));
    expect(second).toMatchObject({ repeated: false });
    expect(second.orderId).not.toBe(first.orderId);
  });

  test('two accounts can use the same id', () => {
    fixture.place(limitOrder('buy', 5, 100, { clientOrderId: 3 }));
    expect(fixture.place(limitOrder('buy', 6, 100, { clientOrderId: 3, account: beto })).repeated).toBe(
      false,
    );
  });

  test('the newest ten thousand are remembered, and those of all open orders', () => {
    const open = fixture.place(limitOrder('buy', 1, 50, { clientOrderId: 1 }));
    const fleeting = (id: number) => limitOrder('buy', 1, 50, { clientOrderId: id, timeInForce: 'ioc' });
    const second = fixture.place(fleeting(2));
    for (let id = 3; id <= 10_001; id++) fixture.place(fleeting(id));
    expect(fixture.place(limitOrder('buy', 1, 50, { clientOrderId: 1 }))).toEqual({
      ...open,
      repeated: true,
    });
    const again = fixture.place(fleeting(2));
    expect(again.repeated).toBe(false);
    expect(again.orderId).toBeGreaterThan(second.orderId);
  });
});

describe('events', () => {
  test('an order is emitted as working when it rests and when a fill leaves it resting, and as closed once', () => {
    const placed = fixture.place(limitOrder('buy', 5, 100));
    fixture.place(limitOrder('sell', 2, 100, { account: beto }));
    fixture.place(limitOrder('sell', 3, 100, { account: beto }));
    const summarize = (records: typeof fixture.log.working) =>
      records.filter((r) => r.orderId === placed.orderId).map((r) => [r.status, r.reason, r.executed]);
    expect(summarize(fixture.log.working)).toEqual([
      ['working', 'accepted', 0n],
      ['working', 'trade', 2n],
    ]);
    expect(summarize(fixture.log.closed)).toEqual([['filled', 'trade', 5n]]);
  });
});

describe('large numbers', () => {
  test('18 decimals and prices near 2^53 stay exact', () => {
    const price = 2 ** 53 - 1;
    fixture.fund(ana, cop, 10n ** 40n);
    fixture.fund(beto, btc, 10n ** 30n);
    const quantity = 2n ** 62n;
    fixture.place(limitOrder('sell', quantity, price, { account: beto }));
    expect(fixture.place(limitOrder('buy', quantity, price)).notional).toBe(quantity * BigInt(price));
    expect(ticks(price)).toBe(price);
    fixture.engine.checkInvariants();
  });
});
