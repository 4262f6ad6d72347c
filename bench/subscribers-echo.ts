/**
 * The reference for the exchange: a bare `ws` that receives a price and broadcasts it 20 ms later in frames of
 * the same length. It has no order book, no journal and no limit for slow readers.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Ready, ServerResult, ToServer } from './load-messages.ts';
import { requestNumbers, restingAsks } from './subscriber-messages.ts';
import { Usage } from './usage.ts';

type RequestBody = { readonly LimitPrice?: string; readonly Side?: number; readonly Depth?: number };
type Topic = keyof typeof requestNumbers;

const gatherMs = 20;
const listeners: Record<Topic, Set<WebSocket>> = {
  SubscribeLevel1: new Set(),
  SubscribeLevel2: new Set(),
  SubscribeTrades: new Set(),
};
let orders = 0;
let price = '60000';
let isTraded = false;
let gathering: NodeJS.Timeout | null = null;

const bookRow = () => [901, 1, Date.now(), 0, Number(price), 1, Number(price), 1, 0.01, 0];
const payloads: Record<Topic, () => unknown> = {
  SubscribeLevel1: () => ({
    OMSId: 1,
    InstrumentId: 1,
    BestBid: Number(price),
    BestOffer: 61_000,
    LastTradedPx: Number(price),
    LastTradedQty: 0.06,
    LastTradeTime: Date.now(),
    SessionOpen: 60_000,
    SessionHigh: 61_900,
    SessionLow: 59_800.5,
    SessionClose: Number(price),
    Volume: 0.06,
    CurrentDayVolume: 12.5,
    CurrentDayNotional: 762_000.25,
    CurrentDayNumTrades: 340,
    CurrentDayPxChange: 1500.5,
    Rolling24HrVolume: 14.1,
    Rolling24HrNotional: 858_100.75,
    Rolling24NumTrades: 377,
    Rolling24HrPxChange: 1500.5,
    TimeStamp: String(Date.now()),
    BidQty: 0.04,
    AskQty: 0.5,
    BidOrderCt: 1,
    AskOrderCt: 2,
    Rolling24HrPxChangePercent: 2.5,
  }),
  SubscribeLevel2: () => [bookRow(), bookRow(), bookRow(), bookRow()],
  SubscribeTrades: () => [[8801, 1, 0.06, Number(price), 5118, 5120, Date.now(), 1, 1, 0, 0]],
};
const events: Record<Topic, string> = {
  SubscribeLevel1: 'Level1UpdateEvent',
  SubscribeLevel2: 'Level2UpdateEvent',
  SubscribeTrades: 'TradeDataUpdateEvent',
};

function broadcast(topic: Topic): void {
  const o = JSON.stringify(payloads[topic]());
  const frame = Buffer.from(JSON.stringify({ m: 3, i: requestNumbers[topic], n: events[topic], o }));
  for (const socket of listeners[topic]) socket.send(frame, { binary: false });
}

function broadcastChanges(): void {
  gathering = null;
  broadcast('SubscribeLevel1');
  broadcast('SubscribeLevel2');
  if (isTraded) broadcast('SubscribeTrades');
  isTraded = false;
}

function answer(socket: WebSocket, name: string, body: RequestBody): unknown {
  if (name in listeners) {
    listeners[name as Topic].add(socket);
    return payloads[name as Topic]();
  }
  if (name === 'GetL2Snapshot') return Array.from({ length: restingAsks }, bookRow);
  if (name !== 'SendOrder') return { Authenticated: true, result: true };
  orders += 1;
  if (body.Side === 0) price = body.LimitPrice ?? price;
  else isTraded = true;
  gathering ??= setTimeout(broadcastChanges, gatherMs);
  return { status: 'Accepted', errormsg: '', OrderId: orders };
}

const server = createServer();
new WebSocketServer({ server, path: '/WSGateway' }).on('connection', (socket, request) => {
  request.socket.setNoDelay(true);
  socket.on('error', () => undefined); // a slow reader that is gone
  socket.on('close', () => {
    for (const topic of Object.values(listeners)) topic.delete(socket);
  });
  socket.on('message', (bytes: Buffer) => {
    const { i, n, o } = JSON.parse(bytes.toString()) as { i: number; n: string; o: string };
    socket.send(
      JSON.stringify({ m: 1, i, n, o: JSON.stringify(answer(socket, n, JSON.parse(o) as RequestBody)) }),
    );
  });
});
const usage = new Usage();
process.on('message', (message: ToServer) => {
  if (message.type === 'mark') {
    usage.start();
    return;
  }
  const result: ServerResult = {
    ...usage.perEvent(message.events),
    lagMs: 0,
    batchSize: 0,
    orders,
    wrong: [],
  };
  process.send?.(result);
  process.disconnect();
  server.close();
  server.closeAllConnections();
  process.exit(); // without closing its sockets, which would take time
});
server.listen(0, '127.0.0.1', () => {
  const customers = ['maker', 'taker'].map((token, place) => ({ token, accountId: place + 1 }));
  const ready: Ready = { port: (server.address() as AddressInfo).port, customers };
  process.send?.(ready);
});
