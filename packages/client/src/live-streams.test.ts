import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { SalarRefusal } from './errors.ts';
import { SocketServer } from './testing/socket-server.ts';

let server: SocketServer;
let client: Client;
const key = { apiKey: 'k', secret: 's' };
beforeEach(async () => {
  server = await SocketServer.open(() => '{}');
  client = createClient({ url: server.url.replace('ws', 'http'), WebSocket, credentials: key });
});
afterEach(async () => {
  client.close();
  await server.close();
});

/** Waits for what a busy machine may take long to do. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 });
const tradeRow = (id: number) => `[${id},1,0.5,61500.50,1,2,1700000000000,0,0,0,0]`;
const candleRow = (end: number) => `[${end},2,1,1,2,0.5,1,2,1,0]`;

/** The answers of an exchange without errors. */
function answers(more: Readonly<Record<string, () => string>> = {}) {
  server.answerer = ({ n }) => more[n]?.() ?? '{"Authenticated":true,"Subscribed":true}';
}

test('no socket is opened before it is needed', async () => {
  const { live, close } = client;
  expect(live).toBeDefined();
  close();
  expect(server.received).toEqual([]);
});

test('trades are delivered once each, in order, including those of an interruption', async () => {
  let last = 3;
  answers({ SubscribeTrades: () => `[${[last - 2, last - 1, last].map(tradeRow).join(',')}]` });
  const received: number[] = [];
  client.live.trades('BTCUSDT', { count: 2 }, (trades) =>
    received.push(...trades.map(({ TradeId }) => TradeId)),
  );
  await eventually(() => expect(received).toEqual([2, 3]));
  server.send(server.newest('SubscribeTrades').i, 'TradeDataUpdateEvent', `[${tradeRow(4)}]`);
  await eventually(() => expect(received).toEqual([2, 3, 4]));
  last = 6;
  server.cut();
  await eventually(() => expect(received).toEqual([2, 3, 4, 5, 6]));
  expect(server.newest('SubscribeTrades').payload).toMatchObject({
    Symbol: 'BTCUSDT',
    IncludeLastCount: 100,
  });
});

test('all trades are delivered at first when there are fewer than requested', async () => {
  answers({ SubscribeTrades: () => `[${[1, 2, 3].map(tradeRow).join(',')}]` });
  const received: number[] = [];
  client.live.trades('BTCUSDT', { count: 4 }, (trades) =>
    received.push(...trades.map(({ TradeId }) => TradeId)),
  );
  await eventually(() => expect(received).toEqual([1, 2, 3]));
});

test('candles are objects, and none is delivered at first unless requested', async () => {
  answers({ SubscribeTicker: () => `[${candleRow(60)},${candleRow(120)}]` });
  const received: unknown[] = [];
  client.live.ticker(1, { interval: 60 }, (candles) => received.push(...candles));
  await eventually(() => expect(server.names).toContain('SubscribeTicker'));
  await client.live.call.Ping();
  server.send(server.newest('SubscribeTicker').i, 'TickerDataUpdateEvent', `[${candleRow(180)}]`);
  await eventually(() => expect(received).toMatchObject([{ EndDateTime: 180, High: '2', Volume: '0.5' }]));
  expect(server.newest('SubscribeTicker').payload).toMatchObject({ InstrumentId: 1, Interval: 60 });
});

test('a book that lost its connection starts over with its snapshot', async () => {
  const level = (price: number, quantity: number) => `[1,1,0,0,0,1,${price},1,${quantity},0]`;
  answers({ SubscribeLevel2: () => `[${level(10, 1)},${level(9, 1)}]` });
  let bids: unknown;
  client.live.level2(1, {}, (book) => (bids = book.bids.map(({ price }) => price)));
  await eventually(() => expect(bids).toEqual(['10', '9']));
  answers({ SubscribeLevel2: () => `[${level(8, 1)}]` });
  server.cut();
  await eventually(() => expect(bids).toEqual(['8']));
});

test('account events are dispatched to their listeners, typed, and others skipped', async () => {
  answers();
  const received: unknown[] = [];
  client.live.accountEvents({
    subscribed: () => received.push('subscribed'),
    OrderStateEvent: ({ OrderId, Price }) => received.push([OrderId, Price]),
  });
  await eventually(() => expect(received).toEqual(['subscribed']));
  const { i } = server.newest('SubscribeAccountEvents');
  server.send(i, 'TransactionEvent', '{"TransactionId":1}');
  server.send(i, 'OrderStateEvent', '{"OrderId":7,"Price":1.10}');
  await eventually(() => expect(received).toEqual(['subscribed', [7, '1.10']]));
});

test('a program whose session ended signs in again with a new signature', async () => {
  answers();
  const subscribed = vi.fn();
  client.live.accountEvents({ subscribed });
  await eventually(() => expect(subscribed).toHaveBeenCalledTimes(1));
  const first = server.newest('AuthenticateUser');
  server.send(first.i, 'LogoutEvent', '{}');
  await eventually(() => expect(subscribed).toHaveBeenCalledTimes(2));
  const second = server.newest('AuthenticateUser');
  expect(second.payload).toMatchObject({ APIKey: 'k', Timestamp: expect.stringMatching(/^\d{13}$/) });
  expect(second.payload['Signature']).not.toBe(first.payload['Signature']);
});

test('a refused stream notifies its listener', async () => {
  server.answerer = ({ n }) =>
    n === 'AuthenticateUser'
      ? '{"Authenticated":true}'
      : '{"result":false,"errormsg":"Resource Not Found","errorcode":104,"detail":"Instrument not Found"}';
  const failed = vi.fn();
  client.live.level1('NOPE', vi.fn(), failed);
  await eventually(() => expect(failed).toHaveBeenCalledWith(expect.any(SalarRefusal)));
});
