import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { trackRequests } from './malformed-requests.ts';

const request = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}';
const opened: { close: () => void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.close()));

/** Opens a server whose requests wait to be answered, and a client of it. */
async function openServer(): Promise<{ client: Socket; waiting: ServerResponse[] }> {
  const { http, clientErrorHandler } = trackRequests().options;
  const waiting: ServerResponse[] = [];
  const server = createServer(
    { ...http, connectionsCheckingInterval: 10, headersTimeout: 60, requestTimeout: 60 },
    (_request, response) => void waiting.push(response),
  );
  server.on('clientError', clientErrorHandler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  opened.push({ close: () => (client.destroy(), server.close()) });
  return { client, waiting };
}

test('a head that does not arrive in time is answered 408', async () => {
  const { client } = await openServer();
  client.write('POST / HTTP/1.1\r\nHo');
  const [head = '', body] = (await text(client)).split('\r\n\r\n');
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 408 Request Timeout',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    "content-security-policy: frame-ancestors 'none'",
    `Content-Length: ${body?.length}`,
  ]);
  expect(body).toBe('{"error":"Request Timeout","message":"Client Timeout","statusCode":408}');
});

test('a body that does not arrive in time is answered 408, after the request before it', async () => {
  const { client, waiting } = await openServer();
  client.write(request + request.slice(0, -1));
  await expect.poll(() => waiting.length).toBe(2);
  // Long enough for the second request to be given up.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(client.bytesRead).toBe(0);
  waiting[0]?.end('first');
  const received = await text(client);
  expect(received.match(/first|HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'first', 'HTTP/1.1 408']);
});

test('bytes that follow malformed ones add no answer', async () => {
  const { client, waiting } = await openServer();
  client.write(request);
  await expect.poll(() => waiting.length).toBe(1);
  for (let i = 0; i < 5; i += 1) {
    client.write('malformed\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  client.write(request);
  await new Promise((resolve) => setTimeout(resolve, 5));
  waiting[0]?.end();
  const received = await text(client);
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(waiting.length).toBe(1);
});

test('an answer that is half sent is completed before the answer to malformed bytes', async () => {
  const { client, waiting } = await openServer();
  client.write(request);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.writeHead(200, { 'Content-Length': 10 });
  waiting[0]?.write('first');
  await expect.poll(() => client.bytesRead).toBeGreaterThan(0);
  client.write('malformed\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
  waiting[0]?.end('later');
  const received = await text(client);
  expect(received.match(/firstlater|HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'firstlater',
    'HTTP/1.1 400',
  ]);
});

test('a request whose answer has begun gets no other when the rest of its body is malformed', async () => {
  const { client, waiting } = await openServer();
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n');
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.writeHead(200, { 'Content-Length': 10 });
  waiting[0]?.write('first');
  await expect.poll(() => client.bytesRead).toBeGreaterThan(0);
  client.write('malformed\r\n');
  await new Promise((resolve) => setTimeout(resolve, 20));
  waiting[0]?.end('later');
  const received = await text(client);
  expect(received.match(/firstlater|HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'firstlater']);
});

test('a client that left before its request was answered leaves nothing behind', async () => {
  const { client, waiting } = await openServer();
  client.write(`${request}malformed\r\n\r\n`);
  await expect.poll(() => waiting.length).toBe(1);
  const closed = once(waiting[0] as ServerResponse, 'close');
  client.destroy();
  await closed;
  expect(waiting[0]?.req.socket.destroyed).toBe(true);
});
