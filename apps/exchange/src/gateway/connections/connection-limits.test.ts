import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { silentLog } from '@salar/services/ports/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConnectionLimits } from './connection-limits.ts';
import { ConnectionMemory } from './connection-memory.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly writableLength = 0;
  readonly readableLength = 0;
  isIdle = true;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

const warnings: unknown[] = [];
let memory: ConnectionMemory;
let connections: ConnectionLimits;
beforeEach(() => {
  warnings.length = 0;
  memory = new ConnectionMemory({ bytesMax: 2 ** 40, log: silentLog });
  connections = new ConnectionLimits({
    limits: { connectionsMax: 100, perHomeMax: 30, perSiteMax: 60 },
    isProxy: (address) => address === '10.0.0.1',
    memory,
    isIdle: (socket) => (socket as unknown as FakeSocket).isIdle,
    log: { ...silentLog, warn: (details) => warnings.push(details) },
  });
});
afterEach(() => memory.close());

const open = (address: string) => {
  const socket = new FakeSocket(address);
  expect(connections.admit(socket as unknown as Socket)).toBe(!socket.destroyed);
  return socket;
};
const openMany = (count: number, address: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => open(address(index)));
const countOpen = (sockets: readonly FakeSocket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test('F32 an address holds a share of the connections, and gets further ones as it closes some', () => {
  const own = openMany(40, () => '192.0.2.1');
  expect(countOpen(own)).toBe(30);
  expect(open('192.0.2.2').destroyed).toBe(false);
  own[0]?.destroy();
  expect(open('192.0.2.1').destroyed).toBe(false);
  expect(open('192.0.2.1').destroyed).toBe(true);
});

test('F32 an IPv6 /56 counts as one, and so does a /48 with more', () => {
  expect(countOpen(openMany(40, (index) => `2001:db8:1:a0${index % 10}::1`))).toBe(30);
  expect(countOpen(openMany(40, (index) => `2001:db8:1:b0${index % 10}::1`))).toBe(30);
  expect(countOpen(openMany(40, (index) => `2001:db8:1:c0${index % 10}::1`))).toBe(0);
  expect(countOpen(openMany(10, (index) => `2001:db8:2:a0${index % 10}::1`))).toBe(10);
});

test('F32 when all connections are taken, one of the networks with most is closed for a new client', () => {
  const honest = openMany(10, (index) => `198.51.100.${index}`);
  const hostile = openMany(90, (index) => `203.0.113.${Math.floor(index / 30)}`);
  expect(open('198.51.100.99').destroyed).toBe(false);
  expect(countOpen(honest)).toBe(10);
  expect(countOpen(hostile)).toBe(89);
  expect(warnings).toMatchObject([{ closed: 1 }]);
});

test('F32 among clients with one each, the oldest idle connection is closed, and one that is being answered never', () => {
  const sockets = openMany(100, (index) => `198.51.${Math.floor(index / 50)}.${index % 50}`);
  const [first, second] = sockets;
  if (first) first.isIdle = false;
  expect(open('192.0.2.1').destroyed).toBe(false);
  expect([first?.destroyed, second?.destroyed]).toEqual([false, true]);
});

test('F32 when none is idle, a new connection is refused', () => {
  for (const socket of openMany(100, (index) => `198.51.100.${index}`)) socket.isIdle = false;
  expect(open('192.0.2.1').destroyed).toBe(true);
});

test('connections of our own proxy are not limited in number, and their memory is counted', () => {
  expect(countOpen(openMany(90, () => '10.0.0.1'))).toBe(90);
  expect(memory.bytes).toBeGreaterThan(0);
});

test('a network has few connections until it has more than two browsers open; a proxy always has', () => {
  const [own, others, proxied] = [
    openMany(12, () => '192.0.2.1'),
    openMany(13, () => '192.0.2.2'),
    openMany(20, () => '10.0.0.1'),
  ].map((sockets) => sockets.map((socket) => connections.hasFew(socket as unknown as Socket)));
  expect([own?.every(Boolean), others?.some(Boolean), proxied?.every(Boolean)]).toEqual([true, false, true]);
});
