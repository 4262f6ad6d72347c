import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '@salar/services/ports/log';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { findCall } from '../../src/gateway/calls/registry.ts';
import { CallDispatcher } from '../../src/gateway/call-dispatcher.ts';
import { RefusalCounts } from '../../src/gateway/guard/refusal-counts.ts';
import { createGateway } from '../../src/gateway/server.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { TestSocket } from '../support/test-socket.ts';
import { ConnectionMemory } from '../../src/gateway/connections/connection-memory.ts';
import { localSocketLimits } from '../../src/gateway/socket/socket-limits.ts';
import type { SocketLimits } from '../../src/gateway/socket/socket-limits.ts';
import { SocketServer } from '../../src/gateway/socket/socket-server.ts';

let world: GatewayWorld;
let maria: Customer;
let url: string;
const opened: TestSocket[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  await world.fund(maria, 'USDT', 10_000_000_000n);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = toUrl(world.app.server.address() as AddressInfo);
});
afterEach(() => {
  for (const one of opened.splice(0)) one.socket.terminate();
});
afterAll(() => world.close());

const toUrl = ({ port }: AddressInfo) => `ws://127.0.0.1:${port}/WSGateway`;
const open = async (address = url) => {
  const socket = await TestSocket.open(address);
  opened.push(socket);
  return socket;
};
const signedIn = async (address = url) => {
  const socket = await open(address);
  await socket.request('WebAuthenticateUser', { SessionToken: maria.token });
  return socket;
};

test('a call is answered by name and number, with the same bytes as over HTTP', async () => {
  const socket = await open();
  const answer = await socket.request('getinstrument', { OMSId: 1, InstrumentId: 1 });
  expect(answer).toMatchObject({ m: 1, i: 2, n: 'getinstrument' });
  expect(answer.o).toBe((await world.call('GetInstrument', { OMSId: 1, InstrumentId: 1 })).text);
  expect(await socket.call('Ping')).toEqual({ msg: 'PONG' });
});

test('the path is case-insensitive, with or without a trailing slash; other paths are not found', async () => {
  for (const path of ['/wsgateway', '/WSGateway/', '/WSGATEWAY?x=1'])
    expect(await (await open(url.replace('/WSGateway', path))).call('Ping')).toEqual({ msg: 'PONG' });
  await expect(open(url.replace('/WSGateway', '/AP'))).rejects.toThrow('404');
  expect((await world.app.inject('/WSGateway')).statusCode).toBe(404);
});

test('a page of another site cannot open a socket', async () => {
  const openFrom = (origin: string) => once(new WebSocket(url, { headers: { origin } }), 'open');
  await expect(openFrom('https://evil.example')).rejects.toThrow('403');
  await expect(openFrom('null')).rejects.toThrow('403');
  await openFrom(publicUrl);
});

test('a payload may be text, an object, blank or missing, and keeps every digit', async () => {
  const socket = await signedIn();
  const send = (frame: string) => socket.socket.send(frame);
  send('{"m":0,"i":101,"n":"Ping"}');
  send('{"m":2,"i":102,"n":"Ping","o":""}');
  send('{"m":4,"i":103,"n":"GetInstrument","o":{"OMSId":1,"InstrumentId":1}}');
  send(
    '{"m":0,"i":104,"n":"SendOrder","o":{"InstrumentId":1,"Side":0,"OrderType":2,"Quantity":0.001,"LimitPrice":9000.000000000000000001}}',
  );
  send('{"m":0,"i":105,"n":"Ping","o":"{"}');
  await socket.request('Ping');
  const findPayload = (i: number) => socket.received.find((frame) => frame.i === i)?.o;
  expect(findPayload(101)).toBe('{"msg":"PONG"}');
  expect(findPayload(102)).toBe('{"msg":"PONG"}');
  expect(findPayload(103)).toContain('"Symbol":"BTCUSDT"');
  expect(findPayload(104)).toContain('Invalid_Price_Increment');
  expect(findPayload(105)).toContain('Invalid JSON');
});

test('what is not a frame is ignored and the socket stays open', async () => {
  const socket = await open();
  for (const text of ['', 'x', '[]', 'null', '{}', '{"m":1,"i":1,"n":"Ping"}', '{"m":0,"i":"1","n":"Ping"}'])
    socket.socket.send(text);
  socket.socket.send(Buffer.from('{"m":0,"i":1,"n":"Ping","o":""}'));
  expect(await socket.call('Ping')).toEqual({ msg: 'PONG' });
  expect(socket.received).toHaveLength(1);
});

test('errors have their frames: unknown call, call not offered, call before sign-in, refusal', async () => {
  const socket = await open();
  expect(await socket.request('NoSuchCall')).toMatchObject({
    m: 5,
    n: 'NoSuchCall',
    o: 'Endpoint Not Found',
  });
  const notOffered = await (await signedIn()).request('SubmitBlockTrade', { InstrumentId: 1 });
  expect([notOffered.m, JSON.parse(notOffered.o)]).toMatchObject([1, { errorcode: 106 }]);
  const early = await socket.request('GetOpenOrders');
  expect([early.m, JSON.parse(early.o)]).toMatchObject([5, { result: false, errorcode: 20 }]);
  const refusal = await socket.request('GetProducts');
  expect([refusal.m, JSON.parse(refusal.o)]).toMatchObject([
    1,
    { errorcode: 100, detail: 'OMSId is Required' },
  ]);
});

test('a socket signs in by password or token, uses that session at once, and signs out', async () => {
  const socket = await open();
  const { userName: UserName, password: Password } = maria;
  const [granted, orders] = await Promise.all([
    socket.call('AuthenticateUser', { UserName, Password }),
    socket.call('GetOpenOrders'), // must not be answered before the sign-in
  ]);
  expect(socket.received[0]).toMatchObject({ m: 1, n: 'AuthenticateUser' });
  expect(granted).toMatchObject({ Authenticated: true, User: { AccountId: maria.accountId, OMSId: 1 } });
  expect(orders).toBeInstanceOf(Array);
  expect(await socket.call('LogOut')).toMatchObject({ result: true });
  expect((await socket.request('GetOpenOrders')).m).toBe(5);

  expect(await socket.call('WebAuthenticateUser', { UserName, Password })).toMatchObject({
    Authenticated: true,
    UserId: maria.userId,
    twoFAToken: '',
  });
  expect(await socket.call('WebAuthenticateUser', { SessionToken: maria.token })).toMatchObject({
    Authenticated: true,
    SessionToken: maria.token,
  });
  for (const bad of [{ SessionToken: 'x' }, { JWTToken: 'x' }, { UserName, Password: 'wrong' }, {}])
    expect(await socket.call('WebAuthenticateUser', bad)).toMatchObject({ Authenticated: false });
  expect(await socket.call('GetOpenOrders')).toBeInstanceOf(Array);
  expect((await world.call('WebAuthenticateUser', { SessionToken: maria.token })).json()).toMatchObject({
    errorcode: 106,
  });
});

test('a session that ended elsewhere ends on its socket, which is notified', async () => {
  const pedro = await world.customer();
  const socket = await open();
  const signIn = await socket.request('WebAuthenticateUser', { SessionToken: pedro.token });
  expect((await socket.request('GetOpenOrders')).m).toBe(1);
  await pedro.call('LogOut');
  expect((await socket.request('GetOpenOrders')).m).toBe(5);
  expect(socket.received.find((frame) => frame.m === 3)).toEqual({
    m: 3,
    i: signIn.i,
    n: 'LogoutEvent',
    o: '{}',
  });
});

test('another customer’s objects do not exist on the socket either', async () => {
  const socket = await signedIn();
  const other = await world.customer();
  expect(await socket.call('GetOpenOrders', { AccountId: other.accountId })).toMatchObject({ errorcode: 20 });
});

test('many orders sent at once are answered, each by its number', async () => {
  const socket = await signedIn();
  const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '20000' };
  const answers = await Promise.all(Array.from({ length: 400 }, () => socket.call('SendOrder', order)));
  const ids = answers.map((answer) => answer['OrderId']);
  expect(new Set(ids).size).toBe(400);
  expect(answers.every((answer) => answer['status'] === 'Accepted')).toBe(true);
  expect(await socket.call('CancelAllOrders')).toMatchObject({ result: true });
});

test('a ping is answered; a frame that is too large closes with 1009', async () => {
  const socket = await open();
  const pong = once(socket.socket, 'pong');
  socket.socket.ping('hello');
  expect(String(((await pong) as [Buffer])[0])).toBe('hello');
  socket.socket.send(JSON.stringify({ m: 0, i: 1, n: 'Ping', o: 'x'.repeat(70_000) }));
  expect(await socket.closed).toMatchObject({ code: 1009 });
});

const soon = { timeout: 20_000 };

/** Opens a separate socket server with tight limits, on the same services. */
async function openTightServer(limits: Partial<SocketLimits>, bytesMax = 2 ** 40) {
  const server = createServer();
  const closings: unknown[] = [];
  const log = {
    ...silentLog,
    info: (fields: Readonly<Record<string, unknown>>) => closings.push(fields['reason']),
    warn: () => closings.push('memory'),
  };
  const dispatcher = new CallDispatcher({
    services: world.services,
    limiter: null,
    refusals: new RefusalCounts(log),
    log,
  });
  const memory = new ConnectionMemory({ bytesMax, log });
  const sockets = new SocketServer({
    server,
    dispatcher,
    limits: { ...localSocketLimits, ...limits },
    memory,
    isProxy: () => false,
    mayOpen: () => true,
    findCall,
    log,
  });
  const wires: Socket[] = [];
  server.on('upgrade', (_request, wire) => wires.push(wire as Socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    await sockets.close();
    memory.close();
    server.close();
  };
  return { address: toUrl(server.address() as AddressInfo), wires, closings, memory, close };
}

/** Requests more than the reader receives, until that has happened and persists. */
async function askUntil(lazy: TestSocket, isEnough: () => boolean): Promise<void> {
  for (;;) {
    for (let i = 0; i < 50; i += 1) lazy.request('GetInstruments', { OMSId: 1 }).catch(() => undefined);
    await delay(1);
    if (!isEnough()) continue;
    await delay(20);
    if (isEnough()) return;
  }
}

test('a reader that receives nothing is closed with 1013, and its buffer is bounded', async () => {
  const bufferedMax = 512 * 1024;
  const tight = await openTightServer({
    bufferedMax,
    bufferedPause: 2 * bufferedMax,
    closeTimeoutMs: 60_000,
  });
  try {
    const lazy = await open(tight.address);
    lazy.socket.pause();
    let largest = 0;
    while (tight.closings.length === 0) {
      for (let i = 0; i < 50; i += 1) lazy.request('GetInstruments', { OMSId: 1 }).catch(() => undefined);
      await delay(1);
      largest = Math.max(largest, tight.wires[0]?.writableLength ?? 0);
    }
    expect(tight.closings).toEqual(['READER TOO SLOW']);
    expect(largest).toBeGreaterThan(bufferedMax / 2);
    expect(largest).toBeLessThan(bufferedMax * 20); // the answers to one read of 64 KiB may come on top
    lazy.socket.resume();
    expect(await lazy.closed).toEqual({ code: 1013, reason: 'READER TOO SLOW' });
  } finally {
    await tight.close();
  }
});

test('a slow reader is not read from any more, and closed when it does not catch up in time', async () => {
  const tight = await openTightServer({ bufferedPause: 1000, drainTimeoutMs: 50, closeTimeoutMs: 60_000 });
  try {
    const lazy = await open(tight.address);
    lazy.socket.pause();
    await askUntil(lazy, () => tight.closings.length > 0);
    lazy.socket.resume();
    expect(await lazy.closed).toEqual({ code: 1013, reason: 'READER TOO SLOW' });
  } finally {
    await tight.close();
  }
});

test('a slow reader gets only the last prices and one change of the book, and is closed when other events pile up', async () => {
  const tight = await openTightServer({
    bufferedMax: 2 ** 30,
    bufferedPause: 2 ** 30,
    eventBytesMax: 2000,
    drainTimeoutMs: 600_000,
    closeTimeoutMs: 600_000,
  });
  const eventsOf = ({ received }: TestSocket, name: string) =>
    received.filter(({ n, m }) => m === 3 && n === name).map(({ o }) => JSON.parse(o) as unknown);
  const prices = (socket: TestSocket) =>
    eventsOf(socket, 'Level1UpdateEvent').map((quoted) => (quoted as { BestBid: number }).BestBid);
  const levels = (socket: TestSocket) =>
    eventsOf(socket, 'Level2UpdateEvent').map((rows) => (rows as number[][]).map((row) => row[6] ?? 0));
  const quote = async (price: number) => {
    await maria.call('SendOrder', {
      InstrumentId: 1,
      Side: 0,
      OrderType: 2,
      Quantity: '0.001',
      LimitPrice: price,
    });
    await vi.waitFor(() => expect(prices(quick).at(-1)).toBe(price), soon);
    await vi.waitFor(() => expect(levels(quick).at(-1)).toContain(price), soon);
  };
  const [lazy, quick] = [await signedIn(tight.address), await open(tight.address)];
  try {
    for (const socket of [lazy, quick]) {
      await socket.request('SubscribeLevel1', { OMSId: 1, InstrumentId: 1 });
      await socket.request('SubscribeLevel2', { OMSId: 1, InstrumentId: 1, Depth: 100 });
    }
    await quote(9000);
    await vi.waitFor(() => expect(levels(lazy)).toEqual([[9000]]), soon);
    lazy.socket.pause();
    await askUntil(lazy, () => tight.wires[0]?.writableNeedDrain === true);
    for (const price of [9001, 9002, 9003]) await quote(price);
    lazy.socket.resume();
    await vi.waitFor(() => expect(prices(lazy)).toEqual([9000, 9003]), soon);
    await vi.waitFor(() => expect(levels(lazy)).toEqual([[9000], [9003, 9002, 9001]]), soon);

    await lazy.request('SubscribeOrderStateEvents', { OMSId: 1, AccountId: maria.accountId });
    lazy.socket.pause();
    await askUntil(lazy, () => tight.wires[0]?.writableNeedDrain === true);
    for (let price = 9004; tight.closings.length === 0; price += 1) await quote(price);
    expect(tight.closings).toEqual(['READER TOO SLOW']);
    const left = tight.wires[0]?.writableLength;
    await quote(9900); // a socket that is being closed receives nothing more
    expect(tight.wires[0]?.writableLength).toBe(left);
    lazy.socket.resume();
    expect(await lazy.closed).toEqual({ code: 1013, reason: 'READER TOO SLOW' });
  } finally {
    await maria.call('CancelAllOrders');
    await tight.close();
  }
});

test('a fast reader is not closed because of a burst', async () => {
  const tight = await openTightServer({ eventBytesMax: 2000 });
  try {
    const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '9000' };
    await maria.call(
      'SendOrderList',
      Array.from({ length: 50 }, () => order),
    );
    const socket = await signedIn(tight.address);
    await socket.request('SubscribeOrderStateEvents', { OMSId: 1, AccountId: maria.accountId });
    await maria.call('CancelAllOrders');
    const received = () => socket.received.filter(({ n }) => n === 'OrderStateEvent');
    await vi.waitFor(() => expect(received()).toHaveLength(50), soon);
    expect(JSON.stringify(received()).length).toBeGreaterThan(2 * 16 * 1024); // more than the socket reads at once
    expect(await socket.call('Ping')).toEqual({ msg: 'PONG' });
    expect(tight.closings).toEqual([]);
  } finally {
    await tight.close();
  }
});

test('F14 slow readers hold less than the bound together, and others are answered', async () => {
  const bytesMax = 1024 * 1024;
  const tight = await openTightServer({}, bytesMax);
  try {
    const quick = await signedIn(tight.address);
    const lazy = await Promise.all(Array.from({ length: 6 }, () => open(tight.address)));
    for (const { socket } of lazy) socket.pause();
    let largest = 0;
    while (!tight.closings.includes('memory')) {
      for (const socket of lazy)
        if (socket.socket.readyState === WebSocket.OPEN)
          for (let i = 0; i < 50; i += 1)
            socket.request('GetInstruments', { OMSId: 1 }).catch(() => undefined);
      await delay(1);
      const unsent = tight.wires.reduce((sum, wire) => sum + wire.writableLength, 0);
      largest = Math.max(largest, unsent);
    }
    expect(largest).toBeLessThan(bytesMax);
    expect(await quick.call('GetOpenOrders')).toEqual([]);
  } finally {
    await tight.close();
  }
});

test('more requests than may be in flight wait, and all are answered', async () => {
  const tight = await openTightServer({ inFlightMax: 2 });
  try {
    const socket = await signedIn(tight.address);
    const answers = await Promise.all(Array.from({ length: 300 }, () => socket.request('GetOpenOrders')));
    expect(answers.every((answer) => answer.m === 1)).toBe(true);
  } finally {
    await tight.close();
  }
});

test('the sockets per address are limited, and closing one allows another', async () => {
  const tight = await openTightServer({ socketsPerHomeMax: 2 });
  try {
    const [first] = [await open(tight.address), await open(tight.address)];
    await expect(open(tight.address)).rejects.toThrow('429');
    first.socket.close();
    await first.closed;
    const again = await retried(() => open(tight.address));
    expect(await again.call('Ping')).toEqual({ msg: 'PONG' });
  } finally {
    await tight.close();
  }
});

test('F32 the sockets of a customer are limited', async () => {
  const tight = await openTightServer({ socketsPerCustomerMax: 1 });
  try {
    const first = await signedIn(tight.address);
    const second = await open(tight.address);
    second.request('WebAuthenticateUser', { SessionToken: maria.token }).catch(() => undefined);
    expect(await second.closed).toEqual({ code: 1008, reason: 'TOO MANY SOCKETS' });
    expect(await first.call('GetOpenOrders')).toEqual([]);
    const isGone = once(tight.wires[0] as Socket, 'close');
    first.socket.close();
    await isGone;
    expect(await (await signedIn(tight.address)).call('GetOpenOrders')).toEqual([]);
  } finally {
    await tight.close();
  }
});

test('F32 when all sockets are taken, an anonymous one is closed for a new one', async () => {
  const tight = await openTightServer({ socketsMax: 3 });
  try {
    const [own, anonymous] = [await signedIn(tight.address), await open(tight.address)];
    const later = await open(tight.address);
    expect(await (await open(tight.address)).call('Ping')).toEqual({ msg: 'PONG' });
    expect(await anonymous.closed).toMatchObject({ code: 1006 });
    expect(await later.call('Ping')).toEqual({ msg: 'PONG' });
    expect(await own.call('GetOpenOrders')).toEqual([]);
  } finally {
    await tight.close();
  }
});

test('too many requests are refused, and the socket is closed with 1008 if they continue', async () => {
  const limited = createGateway({
    services: world.services,
    config: { publicUrl: 'http://localhost:8080', profile: 'local', rateLimits: 'on' },
  });
  await limited.listen({ host: '127.0.0.1', port: 0 });
  try {
    const socket = await signedIn(toUrl(limited.server.address() as AddressInfo));
    const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '20000' };
    const answers = await Promise.all(Array.from({ length: 60 }, () => socket.request('SendOrder', order)));
    const refused = answers.filter((answer) => answer.m === 5);
    expect(refused.map((answer) => answer.o)).toEqual(Array.from({ length: 10 }, () => 'TOO MANY REQUESTS'));
    for (let i = 0; i < 200; i += 1) socket.request('SendOrder', order).catch(() => undefined);
    expect(await socket.closed).toEqual({ code: 1008, reason: 'TOO MANY REQUESTS' });
  } finally {
    await limited.close();
    await maria.call('CancelAllOrders');
  }
});

test('a stop answers requests in flight, closes with 1001, and accepts no new socket', async () => {
  const stopping = createGateway({
    services: world.services,
    config: { publicUrl: 'http://localhost:8080', profile: 'local', rateLimits: 'off' },
  });
  await stopping.listen({ host: '127.0.0.1', port: 0 });
  const address = toUrl(stopping.server.address() as AddressInfo);
  const socket = await signedIn(address);
  const answer = socket.call('SendOrder', {
    InstrumentId: 1,
    Side: 0,
    OrderType: 2,
    Quantity: '0.001',
    LimitPrice: '20000',
  });
  await once(socket.socket, 'message');
  await stopping.close();
  expect(await answer).toMatchObject({ status: 'Accepted' });
  expect(await socket.closed).toEqual({ code: 1001, reason: 'GOING AWAY' });
  await expect(open(address)).rejects.toThrow();
  await maria.call('CancelAllOrders');
});

/** The other side registers a closed socket slightly later than this one. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await delay(5);
    }
  }
}
