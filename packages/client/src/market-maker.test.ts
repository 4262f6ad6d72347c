import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { makeMarket } from '../examples/market-maker.ts';
import { createClient } from './client.ts';
import { SocketServer } from './testing/socket-server.ts';

let server: SocketServer;
beforeEach(async () => {
  server = await SocketServer.open(() => '{"Authenticated":true,"Subscribed":true}');
});
afterEach(() => server.close());

async function quote(lines: string[], ending: AbortController): Promise<void> {
  const instruments = '[{"InstrumentId":1,"Symbol":"BTCUSDT","PriceIncrement":0.1}]';
  const client = createClient({
    url: server.url.replace('ws', 'http'),
    credentials: { apiKey: 'k', secret: 's' },
    WebSocket,
    fetch: () => Promise.resolve(new Response(instruments)),
  });
  await makeMarket(client, {
    symbol: 'BTCUSDT',
    quantity: '1',
    spread: '0.01',
    signal: ending.signal,
    say: (line) => lines.push(line),
  });
  client.close();
}

test('the market maker survives a connection that breaks while it quotes', async () => {
  let isBroken = false;
  server.answerer = ({ n }, socket) => {
    if (n.endsWith('Level1')) return '{"BestBid":100,"BestOffer":102,"LastTradedPx":0}';
    if (n === 'SendOrder') return '{"status":"Accepted","errormsg":"","OrderId":1}';
    if (n !== 'CancelAllOrders' || isBroken) return '{"Authenticated":true,"Subscribed":true}';
    isBroken = true;
    socket.terminate();
    return undefined;
  };
  const lines: string[] = [];
  const ending = new AbortController();
  const making = quote(lines, ending);
  await vi.waitFor(() => expect(lines).toContain('quoting 100.4 / 101.6'), { timeout: 30_000 });
  ending.abort();
  await making;
  expect(lines[0]).toMatch(/^no answer/);
  expect(lines.at(-1)).toBe('no quotes');
  expect(server.newest('SendOrder').payload).toMatchObject({
    Side: 'Sell',
    LimitPrice: '101.6',
    PostOnly: true,
  });
});

test('prices between our two quotes, and older ones, are not followed', async () => {
  const level1 = (bid: string, offer: string) =>
    `{"InstrumentId":1,"BestBid":${bid},"BestOffer":${offer},"LastTradedPx":0}`;
  const publish = (bid: string, offer: string) =>
    server.send(server.newest('SubscribeLevel1').i, 'Level1UpdateEvent', level1(bid, offer));
  let orders = 0;
  let withoutUs: [string, string] = ['100', '102'];
  server.answerer = ({ n, payload }) => {
    if (n === 'SubscribeLevel1') return level1('100', '102');
    if (n === 'GetLevel1') return level1(...withoutUs);
    if (n !== 'SendOrder') return '{"Authenticated":true,"Subscribed":true}';
    orders += 1;
    // The book with the first quote and without the second one; it arrives again after both.
    if (payload['Side'] === 'Buy') publish('100.4', '102');
    return `{"status":"Accepted","errormsg":"","OrderId":${orders}}`;
  };
  const lines: string[] = [];
  const ending = new AbortController();
  const making = quote(lines, ending);
  await vi.waitFor(() => expect(lines).toContain('quoting 100.4 / 101.6'), { timeout: 30_000 });
  publish('100.4', '102');
  publish('100.4', '101.6');
  // Others outbid our quote by more than a quarter of the spread.
  withoutUs = ['101.2', '101.6'];
  publish('101.2', '101.6');
  await vi.waitFor(() => expect(lines).toContain('quoting 100.8 / 102'), { timeout: 30_000 });
  ending.abort();
  await making;
  expect(lines.filter((line) => line.startsWith('quoting'))).toEqual([
    'quoting 100.4 / 101.6',
    'quoting 100.8 / 102',
  ]);
});

test('prices that contain one of our quotes without the other are never quoted around', async () => {
  const level1 = (bid: string, offer: string) =>
    `{"InstrumentId":1,"BestBid":${bid},"BestOffer":${offer},"LastTradedPx":0}`;
  let orders = 0;
  server.answerer = ({ n, payload }) => {
    if (n.endsWith('Level1')) return level1('100', '102');
    if (n !== 'SendOrder') return '{"Authenticated":true,"Subscribed":true}';
    orders += 1;
    if (payload['Side'] === 'Buy') {
      // The newest prices have our first quote only, and then it trades.
      server.send(server.newest('SubscribeLevel1').i, 'Level1UpdateEvent', level1('100.4', '102'));
    } else if (orders === 2) {
      const trade = '{"Side":"Buy","Quantity":1,"Price":100.4}';
      server.send(server.newest('SubscribeAccountEvents').i, 'OrderTradeEvent', trade);
    }
    return '{"status":"Accepted","errormsg":"","OrderId":1}';
  };
  const lines: string[] = [];
  const ending = new AbortController();
  const making = quote(lines, ending);
  await vi.waitFor(() => expect(server.names.filter((name) => name === 'SendOrder')).toHaveLength(4), {
    timeout: 30_000,
  });
  ending.abort();
  await making;
  expect(lines).toEqual(['Buy 1 at 100.4', 'quoting 100.4 / 101.6', 'quoting 100.4 / 101.6', 'no quotes']);
});
