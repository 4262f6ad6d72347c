import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentsRoute, endSlowBodies } from './uploads.ts';

let server: Server;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((request, response) => {
    request.on('error', () => undefined).resume();
    request.on('end', () => response.end('read'));
  });
  endSlowBodies(server, 50);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function send(path: string, body: string): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n${body}`);
  return socket;
}

const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));
const answered = (socket: Socket) =>
  new Promise<string>((resolve) => void socket.once('data', (bytes: Buffer) => resolve(bytes.toString())));

test('N6: a request whose body does not arrive is ended, unless it is an upload', async () => {
  const upload = send(`${documentsRoute}?level=2`, 'ab');
  await closed(send('/AP/Ping', 'ab'));
  await closed(send(`${documentsRoute}-of-nobody`, 'ab'));
  const answer = answered(upload);
  upload.write('cd');
  expect(await answer).toContain('read');
});

test('a complete body is read, however long its connection stays open', async () => {
  const socket = send('/AP/Ping', 'abcd');
  expect(await answered(socket)).toContain('read');
  await closed(send('/AP/Ping', 'ab'));
  expect(socket.destroyed).toBe(false);
});
