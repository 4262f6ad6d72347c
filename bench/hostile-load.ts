/**
 * The process of an attacker with many addresses: HTTP connections that are silent, that send half a head, or that request
 * and do not read; and sockets that request whole books and do not read, or that send a frame without its end.
 * Each that the exchange closes is opened again.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { HostileCount, ToHostile } from './hostile-messages.ts';
import { writeCall } from './subscriber-socket.ts';

const connectionsPerAddress = 100;
const socketsPerAddress = 50;
const openedAtOnce = 20;
const openEveryMs = 50;
const againMs = 10_000;

/** An address of the loopback network, with so many connections on each. */
function getAddress(network: number, index: number, perAddress: number): string {
  const host = Math.floor(index / perAddress);
  return `127.${network}.${host >> 8}.${host & 255}`;
}

const requests = 'GET /AP/GetInstruments?OMSId=1 HTTP/1.1\r\nHost: exchange\r\n\r\n'.repeat(20);
const upgrade =
  'GET /WSGateway HTTP/1.1\r\nHost: exchange\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`;
const bookRequests = Buffer.concat([
  toFrame(writeCall('SubscribeLevel2', 2, { Depth: 1000 })),
  ...Array.from({ length: 50 }, (_, index) =>
    toFrame(writeCall('GetL2Snapshot', 4 + index, { Depth: 1000 })),
  ),
]);
/** Without its last byte. */
const openFrame = toFrame(JSON.stringify({ m: 0, i: 2, n: 'Ping', o: 'x'.repeat(60_000) })).subarray(0, -1);

/** Builds a client's frame with a mask of zero. */
function toFrame(text: string): Buffer {
  const isShort = text.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head[0] = 0x81;
  head[1] = 0x80 | (isShort ? text.length : 126);
  if (!isShort) head.writeUInt16BE(text.length, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}

class Hostile {
  readonly #open: () => Socket;
  #socket: Socket | null = null;

  constructor(open: () => Socket) {
    this.#open = open;
  }

  get isOpen(): boolean {
    return this.#socket !== null && !this.#socket.destroyed;
  }

  open(): void {
    const socket = this.#open();
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
      setTimeout(() => waiting.push(this), againMs);
    });
  }
}

let closed = 0;
const connections: Hostile[] = [];
const sockets: Hostile[] = [];
/** Those that are to be opened, in turns. */
const waiting: Hostile[] = [];

function openConnection(port: number, index: number): Socket {
  const localAddress = getAddress(1, index, connectionsPerAddress);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  if (index % 3 === 1) socket.write('GET /AP/Ping HTTP/1.1\r\nHost: exch');
  if (index % 3 === 2) socket.pause().write(requests);
  else socket.resume();
  return socket;
}

function openSocket(port: number, index: number): Socket {
  const localAddress = getAddress(2, index, socketsPerAddress);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write(upgrade);
  socket.once('data', () => {
    socket.pause().write(index % 2 === 0 ? bookRequests : openFrame);
  });
  return socket;
}

async function attack(port: number, counts: Omit<HostileCount, 'closed'>): Promise<void> {
  for (let i = 0; i < counts.connections; i += 1)
    connections.push(new Hostile(() => openConnection(port, i)));
  for (let i = 0; i < counts.sockets; i += 1) sockets.push(new Hostile(() => openSocket(port, i)));
  waiting.push(...sockets, ...connections);
  let left = waiting.length;
  await new Promise<void>((resolve) => {
    setInterval(() => {
      const some = waiting.splice(0, openedAtOnce);
      for (const one of some) one.open();
      left -= some.length;
      if (left <= 0) resolve();
    }, openEveryMs);
  });
}

const count = (): HostileCount => ({
  connections: connections.filter(({ isOpen }) => isOpen).length,
  sockets: sockets.filter(({ isOpen }) => isOpen).length,
  closed,
});

// An attacker has machines of their own.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (message: ToHostile) => {
  if (message.type === 'count') process.send?.(count());
  else void attack(message.port, message).then(() => process.send?.(count()));
});
process.on('disconnect', () => process.exit());
