/** Orders of every kind through the gateway, in the wire format. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { instrumentId, lots, minor } from '@salar/protocol';
import { products } from '../../src/seed/catalogue.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

type Row = Readonly<Record<string, unknown>>;

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
beforeEach(async () => {
  world = await openGatewayWorld();
  maria = await world.customer();
  joao = await world.customer();
  for (const person of [maria, joao]) {
    await world.fund(person, 'USDT', 1_000_000_000_000n);
    await world.fund(person, 'BTC', 1_000_000_000n);
  }
  // 60,000 USDT for 1 BTC, in COP.
  await world.sequencer.submit({
    type: 'SetReferencePrice',
    productId: products.BTC.productId,
    price: minor(24_000_000_000n),
  });
  // The last trade is at 60,000; the book is 59,000 to 61,000.
  await send(joao, { Side: 'Sell', LimitPrice: '60000' });
  await send(maria, { LimitPrice: '60000' });
  await send(joao, { Side: 'Sell', LimitPrice: '61000', Quantity: '0.5' });
  await send(joao, { LimitPrice: '59000', Quantity: '0.5' });
});
afterEach(() => world.close());

const base = {
  OMSId: 1,
  InstrumentId: 1,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'GTC',
  Quantity: '0.1',
};
const answerTo = async (who: Customer, order: Row) =>
  (await who.call('SendOrder', { ...base, ...order })).json();
async function send(who: Customer, order: Row): Promise<number> {
  const answer = await answerTo(who, order);
  expect(answer, JSON.stringify(order)).toMatchObject({ status: 'Accepted', errormsg: '' });
  return answer['OrderId'] as number;
}
const fetchStatus = async (who: Customer, OrderId: number): Promise<Row> =>
  (await who.call('GetOrderStatus', { OrderId })).json();
const fetchReason = async (order: Row) => (await answerTo(maria, order))['errormsg'];

test('every order type is accepted, and listed while it waits or rests', async () => {
  const stop = { Side: 'Sell', StopPrice: '58000' };
  const rows: readonly (readonly [Row, Row])[] = [
    [{ LimitPrice: '58000' }, { Price: 58000, StopPrice: 0, OrderFlag: 'AddedToBook', PegPriceType: 'Last' }],
    [
      { ...stop, OrderType: 'StopMarket', PegPriceType: 'Bid' },
      { Price: 58000, StopPrice: 58000, OrderFlag: '0', PegPriceType: 'Bid' },
    ],
    [
      { ...stop, OrderType: 'StopLimit', LimitPrice: '57900', PegPriceType: 1 },
      { Price: 57900, StopPrice: 58000, OrderFlag: '0', PegPriceType: 'Last' },
    ],
    [
      { Side: 'Sell', OrderType: 'TrailingStopMarket', TrailingAmount: '1500' },
      { StopPrice: 58500, PegOffset: 1500, OrderFlag: '0' },
    ],
    [
      { OrderType: 'TrailingStopLimit', TrailingAmount: '1500', LimitOffset: '20.5', PegPriceType: 'Ask' },
      {
        Price: 62520.5,
        StopPrice: 62500,
        PegOffset: 1500,
        PegLimitOffset: 20.5,
        OrderFlag: '0',
        PegPriceType: 'Ask',
      },
    ],
    [
      { Side: 'Sell', OrderType: 'TrailingStopLimit', TrailingAmount: '1500', LimitOffset: '20.5' },
      { Price: 58479.5, StopPrice: 58500 },
    ],
    [{ LimitPrice: '58001', TimeInForce: 'GTX' }, { OrderFlag: 'AddedToBook, PostOnly' }],
    [{ LimitPrice: '58002', PostOnly: true }, { OrderFlag: 'AddedToBook, PostOnly' }],
    [{ LimitPrice: '58003', OrderFlag: 'PostOnly' }, { OrderFlag: 'AddedToBook, PostOnly' }],
    [
      { LimitPrice: '58004', TimeInForce: 'GTD', ExpireTime: '2026-05-05T00:00:00Z' },
      { OrderFlag: 'AddedToBook' },
    ],
    [
      { LimitPrice: '58005', UseDisplayQuantity: true, DisplayQuantity: '0.02' },
      { Quantity: 0.1, DisplayQuantity: 0.02 },
    ],
  ];
  for (const [order, shown] of rows) {
    const id = await send(maria, order);
    const orderType = order['OrderType'] ?? 'Limit';
    expect(await fetchStatus(maria, id), JSON.stringify(order)).toMatchObject({
      OrderState: 'Working',
      ChangeReason: 'NewInputAccepted',
      OrderType: orderType,
      OrigQuantity: 0.1,
      OrigOrderId: id,
      ...shown,
    });
  }
  const open = (await maria.call('GetOpenOrders')).json() as unknown as Row[];
  expect(open).toHaveLength(rows.length);
  const level2 = (
    await world.call('GetL2Snapshot', { InstrumentId: 1, Depth: 10 })
  ).json() as unknown as number[][];
  expect(level2.find((row) => row[6] === 58005)?.[8]).toBe(0.02);
});

test('each fault of an order has its reject reason', async () => {
  const stop = { OrderType: 'StopMarket', StopPrice: '62000' };
  const reasons: readonly (readonly [Row, string])[] = [
    [{ ...stop, StopPrice: undefined }, 'Invalid_StopPrice'],
    [{ ...stop, StopPrice: '62000.001' }, 'Invalid_StopPrice_Increment'],
    [{ ...stop, StopPrice: '60000' }, 'StopPrice_Through_Market'],
    [{ ...stop, PegPriceType: 'Midpoint' }, 'PegPriceType_Not_Supported'],
    [{ ...stop, TimeInForce: 'GTX' }, 'Order_Type_Not_Supported'],
    [{ ...stop, OrderType: 'StopLimit' }, 'Invalid_Price'],
    [{ OrderType: 'TrailingStopMarket' }, 'Invalid_TrailingAmount'],
    [{ OrderType: 'TrailingStopMarket', TrailingAmount: '0.001' }, 'Invalid_StopPrice_Increment'],
    [{ OrderType: 'TrailingStopMarket', TrailingAmount: '5', StopPrice: '1' }, 'Invalid_StopPrice'],
    [{ LimitPrice: '58000', StopPrice: '57000' }, 'Invalid_StopPrice'],
    [{ OrderType: 'Market', StopPrice: '57000' }, 'Invalid_StopPrice'],
    [{ OrderType: 'BlockTrade' }, 'Order_Type_Not_Supported'],
    [{ LimitPrice: '58000', TimeInForce: 'OPG' }, 'Order_Type_Not_Supported'],
    [{ LimitPrice: '58000', TimeInForce: 'IOC', PostOnly: true }, 'Order_Type_Not_Supported'],
    [{ OrderType: 'Market', PostOnly: true }, 'Order_Type_Not_Supported'],
    [{ OrderType: 'Market', TimeInForce: 'GTD', ExpireTime: 1893456000000 }, 'Order_Type_Not_Supported'],
    [{ LimitPrice: '61000', PostOnly: true }, 'Post_Only_Would_Take'],
    [{ LimitPrice: '58000', TimeInForce: 'GTD' }, 'Invalid_ExpireTime'],
    [{ LimitPrice: '58000', TimeInForce: 'GTD', ExpireTime: '2026-05-04T12:00:00Z' }, 'Invalid_ExpireTime'],
    [{ LimitPrice: '58000', ExpireTime: 1893456000000 }, 'Invalid_ExpireTime'],
    [{ LimitPrice: '58000', UseDisplayQuantity: true }, 'Invalid_DisplayQuantity'],
    [{ LimitPrice: '58000', UseDisplayQuantity: true, DisplayQuantity: '0.2' }, 'Invalid_DisplayQuantity'],
    [
      { LimitPrice: '58000', UseDisplayQuantity: true, DisplayQuantity: '0.000001' },
      'Invalid_DisplayQuantity_Increment',
    ],
    [{ OrderType: 'Market', UseDisplayQuantity: true, DisplayQuantity: '0.1' }, 'Invalid_DisplayQuantity'],
    [{ LimitPrice: '58000', OrderIdOCO: 123_456 }, 'Invalid_OrderIdOCO'],
    [{ LimitPrice: '58000', Side: 'Short' }, 'Invalid_Side'],
  ];
  for (const [order, word] of reasons) expect(await fetchReason(order), JSON.stringify(order)).toBe(word);
  expect(await fetchReason({ LimitPrice: '58000', ExpireTime: 'tomorrow' })).toBe('Invalid Request');
});

test("fields that clients copy from the family's sample have no effect where they have no meaning", async () => {
  const sample = {
    StopPrice: 0,
    PegPriceType: 3,
    UseDisplayQuantity: true,
    DisplayQuantity: 0,
    OrderIdOCO: 0,
    TrailingAmount: 1.0,
    LimitOffset: 2.0,
  };
  const plain = { StopPrice: 0, PegOffset: 0, PegLimitOffset: 0, DisplayQuantity: 0.1 };
  const limit = await send(maria, { ...sample, LimitPrice: '58000' });
  expect(await fetchStatus(maria, limit)).toMatchObject({ ...plain, OrderState: 'Working' });
  const stop = await send(maria, { ...sample, OrderType: 'StopMarket', StopPrice: '62000', PegPriceType: 1 });
  expect(await fetchStatus(maria, stop)).toMatchObject({ ...plain, StopPrice: 62000, OrderFlag: '0' });
  const trailing = await send(maria, { ...sample, OrderType: 'TrailingStopMarket', TrailingAmount: '1500' });
  expect(await fetchStatus(maria, trailing)).toMatchObject({ PegOffset: 1500, PegLimitOffset: 0 });
  const market = await send(maria, { ...sample, OrderType: 'Market' });
  expect(await fetchStatus(maria, market)).toMatchObject({ OrderState: 'FullyExecuted' });
});

test('a market order trades no worse than its LimitPrice, by quantity and by value, and reports why it stopped', async () => {
  await send(joao, { Side: 'Sell', LimitPrice: '61100', Quantity: '0.5' });
  const market = { OrderType: 'Market', LimitPrice: '61000' };
  const bought = await send(maria, { ...market, Quantity: '0.6' });
  expect(await fetchStatus(maria, bought)).toMatchObject({
    OrderState: 'Canceled',
    CancelReason: 'Price_Limit',
    ChangeReason: 'SystemCanceled_NoMoreMarket',
    OrigQuantity: 0.6,
    QuantityExecuted: 0.5,
    AvgPrice: 61000,
    Price: 61000,
  });
  const worth = { ...market, Side: 'Sell', Quantity: undefined, Value: '100', LimitPrice: '59001' };
  expect(await fetchStatus(maria, await send(maria, worth))).toMatchObject({
    CancelReason: 'Price_Limit',
    QuantityExecuted: 0,
  });
  // Clients that fill the field with zero set no price: they can trade with the whole order book.
  for (const LimitPrice of [0, '0', undefined]) {
    const id = await send(maria, { OrderType: 'Market', LimitPrice, Quantity: '0.1' });
    expect(await fetchStatus(maria, id)).toMatchObject({ OrderState: 'FullyExecuted', Price: 61100 });
  }
  expect(await fetchReason({ ...market, LimitPrice: '61000.001' })).toBe('Invalid_Price_Increment');
  expect(await fetchReason({ ...market, LimitPrice: '61000', TimeInForce: 'FOK' })).toBe('Fok_Not_Filled');
});

test('a stop waits, is triggered by a trade, and is listed as the order it became', async () => {
  const id = await send(maria, {
    Side: 'Sell',
    OrderType: 'StopLimit',
    StopPrice: '59000',
    LimitPrice: '58500',
  });
  const marketId = await send(maria, { Side: 'Sell', OrderType: 'StopMarket', StopPrice: '59000' });
  expect(await fetchStatus(maria, id)).toMatchObject({ OrderState: 'Working', OrderFlag: '0' });
  await send(maria, { Side: 'Sell', LimitPrice: '59000', Quantity: '0.05' });
  for (const one of [id, marketId])
    expect(await fetchStatus(maria, one)).toMatchObject({
      OrderState: 'FullyExecuted',
      QuantityExecuted: 0.1,
      AvgPrice: 59000,
      StopPrice: 59000,
    });
});

test('an order expires at its time, given as text or as number, and is listed as expired', async () => {
  const at = world.clock.now + 60_000;
  const ids = [
    await send(maria, { LimitPrice: '58000', TimeInForce: 'GTD', ExpireTime: new Date(at).toISOString() }),
    await send(maria, { LimitPrice: '58000', TimeInForce: 6, ExpireTime: at }),
    await send(maria, {
      Side: 'Sell',
      OrderType: 'StopMarket',
      StopPrice: '50000',
      TimeInForce: 'GTD',
      ExpirationTime: String(at),
    }),
  ];
  for (const id of ids)
    expect(await fetchStatus(maria, id)).toMatchObject({ TimeInForce: 'GTD', ExpireTime: at });
  world.clock.now = at;
  await world.sequencer.submit({ type: 'Tick' });
  expect((await maria.call('GetOpenOrders')).json()).toEqual([]);
  const expired = (await maria.call('GetOrders', { OrderState: 'Expired' })).json() as unknown as Row[];
  expect(expired.map((row) => [row['OrderId'], row['OrderState'], row['ChangeReason']])).toEqual(
    [...ids].reverse().map((id) => [id, 'Expired', 'Expired']),
  );
  expect(expired[0]).toMatchObject({ OrderType: 'StopMarket', StopPrice: 50000, OrderFlag: '0' });
});

test('the other order of an OCO pair is canceled, with the reason', async () => {
  const limit = await send(maria, { Side: 'Sell', LimitPrice: '65000' });
  const stop = await send(maria, {
    Side: 'Sell',
    OrderType: 'StopMarket',
    StopPrice: '55000',
    OrderIdOCO: limit,
  });
  expect(await fetchStatus(maria, stop)).toMatchObject({
    OrderIdOCO: limit,
    TimeInForce: 'GTC',
    ExpireTime: 0,
  });
  expect(await fetchStatus(maria, limit)).toMatchObject({ OrderIdOCO: 0 });
  expect((await maria.call('CancelOrder', { OrderId: stop })).json()).toMatchObject({ result: true });
  expect(await fetchStatus(maria, limit)).toMatchObject({
    OrderState: 'Canceled',
    ChangeReason: 'OtherRejected',
    CancelReason: 'OCO',
  });
});

test('an order sent twice with one client order id is placed once, whatever its type', async () => {
  const order = {
    Side: 'Sell',
    OrderType: 'StopLimit',
    StopPrice: '55000',
    LimitPrice: '54000',
    ClientOrderId: 9,
    TimeInForce: 'GTD',
    ExpireTime: '2026-05-05T00:00:00Z',
  };
  const id = await send(maria, order);
  expect(await send(maria, order)).toBe(id);
  expect(await fetchReason({ ...order, StopPrice: '55001' })).toBe('Invalid_ClientOrderId');
});

test('a replacement has its own id and the id of the first order of its chain', async () => {
  const replace = async (order: Row) =>
    (await maria.call('CancelReplaceOrder', { ...base, LimitPrice: '58000', ...order })).json();
  const first = await send(maria, { LimitPrice: '58000', ClientOrderId: 77001 });
  const second = await replace({ OrderIdToReplace: first, ClientOrderId: 77002, LimitPrice: '58100' });
  expect(second).toEqual({
    ReplacementOrderId: expect.any(Number) as number,
    ReplacementClOrdId: 77002,
    OrigOrderId: first,
    OrigClOrdId: 77001,
  });
  const secondId = second['ReplacementOrderId'] as number;
  expect(secondId).toBeGreaterThan(first);
  const third = await replace({ ReplaceOrderId: String(secondId), ClientOrdId: '77003', Quantity: '0.05' });
  expect(third).toMatchObject({ ReplacementClOrdId: 77003, OrigOrderId: first, OrigClOrdId: 77001 });
  expect(await replace({ ReplaceOrderId: secondId, ClientOrderId: 77003, Quantity: '0.05' })).toEqual(third);

  expect(await fetchStatus(maria, first)).toMatchObject({
    OrderState: 'Canceled',
    ChangeReason: 'UserModified',
    CancelReason: 'Replaced',
    OrigOrderId: first,
  });
  const thirdId = third['ReplacementOrderId'] as number;
  expect(await fetchStatus(maria, thirdId)).toMatchObject({ OrderState: 'Working', OrigOrderId: first });
  await maria.call('CancelOrder', { OrderId: thirdId });
  expect(await fetchStatus(maria, thirdId)).toMatchObject({ OrigOrderId: first, OrigClOrdId: 77001 });
  await send(maria, { LimitPrice: '57000' });
  for (const filter of [{ OriginalOrderId: first }, { OriginalClientOrderId: 77001 }]) {
    const chain = (await maria.call('GetOrders', filter)).json() as unknown as readonly Row[];
    expect(chain.map((row) => row['OrderId'])).toEqual([thirdId, secondId, first]);
  }
});

test('a refused replacement leaves the order unchanged', async () => {
  const id = await send(maria, { LimitPrice: '58000' });
  const replace = async (order: Row) =>
    (
      await maria.call('CancelReplaceOrder', { ...base, OrderIdToReplace: id, LimitPrice: '58000', ...order })
    ).json();
  const refusals: readonly (readonly [Row, Row])[] = [
    [{ Quantity: '50' }, { errorcode: 101, errormsg: 'Not_Enough_Funds' }],
    [{ Side: 'Sell' }, { errorcode: 101, errormsg: 'Invalid_Replacement' }],
    [
      { InstrumentId: 2, LimitPrice: '3000' },
      { errorcode: 101, errormsg: 'Invalid_Replacement' },
    ],
    [{ InstrumentId: 77 }, { errorcode: 100, errormsg: 'Invalid InstrumentId: 77' }],
    [{ Quantity: undefined }, { errorcode: 101, errormsg: 'Invalid_Quantity' }],
    [
      { PostOnly: true, LimitPrice: '61000' },
      { errorcode: 101, errormsg: 'Post_Only_Would_Take' },
    ],
    [{ OrderIdToReplace: 999_999 }, { errorcode: 104, detail: 'Order Not Found' }],
    [{ OrderIdToReplace: undefined }, { errorcode: 100, detail: 'OrderIdToReplace is Required' }],
  ];
  for (const [order, answer] of refusals)
    expect(await replace(order), JSON.stringify(order)).toMatchObject({ result: false, ...answer });
  expect((await maria.call('GetOpenOrders')).json()).toMatchObject([{ OrderId: id, Quantity: 0.1 }]);
});

test('an order’s history has each fill and its end, newest first', async () => {
  const id = await send(maria, { LimitPrice: '60000' });
  const fetchSteps = async (who: Customer, OrderId: number) =>
    (await who.call('GetOrderHistoryByOrderId', { OrderId })).json() as unknown as Row[];
  expect(await fetchSteps(maria, id)).toMatchObject([{ OrderId: id, ChangeReason: 'NewInputAccepted' }]);
  world.clock.now += 1000;
  await send(joao, { Side: 'Sell', LimitPrice: '60000', Quantity: '0.03' });
  await send(joao, { Side: 'Sell', LimitPrice: '60000', Quantity: '0.02' });
  world.clock.now += 1000;
  await maria.call('CancelOrder', { OrderId: id });
  const steps = await fetchSteps(maria, id);
  expect(
    steps.map((row) => [row['OrderState'], row['ChangeReason'], row['Quantity'], row['GrossValueExecuted']]),
  ).toEqual([
    ['Canceled', 'UserModified', 0.05, 3000],
    ['Working', 'Trade', 0.05, 3000],
    ['Working', 'Trade', 0.07, 1800],
    ['Working', 'NewInputAccepted', 0.1, 0],
  ]);
  expect(steps[1]).toMatchObject({ LastUpdatedTime: world.clock.now - 1000 });
  expect(await fetchSteps(joao, id)).toMatchObject({ errorcode: 104 });
});

test('a list of orders is checked as a whole, placed in order, and returns the result of each', async () => {
  const order = { ...base, LimitPrice: '58000' };
  const joaos = { ...order, AccountId: joao.accountId };
  expect((await maria.call('SendOrderList', [order, joaos])).json()).toMatchObject({ errorcode: 20 });
  expect((await maria.call('GetOpenOrders')).json()).toEqual([]);

  const sent = (
    await maria.call('SendOrderList', [order, { ...order, Quantity: '1e3' }, { ...order, ClientOrderId: 4 }])
  ).json();
  expect(sent).toMatchObject({ result: false, errormsg: 'Operation In Process', errorcode: 107 });
  const [first, second, third] = JSON.parse(sent['detail'] as string) as Row[];
  expect(first).toMatchObject({ status: 'Accepted' });
  expect(second).toMatchObject({ status: 'Rejected', errorcode: 100, detail: 'Invalid Quantity' });
  expect(third).toEqual({ status: 'Accepted', errormsg: '', OrderId: (first?.['OrderId'] as number) + 1 });

  const replaced = (
    await maria.call('SendCancelReplaceList', {
      Requests: [{ ...order, ReplaceOrderId: first?.['OrderId'], ClientOrderId: 5 }],
    })
  ).json();
  expect(replaced).toMatchObject({ result: true, errorcode: 0 });
  const canceled = await maria.call('SendCancelList', [{ ClOrderId: 5 }, { ClOrderId: 4 }]);
  expect(canceled.json()).toMatchObject({ result: true });
  expect((await maria.call('SendCancelList', [{ ClOrderId: 4 }])).json()).toMatchObject({ errorcode: 101 });
  expect((await maria.call('GetOpenOrders')).json()).toEqual([]);

  for (const bad of [[], [1], [[]], Array.from({ length: 51 }, () => order), { Requests: order }, {}])
    expect((await maria.call('SendOrderList', bad)).json()).toMatchObject({ errorcode: 100 });
});

test('modifying lowers the remaining quantity and keeps id and queue position', async () => {
  const id = await send(maria, { LimitPrice: '58000' });
  await send(joao, { LimitPrice: '58000', Quantity: '0.05' });
  const modify = async (order: Row) =>
    (await maria.call('ModifyOrder', { OMSId: 1, InstrumentId: 1, OrderId: id, ...order })).json();
  expect(await modify({ Quantity: '0.04' })).toMatchObject({ result: true, errorcode: 0 });
  expect(await fetchStatus(maria, id)).toMatchObject({
    Quantity: 0.04,
    OrigQuantity: 0.04,
    OrderState: 'Working',
  });
  // It trades before joao's, which came later at the same price.
  const third = await world.customer();
  await world.fund(third, 'BTC', 1_000_000_000n);
  await send(third, { Side: 'Sell', LimitPrice: '59000', Quantity: '0.5' }); // joao's better one first
  await send(third, { Side: 'Sell', LimitPrice: '58000', Quantity: '0.01' });
  expect(await fetchStatus(maria, id)).toMatchObject({ QuantityExecuted: 0.01, Quantity: 0.03 });

  for (const Quantity of ['0.04', '0', '0.000001'])
    expect(await modify({ Quantity })).toMatchObject({ errorcode: 100, errormsg: 'Invalid Quantity' });
  for (const missing of [{}, { Quantity: '0.01', OrderId: undefined }])
    expect(await modify(missing)).toMatchObject({
      errorcode: 100,
      detail: 'Not all required fields are provided',
    });
  for (const OrderId of [999_999, id - 1])
    expect(await modify({ OrderId, Quantity: '0.01' })).toMatchObject({ errorcode: 104 });
  expect(await modify({ InstrumentId: 2, Quantity: '0.01' })).toMatchObject({
    errorcode: 104,
    detail: 'Order Not Found',
  });
  expect(await fetchStatus(maria, id)).toMatchObject({ Quantity: 0.03 });
  expect(await modify({ InstrumentId: 0, Quantity: '0.02' })).toMatchObject({ result: true });
});

test('a limit order beyond its collar takes up to there, and the rest ends with the reason', async () => {
  await world.sequencer.submit({
    type: 'SetLimitCollar',
    instrumentId: instrumentId(1),
    collarPpm: 100_000,
  });
  await send(joao, { Side: 'Sell', LimitPrice: '66000.01', Quantity: '0.5' });
  const taken = await send(maria, { LimitPrice: '120000', Quantity: '1' });
  expect(await fetchStatus(maria, taken)).toMatchObject({
    OrderState: 'Canceled',
    QuantityExecuted: 0.5,
    ChangeReason: 'SystemCanceled_PriceCollar',
  });
  const generous = await send(maria, { Side: 'Sell', LimitPrice: '53999', Quantity: '1' });
  expect(await fetchStatus(maria, generous)).toMatchObject({
    OrderState: 'Canceled',
    ChangeReason: 'SystemCanceled_PriceCollar',
  });
  const resting = await send(maria, { LimitPrice: '1000' });
  expect(await fetchStatus(maria, resting)).toMatchObject({ OrderState: 'Working' });
});

test('an instrument has the price collar of market orders', async () => {
  const instrument = async () => (await world.call('GetInstrument', { OMSId: 1, InstrumentId: 1 })).json();
  expect(await instrument()).toMatchObject({ PriceCollarEnabled: true, PriceCollarPercent: 5 });
  const altered = await world.sequencer.submit({
    type: 'AlterInstrument',
    instrumentId: instrumentId(1),
    quantityMin: lots(1n),
    quantityMax: lots(0n),
    notionalMin: minor(0n),
    notionalMax: minor(0n),
    collarPpm: 12_500,
  });
  expect(altered.ok).toBe(true);
  expect(await instrument()).toMatchObject({ PriceCollarEnabled: true, PriceCollarPercent: 1.25 });
});
