import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, compare, floorToIncrement, multiply } from '../../../money/decimal.ts';
import type { Book } from '../../../api/records/book.ts';
import { estimateOrder } from './estimate.ts';
import { shares, withShare } from './fill-share.ts';
import { toLocalText, toMoment } from './local-moment.ts';
import { findOrderProblems } from './order-check.ts';
import type { OrderContext } from './order-check.ts';
import { emptyDraft, orderTypes, toNewOrder, toNewOrders } from './order-draft.ts';
import type { AmountName, OrderDraft, SingleDraft } from './order-draft.ts';
import { findOrderRisks } from './order-risk.ts';
import { readDraft } from './read-draft.ts';
import { stepPrice } from './step-price.ts';

const book: Book = {
  bids: [level('99', '1'), level('98', '2')],
  asks: [level('101', '1'), level('102', '3')],
};
const context: OrderContext = {
  instrument: {
    instrumentId: 1,
    symbol: 'BTCUSDT',
    baseId: 1,
    baseSymbol: 'BTC',
    quoteId: 3,
    quoteSymbol: 'USDT',
    quantityIncrement: '0.001',
    priceIncrement: '0.5',
    quantityMin: '0.01',
    priceMin: '0.5',
    isRunning: true,
    halt: null,
  },
  book,
  quote: {
    instrumentId: 1,
    bestBid: '99',
    bestOffer: '101',
    lastPrice: '100',
    lastTradedAt: 0,
    at: 0,
    high: '0',
    low: '0',
    volume: '0',
    turnover: '0',
    change: '0',
  },
  available: { base: '2', quote: '1000' },
};

describe('what is sent', () => {
  const owner = { instrumentId: 1, accountId: 31, clientOrderId: 77 };
  const amounts = {
    stopPrice: '105.',
    stopLimit: '106.5',
    trailingAmount: '2',
    limitOffset: '1',
    price: '106',
    quantity: '.5',
    value: '50',
    display: '0.1',
  };

  test.each([
    ['Limit', { price: '106', quantity: '0.5' }],
    ['Market', { quantity: '0.5' }],
    ['StopLimit', { stopPrice: '105', price: '106', quantity: '0.5', trigger: 'Bid' }],
    ['StopMarket', { stopPrice: '105', quantity: '0.5', trigger: 'Bid' }],
    ['TrailingStopLimit', { trailingAmount: '2', limitOffset: '1', quantity: '0.5', trigger: 'Bid' }],
    ['TrailingStopMarket', { trailingAmount: '2', quantity: '0.5', trigger: 'Bid' }],
  ] as const)('a %s order carries its own amounts and no others', (orderType, own) => {
    const typed = { ...emptyDraft, orderType, amounts, trigger: 'Bid' } as const;
    const order = toNewOrder(
      readDraft(typed, { instrument: context.instrument, quotePlaces: 2 }).draft,
      owner,
    );
    expect(order).toEqual({
      ...owner,
      side: 'buy',
      orderType,
      timeInForce: 'GTC',
      isPostOnly: false,
      ...own,
    });
  });

  test('every type is available', () => {
    expect([...orderTypes].sort()).toEqual([
      'Limit',
      'Market',
      'OCO',
      'StopLimit',
      'StopMarket',
      'TrailingStopLimit',
      'TrailingStopMarket',
    ]);
  });

  test('post-only and the displayed part are sent only with a limit order that stays in the book', () => {
    const draft: SingleDraft = {
      ...emptyDraft,
      orderType: 'Limit',
      amounts,
      isPostOnly: true,
      isIceberg: true,
    };
    expect(toNewOrder(draft, owner)).toMatchObject({ isPostOnly: true, display: '0.1' });
    const ioc = toNewOrder({ ...draft, timeInForce: 'IOC' }, owner);
    expect(ioc).toMatchObject({ isPostOnly: false, timeInForce: 'IOC' });
    expect(ioc).not.toHaveProperty('display');
  });

  test('a market order by value sends the value in place of the quantity', () => {
    const order = toNewOrder({ ...emptyDraft, orderType: 'Market', measure: 'value', amounts }, owner);
    expect(order).toMatchObject({ value: '50' });
    expect(order).not.toHaveProperty('quantity');
  });
});

describe('an order until a date', () => {
  const owner = { instrumentId: 1, accountId: 31, clientOrderId: 77 };
  const own = draft({ price: '99', quantity: '1', stopPrice: '105' });
  const dated = { ...own, timeInForce: 'GTD' as const, expiresAt: 5000 };
  const kindsAt = (now: number, one: OrderDraft = dated) =>
    findOrderProblems(one, { ...context, now }).map(({ kind, field }) => `${kind} ${field ?? ''}`);

  test('carries its expiry, also as a stop; one until canceled does not', () => {
    for (const orderType of ['Limit', 'StopMarket', 'TrailingStopMarket'] as const)
      expect(toNewOrder({ ...dated, orderType }, owner)).toMatchObject({
        timeInForce: 'GTD',
        expiresAt: 5000,
      });
    const plain = toNewOrder({ ...dated, orderType: 'Limit', timeInForce: 'GTC' }, owner);
    expect(plain).not.toHaveProperty('expiresAt');
  });

  test('needs an expiry in the future', () => {
    expect(kindsAt(4999)).toEqual([]);
    expect(kindsAt(5000)).toEqual(['expiryPast expiresAt']);
    expect(kindsAt(0, { ...dated, expiresAt: null })).toEqual(['missing expiresAt']);
    expect(kindsAt(9000, { ...dated, timeInForce: 'IOC' })).toEqual([]);
  });

  test('a type without the choice stays until it is canceled', () => {
    const order = toNewOrder({ ...own, orderType: 'StopMarket', timeInForce: 'FOK' }, owner);
    expect(order).toMatchObject({ timeInForce: 'GTC' });
  });

  test('the field’s text and the expiry are the same local minute', () => {
    const at = new Date(2026, 10, 24, 9, 5).getTime();
    expect(toLocalText(at)).toBe('2026-11-24T09:05');
    expect(toMoment(toLocalText(at))).toBe(at);
    expect(toMoment('')).toBeNull();
    expect(toMoment('2026-11-24')).toBeNull();
  });
});

describe('a pair', () => {
  const pair: OrderDraft = {
    ...draft({ price: '99', stopPrice: '104', stopLimit: '105', quantity: '2' }),
    orderType: 'OCO',
    isPostOnly: true,
  };
  const findFields = (one: OrderDraft, more: Partial<OrderContext> = {}) =>
    findOrderProblems(one, { ...context, ...more }).map(({ kind, field }) => `${kind} ${field ?? ''}`);

  test('is a stop that is sent first and a limit order, each with its own number', () => {
    let clientOrderId = 0;
    const owner = () => ({ instrumentId: 1, accountId: 31, clientOrderId: (clientOrderId += 1) });
    const common = { side: 'buy', timeInForce: 'GTC', isPostOnly: false, quantity: '2' };
    expect(toNewOrders({ ...pair, pairStop: 'StopLimit' }, owner)).toEqual([
      {
        instrumentId: 1,
        accountId: 31,
        clientOrderId: 1,
        ...common,
        orderType: 'StopLimit',
        stopPrice: '104',
        price: '105',
        trigger: 'Last',
      },
      { instrumentId: 1, accountId: 31, clientOrderId: 2, ...common, orderType: 'Limit', price: '99' },
    ]);
    expect(toNewOrders(pair, owner)[0]).toMatchObject({ orderType: 'StopMarket', stopPrice: '104' });
    expect(toNewOrders(pair, owner)[0]).not.toHaveProperty('price');
  });

  test('holds the more expensive of its two orders, once', () => {
    expect(estimateOrder(pair, book)).toMatchObject({ total: '198', stopTotal: '208', reserved: '208' });
    expect(estimateOrder({ ...pair, pairStop: 'StopLimit' }, book)).toMatchObject({ reserved: '210' });
    const poor = { base: '0', quote: '207' };
    expect(findFields(pair, { available: poor })).toEqual(['notEnough quantity']);
    expect(findFields(pair, { available: { ...poor, quote: '208' } })).toEqual([]);
  });

  test('of a sale holds the quantity once', () => {
    const sale: OrderDraft = {
      ...draft({ price: '103', stopPrice: '95', quantity: '2' }),
      orderType: 'OCO',
      side: 'sell',
    };
    expect(findFields(sale)).toEqual([]);
    expect(findFields(sale, { available: { base: '1.9', quote: '0' } })).toEqual(['notEnough quantity']);
  });

  test('has its limit on one side of the market and its stop on the other', () => {
    const at = (price: string, stopPrice: string): OrderDraft => ({
      ...pair,
      amounts: { ...pair.amounts, price, stopPrice },
    });
    expect(findFields(at('101', '104'))).toEqual(['pairWouldTake price']);
    expect(findFields(at('99', '99'))).toEqual(['throughMarket stopPrice']);
  });
});

describe('what keeps an order from being sent', () => {
  test.each([
    ['nothing typed', draft({}), ['missing price', 'missing quantity']],
    ['a price between two ticks', draft({ price: '100.2', quantity: '1' }), ['increment price 0.5']],
    ['a quantity between two lots', draft({ price: '99', quantity: '0.0105' }), ['increment quantity 0.001']],
    [
      'less than the smallest order',
      draft({ price: '99', quantity: '0.009' }),
      ['belowMinimum quantity 0.01'],
    ],
    ['more than the balance', draft({ price: '99', quantity: '11' }), ['notEnough quantity 1000']],
    [
      'more than what can be sold',
      { ...draft({ price: '102', quantity: '3' }), side: 'sell' },
      ['notEnough quantity 2'],
    ],
    [
      'post-only at the offer',
      { ...draft({ price: '101', quantity: '1' }), isPostOnly: true },
      ['wouldTake price 101'],
    ],
    [
      'a buy stop below the market',
      { ...draft({ stopPrice: '99', quantity: '1' }), orderType: 'StopMarket' },
      ['throughMarket stopPrice 100'],
    ],
    [
      'a sell stop above the price it watches',
      {
        ...draft({ stopPrice: '100', quantity: '1' }),
        orderType: 'StopMarket',
        side: 'sell',
        trigger: 'Bid',
      },
      ['throughMarket stopPrice 99'],
    ],
    [
      'a part shown that is larger than the whole',
      { ...draft({ price: '99', quantity: '1', display: '2' }), isIceberg: true },
      ['aboveQuantity display'],
    ],
    ['nothing', draft({ price: '99.5', quantity: '10' }), []],
  ] as [string, OrderDraft, string[]][])('%s', (_, given, expected) => {
    const text = findOrderProblems(given, context).map(({ kind, field, amount }) =>
      [kind, field, amount].filter(Boolean).join(' '),
    );
    expect(text).toEqual(expected);
  });

  test('a market without offers, and a market that is paused', () => {
    const market: OrderDraft = { ...draft({ quantity: '1' }), orderType: 'Market' };
    const facing = (more: Partial<OrderContext>) =>
      findOrderProblems(market, { ...context, ...more }).map(({ kind }) => kind);
    expect(facing({ book: { ...book, asks: [] } })).toEqual(['noMarket']);
    expect(facing({ instrument: { ...context.instrument, isRunning: false } })).toEqual(['paused']);
  });
});

describe('estimates', () => {
  test('a market order walks the book, level by level', () => {
    const market: OrderDraft = { ...draft({ quantity: '2' }), orderType: 'Market' };
    expect(estimateOrder(market, book)).toMatchObject({
      total: '203',
      price: '101.5',
      slippage: '0.49',
      usedShare: '50',
    });
    const byValue: OrderDraft = { ...draft({ value: '152' }), orderType: 'Market', measure: 'value' };
    expect(estimateOrder(byValue, book)).toMatchObject({ quantity: '1.5', total: '152' });
  });

  test('a limit order is worth its price, and reports when it would trade at once', () => {
    expect(estimateOrder(draft({ price: '100', quantity: '2' }), book)).toMatchObject({
      total: '200',
      takes: false,
    });
    expect(estimateOrder(draft({ price: '101', quantity: '2' }), book)).toMatchObject({ takes: true });
  });

  test('orders that would harm the customer are pointed out', () => {
    const findRisks = (one: OrderDraft) => findOrderRisks(one, estimateOrder(one, book), book);
    const market = (quantity: string): OrderDraft => ({ ...draft({ quantity }), orderType: 'Market' });
    expect(findRisks(market('0.5'))).toEqual([]);
    expect(findRisks(market('2'))).toEqual([{ kind: 'largePart', percent: '50' }]);
    expect(findRisks(market('5'))).toEqual([{ kind: 'bookTooSmall' }]);
    expect(findRisks(draft({ price: '1010', quantity: '0.1' }))).toEqual([
      { kind: 'farPrice', percent: '900' },
    ]);
    expect(findRisks(draft({ price: '50', quantity: '0.1' }))).toEqual([]);
  });
});

test('a share of the balance never exceeds the balance and is always in whole lots', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.constantFrom(...shares),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000_000 }),
      (side, percent, ticks, balance) => {
        const price = multiply(String(ticks), '0.5');
        const available = {
          base: multiply(String(balance), '0.0001'),
          quote: multiply(String(balance), '0.01'),
        };
        const { amounts } = withShare(
          { ...draft({ price }), side },
          percent,
          { ...context, available },
          { quotePlaces: 6 },
        );
        const cost = side === 'buy' ? multiply(amounts.quantity, price) : amounts.quantity;
        expect(compare(cost, side === 'buy' ? available.quote : available.base)).toBeLessThanOrEqual(0);
        expect(floorToIncrement(amounts.quantity, '0.001')).toBe(add(amounts.quantity, '0'));
      },
    ),
  );
});

test('the whole balance at market is sent as a value, so that nothing is left over', () => {
  const market: OrderDraft = { ...draft({}), orderType: 'Market' };
  expect(withShare(market, '100', context, { quotePlaces: 6 })).toMatchObject({
    measure: 'value',
    amounts: { value: '1000' },
  });
});

test('arrow keys step from tick to tick, and never to zero', () => {
  const by = { increment: '0.5', start: '100' };
  expect(stepPrice('', 1, by)).toBe('100');
  expect(stepPrice('100', 1, by)).toBe('100.5');
  expect(stepPrice('100.', -10, by)).toBe('95');
  expect(stepPrice('100.2', 1, by)).toBe('100.5');
  expect(stepPrice('100.2', -1, by)).toBe('100');
  expect(stepPrice('0.5', -1, by)).toBe('0.5');
});

function level(price: string, quantity: string) {
  return { price, quantity, orders: 1 };
}

function draft(amounts: Partial<Record<AmountName, string>>): OrderDraft {
  return { ...emptyDraft, amounts: { ...emptyDraft.amounts, ...amounts } };
}
