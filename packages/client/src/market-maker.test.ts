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

test('the market maker survives a connection that breaks while it quotes', async () => {
  let isBroken = false;
  server.answerer = ({ n }, socket) => {
    if (n === 'SubscribeLevel1') return '{"BestBid":100,"BestOffer":102,"LastTradedPx":0}';
    if (n === 'SendOrder') return '{"status":"Accepted","errormsg":"","OrderId":1}';
    if (n !== 'CancelAllOrders' || isBroken) return '{"Authenticated":true,"Subscribed":true}';
    isBroken = true;
    socket.terminate();
    return undefined;
  };
  const instruments = '[{"InstrumentId":1,"Symbol":"BTCUSDT","PriceIncrement":0.1}]';
  const client = createClient({
    url: server.url.replace('ws', 'http'),
    credentials: { apiKey: 'k', secret: 's' },
    WebSocket,
    fetch: () => Promise.resolve(new Response(instruments)),
  });
  const lines: string[] = [];
  const ending = new AbortController();
  const making = makeMarket(client, {
    symbol: 'BTCUSDT',
    quantity: '1',
    spread: '0.01',
    signal: ending.signal,
    say: (line) => lines.push(line),
  });
  await vi.waitFor(() => expect(lines).toContain('quoting 100.4 / 101.6'), { timeout: 30_000 });
  ending.abort();
  await making;
  client.close();
  expect(lines[0]).toMatch(/^no answer/);
  expect(lines.at(-1)).toBe('no quotes');
  expect(server.newest('SendOrder').payload).toMatchObject({
    Side: 'Sell',
    LimitPrice: '101.6',
    PostOnly: true,
  });
});
