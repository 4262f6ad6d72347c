import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { TestSocket } from '../support/test-socket.ts';
import type { ReceivedFrame } from '../support/test-socket.ts';

let world: GatewayWorld;
let maria: Customer;
let pedro: Customer;
let url: string;
const opened: TestSocket[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  [maria, pedro] = [await world.customer({ level: 1 }), await world.customer({ level: 1 })];
  await world.fund(maria, 'USDT', 10_000_000_000n);
  await world.fund(pedro, 'BTC', 100_000_000n);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.socket.terminate();
  for (const one of [maria, pedro]) await one.call('CancelAllOrders');
});
afterAll(() => world.close());

const open = async () => {
  const socket = await TestSocket.open(url);
  opened.push(socket);
  return socket;
};
const minuteMs = 60_000;
const btcUsdt = { OMSId: 1, InstrumentId: 1 };
const buy = (price: number, quantity = '0.001') => order(maria, 'Buy', price, quantity);
const sell = (price: number, quantity = '0.001') => order(pedro, 'Sell', price, quantity);

async function order(by: Customer, side: string, price: number, quantity: string): Promise<number> {
  const requested = {
    InstrumentId: 1,
    Side: side,
    OrderType: 'Limit',
    Quantity: quantity,
    LimitPrice: price,
  };
  const answer = (await by.call('SendOrder', requested)).json();
  expect(answer).toMatchObject({ status: 'Accepted' });
  return answer['OrderId'] as number;
}

/** Waits for the `count`th event of a name. */
async function receiveEvent(socket: TestSocket, name: string, count = 1): Promise<ReceivedFrame> {
  const find = () => {
    const event = socket.received.filter(({ m, n }) => m === 3 && n === name)[count - 1];
    if (event === undefined) throw new Error(`no ${name} yet`);
    return event;
  };
  return vi.waitFor(find, { timeout: 20_000 });
}
const readRows = ({ o }: ReceivedFrame) => JSON.parse(o) as number[][];
const eventNames = (socket: TestSocket) => socket.received.filter(({ m }) => m === 3).map(({ n }) => n);

test('best prices are returned at once, and sent when they change, with the number of the request', async () => {
  const socket = await open();
  const answer = await socket.request('SubscribeLevel1', { OMSId: 1, Symbol: 'btcusdt' });
  expect(answer).toMatchObject({ m: 1, n: 'SubscribeLevel1' });
  expect(answer.o).toBe((await world.call('GetLevel1', btcUsdt)).text);
  await buy(9000);
  const event = await receiveEvent(socket, 'Level1UpdateEvent');
  expect(event).toMatchObject({ m: 3, i: answer.i });
  expect(Object.keys(JSON.parse(event.o) as object)).toEqual(Object.keys(JSON.parse(answer.o) as object));
  expect(JSON.parse(event.o)).toMatchObject({
    InstrumentId: 1,
    BestBid: 9000,
    TimeStamp: expect.stringMatching(/^\d+$/),
  });
});

test('an order book is returned as a snapshot, and its changed levels are sent under one rising number', async () => {
  await buy(9000);
  await buy(8999);
  const socket = await open();
  const answer = await socket.request('subscribelevel2', { ...btcUsdt, Depth: '2' });
  expect(answer).toMatchObject({ m: 1, n: 'subscribelevel2' });
  expect(answer.o).toBe((await world.call('GetL2Snapshot', { ...btcUsdt, Depth: 2 })).text);
  await buy(9001);
  const event = await receiveEvent(socket, 'Level2UpdateEvent');
  expect(event.i).toBe(answer.i);
  const rows = readRows(event);
  // The new best level enters the window, and the third one leaves it.
  expect(
    rows.map(([, , , action, , orders, price, instrument, quantity, side]) => ({
      action,
      orders,
      price,
      instrument,
      quantity,
      side,
    })),
  ).toEqual([
    { action: 0, orders: 1, price: 9001, instrument: 1, quantity: 0.001, side: 0 },
    { action: 2, orders: 0, price: 8999, instrument: 1, quantity: 0, side: 0 },
  ]);
  expect(rows.map((row) => row.length)).toEqual([10, 10]);
  const numbers = new Set(rows.map(([number]) => number));
  expect(numbers.size).toBe(1);
  expect([...numbers][0]).toBeGreaterThan(readRows(answer)[0]?.[0] ?? 0);
});

test('subscribing to an order book again returns a new snapshot with the new depth', async () => {
  const socket = await open();
  for (const price of [9000, 8999, 8998]) await buy(price);
  const [first, second] = await Promise.all([
    socket.request('SubscribeLevel2', { ...btcUsdt, Depth: 1 }),
    socket.request('SubscribeLevel2', { ...btcUsdt, Depth: 3 }),
  ]);
  expect([readRows(first).length, readRows(second).length]).toEqual([1, 3]);
  await sell(9500);
  expect(await receiveEvent(socket, 'Level2UpdateEvent')).toMatchObject({ i: second.i });
  expect(eventNames(socket)).toHaveLength(1);
});

test('the last trades are returned, and new ones sent, oldest first', async () => {
  await sell(9000, '0.002');
  await buy(9000);
  const socket = await open();
  const answer = await socket.request('SubscribeTrades', { ...btcUsdt, IncludeLastCount: 1 });
  expect(answer.o).toBe((await world.call('GetLastTrades', { ...btcUsdt, Count: 1 })).text);
  expect((await (await open()).request('SubscribeTrades', btcUsdt)).o).toBe('[]');
  const maker = await sell(8999);
  const taker = await buy(9000, '0.002');
  const event = await receiveEvent(socket, 'TradeDataUpdateEvent');
  expect(event.i).toBe(answer.i);
  // The better price first; 2 is down, 1 is up.
  expect(
    readRows(event).map(([, instrument, quantity, price, order1, order2, , direction, side, ...rest]) => ({
      instrument,
      quantity,
      price,
      direction,
      side,
      rest,
      order2,
      isMaker: order1 === maker,
    })),
  ).toEqual([
    {
      instrument: 1,
      quantity: 0.001,
      price: 8999,
      direction: 2,
      side: 0,
      rest: [0, 0],
      order2: taker,
      isMaker: true,
    },
    {
      instrument: 1,
      quantity: 0.001,
      price: 9000,
      direction: 1,
      side: 0,
      rest: [0, 0],
      order2: taker,
      isMaker: false,
    },
  ]);
  expect(event.o).toBe((await world.call('GetLastTrades', { ...btcUsdt, Count: 2 })).text);
});

test('closed candles are returned, for several intervals of an instrument in parallel, and sent at their end', async () => {
  const socket = await open();
  const ask = (Interval: number) =>
    socket.request('SubscribeTicker', { ...btcUsdt, Interval, IncludeLastCount: 2 });
  for (let times = 0; times < 4; times += 1) {
    world.clock.now += 50 * minuteMs; // no session lasts that long
    for (const one of [maria, pedro]) await one.call('CancelAllOrders');
  }
  world.clock.now += minuteMs - (world.clock.now % minuteMs) - 20;
  for (const [interval, answer] of [
    [60, await ask(60)],
    [3600, await ask(3600)],
  ] as const) {
    const history = JSON.parse(
      (await world.call('GetTickerHistory', { ...btcUsdt, Interval: interval })).text,
    ) as number[][];
    expect(readRows(answer)).toEqual(history.slice(-3, -1));
    expect(readRows(answer).map((row) => row.length)).toEqual([10, 10]);
  }
  world.clock.now += 20;
  const closed = readRows(await receiveEvent(socket, 'TickerDataUpdateEvent'));
  expect(closed.map(([end, , , , , , , , instrument, begin]) => [end, instrument, begin])).toEqual([
    [world.clock.now, 1, world.clock.now - minuteMs],
  ]);
  expect(await socket.call('UnsubscribeTicker', { ...btcUsdt, Interval: 60 })).toMatchObject({
    result: true,
  });
  expect(await socket.call('SubscribeTicker', { ...btcUsdt, Interval: 61 })).toMatchObject({
    errorcode: 100,
    detail: 'Invalid Interval',
  });
  expect(await socket.call('SubscribeTicker', btcUsdt)).toMatchObject({ errorcode: 100 });
});

test('an ended subscription sends no more events, and the others continue', async () => {
  const socket = await open();
  for (const [name, more] of [
    ['Level1', {}],
    ['Level2', { Depth: 5 }],
    ['Trades', {}],
  ] as const)
    await socket.request(`Subscribe${name}`, { ...btcUsdt, ...more });
  for (const name of ['UnSubscribeLevel1', 'unsubscribetrades'])
    expect(await socket.call(name, btcUsdt)).toEqual({
      result: true,
      errormsg: null,
      errorcode: 0,
      detail: null,
    });
  await sell(9000);
  await buy(9000, '0.002');
  await receiveEvent(socket, 'Level2UpdateEvent');
  await buy(8000);
  await receiveEvent(socket, 'Level2UpdateEvent', 2);
  expect(new Set(eventNames(socket))).toEqual(new Set(['Level2UpdateEvent']));
});

test('ending a subscription that does not exist succeeds; block trades are never sent', async () => {
  const socket = await open();
  for (const name of ['Level1', 'Level2', 'Trades', 'Ticker', 'BlockTrades'])
    expect(await socket.call(`Unsubscribe${name}`, { OMSId: 1, Symbol: 'BTCUSDT' })).toMatchObject({
      result: true,
    });
  expect((await socket.request('SubscribeBlockTrades', btcUsdt)).o).toBe('[]');
});

test('an unknown instrument is error 104, a missing depth error 100, and HTTP offers no subscriptions', async () => {
  const socket = await open();
  for (const name of ['SubscribeLevel1', 'SubscribeTrades', 'SubscribeBlockTrades', 'UnsubscribeLevel1'])
    for (const unknown of [{ Symbol: 'NOPE' }, { InstrumentId: 77 }])
      expect(await socket.call(name, { OMSId: 1, ...unknown })).toMatchObject({
        errorcode: 104,
        detail: 'Instrument not Found',
      });
  for (const requested of [btcUsdt, { ...btcUsdt, Depth: 0 }, { OMSId: 1, Depth: 5 }])
    expect(await socket.call('SubscribeLevel2', requested)).toMatchObject({
      errorcode: 100,
      detail: 'OMSId, InstrumentId (or Symbol) and Depth are required fields',
    });
  for (const name of ['SubscribeLevel1', 'SubscribeLevel2', 'UnsubscribeTicker'])
    expect((await world.call(name, btcUsdt)).json()).toMatchObject({ errorcode: 106 });
});
