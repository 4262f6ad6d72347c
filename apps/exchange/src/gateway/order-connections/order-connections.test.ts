import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '@salar/services/ports/log';
import type { CallDispatcher, DispatchResult } from '../call-dispatcher.ts';
import { endSlowBodies } from '../http/uploads.ts';
import { OrderConnections } from './order-connections.ts';

let server: Server;
let connections: OrderConnections;
/** The dispatcher's answer to the next orders. */
let result: DispatchResult | Promise<DispatchResult>;
let dispatched = 0;
let readByNode = 0;
const sockets: Socket[] = [];

/** Long enough for any machine; tests of slow clients set less. */
const anyTimeMs = 60_000;

beforeEach(() => start(anyTimeMs));

async function start(patienceMs: number): Promise<void> {
  dispatched = 0;
  readByNode = 0;
  result = { status: 200, body: '{}' };
  server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    readByNode += 1;
    request.on('error', () => undefined).resume();
    request.on('end', () => response.end('read by node'));
  });
  endSlowBodies(server, 50);
  const dispatcher = {
    dispatch: (...[, , , answer]: Parameters<CallDispatcher['dispatch']>) => {
      dispatched += 1;
      if (result instanceof Promise) void result.then(answer);
      else answer(result);
    },
  } as unknown as CallDispatcher;
  connections = new OrderConnections({
    server,
    dispatcher,
    isProxy: () => false,
    log: silentLog,
    patienceMs,
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
}
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function open(): Socket {
  const socket = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
  });
  sockets.push(socket);
  socket.on('error', () => undefined);
  return socket;
}

const order = (body: string, length = body.length) =>
  `POST /AP/SendOrder HTTP/1.1\r\nHost: here\r\nContent-Length: ${length}\r\n\r\n${body}`;
const closed = (socket: Socket) => once(socket.resume(), 'close');
const answer = async (socket: Socket) => String((await once(socket, 'data'))[0]);
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => void setTimeout(resolve, 1));
};
const countConnections = () =>
  new Promise<number>((resolve) => {
    server.getConnections((_error, count) => resolve(count));
  });

test('N6 an order whose body does not arrive is ended like any other request', async () => {
  server.close();
  await start(50);
  const socket = open();
  socket.write(order('{', 4));
  await closed(socket);
  expect([dispatched, readByNode]).toEqual([0, 1]);
});

test('an order whose body is complete in time is read by our reader', async () => {
  const socket = open();
  socket.write(order('{', 4));
  socket.write(' } ');
  expect(await answer(socket)).toContain('HTTP/1.1 200 OK');
  expect([dispatched, readByNode]).toEqual([1, 0]);
});

test('a connection that is silent at first is left to the limits of node:http', async () => {
  server.close();
  await start(50);
  const socket = open();
  await until(() => connections.size === 1);
  await until(() => connections.size === 0);
  socket.write(order('{}'));
  expect(await answer(socket)).toContain('read by node');
});

test('one request at a time: what a client sends meanwhile waits for the answer', async () => {
  let decide: (value: DispatchResult) => void = () => undefined;
  result = new Promise<DispatchResult>((resolve) => (decide = resolve));
  const socket = open();
  socket.write(order('{}'));
  await until(() => dispatched > 0);
  socket.write(order('{}') + order('{}'));
  await new Promise((resolve) => void setTimeout(resolve, 20));
  expect(dispatched).toBe(1);
  decide({ status: 200, body: '{"first":true}' });
  expect(await answer(socket)).toContain('{"first":true}');
  // Two requests at once are not of the simple form.
  await until(() => readByNode >= 2);
  expect(dispatched).toBe(1);
});

test('at a stop idle connections are closed, and one in flight after its answer', async () => {
  const idle = open();
  idle.write(order('{}'));
  await answer(idle);
  let decide: (value: DispatchResult) => void = () => undefined;
  result = new Promise<DispatchResult>((resolve) => (decide = resolve));
  const busy = open();
  busy.write(order('{}'));
  await until(() => dispatched >= 2);
  const isIdleClosed = closed(idle);
  connections.close();
  await isIdleClosed;
  const late = open();
  late.write(order('{}'));
  expect(await answer(late)).toContain('read by node');
  decide({ status: 200, body: '{"last":true}' });
  expect(await answer(busy)).toContain('{"last":true}');
  await closed(busy);
  expect(dispatched).toBe(2);
});

test('the answer to a client that is gone is dropped, and its connection forgotten', async () => {
  let decide: (value: DispatchResult) => void = () => undefined;
  result = new Promise<DispatchResult>((resolve) => (decide = resolve));
  const socket = open();
  socket.write(order('{}'));
  await until(() => dispatched > 0);
  socket.destroy();
  while ((await countConnections()) > 0) await new Promise((resolve) => void setImmediate(resolve));
  decide({ status: 200, body: '{}' });
  await new Promise((resolve) => void setImmediate(resolve));
  expect(connections.size).toBe(0);
});

test('a client that does not read its answers is read no further', async () => {
  result = { status: 200, body: `"${'x'.repeat(1_000_000)}"` };
  const socket = open().pause();
  socket.write(order('{}'));
  await until(() => dispatched > 0); // several that arrive together are read by node:http
  for (let sent = 1; sent < 100; sent += 1) {
    socket.write(order('{}'));
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
  // The system buffers a few of these answers.
  expect(dispatched).toBeLessThan(60);
});
