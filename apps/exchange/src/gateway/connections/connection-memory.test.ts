import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { silentLog } from '@salar/services/ports/log';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionMemory, idleBytes } from './connection-memory.ts';

const kib = 1024;
const warnings: unknown[] = [];
let memory: ConnectionMemory;
beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
  memory = new ConnectionMemory({
    bytesMax: 1250 * kib, // of which four fifths may be held
    log: { ...silentLog, warn: (details) => warnings.push(details) },
  });
});
afterEach(() => {
  memory.close();
  vi.useRealTimers();
});

/** A connection whose lengths the test sets. */
class FakeWire extends EventEmitter {
  writableLength = 0;
  readableLength = 0;
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}
const open = (owner?: string) => {
  const wire = new FakeWire();
  const socket = wire as unknown as Socket;
  return { wire, account: memory.open(socket, owner ?? socket) };
};

test('F14 above the bound only the largest connection of the client that holds most is closed', () => {
  const one = open('alone');
  const many = Array.from({ length: 3 }, () => open('many'));
  const idle = Array.from({ length: 5 }, () => open('idle'));
  one.wire.writableLength = 300 * kib;
  one.account.report(0);
  for (const [index, { wire, account }] of many.entries()) {
    wire.writableLength = (150 + index) * kib;
    account.report(0);
  }
  expect(warnings).toEqual([]);
  many[0]?.account.report(150 * kib);
  expect(many.map(({ wire }) => wire.destroyed)).toEqual([true, false, false]);
  expect([one, ...idle].some(({ wire }) => wire.destroyed)).toBe(false);
  expect(memory.bytes).toBe((300 + 151 + 152) * kib + 8 * idleBytes);
  expect(warnings).toMatchObject([{ closed: 1 }]);
});

test('F14 connections that report nothing are counted, too', () => {
  const lazy = Array.from({ length: 10 }, () => open());
  for (const { wire } of lazy) wire.writableLength = 90 * kib;
  vi.advanceTimersByTime(1000);
  expect(lazy.filter(({ wire }) => wire.destroyed)).toHaveLength(2);
  expect(memory.bytes).toBeLessThanOrEqual(900 * kib);
});

test('many connections are closed a few at a time', () => {
  const many = Array.from({ length: 200 }, () => open());
  for (const { wire } of many) wire.writableLength = 20 * kib;
  many[0]?.account.report(0);
  const countClosed = () => many.filter(({ wire }) => wire.destroyed).length;
  let most = 0;
  for (let closed = countClosed(); vi.getTimerCount() > 1 || closed === 0; closed = countClosed()) {
    vi.advanceTimersToNextTimer();
    most = Math.max(most, countClosed() - closed);
  }
  expect(most).toBeLessThanOrEqual(32);
  expect(countClosed()).toBe(200 - 900 / 36);
  expect(memory.bytes).toBe(900 * kib);
});

test('idle connections are not closed, and a closed one holds nothing', () => {
  const idle = Array.from({ length: 80 }, () => open());
  expect(idle.some(({ wire }) => wire.destroyed)).toBe(false);
  for (const { wire } of idle) wire.destroy();
  expect(memory.bytes).toBe(0);
});

test('memory that clients have freed since they were counted closes no connection', () => {
  const [quick, other] = [open(), open()];
  quick.wire.writableLength = 900 * kib;
  quick.account.report(0);
  quick.wire.writableLength = 0;
  other.wire.writableLength = 500 * kib;
  other.account.report(0);
  expect([quick, other].some(({ wire }) => wire.destroyed)).toBe(false);
  expect(memory.bytes).toBe(500 * kib + 2 * idleBytes);
});

test('a socket belongs to the client behind our proxy once that is known', () => {
  const { wire, account } = open();
  expect(memory.open(wire as unknown as Socket, '192.0.2.1')).toBe(account);
  expect(account.owner).toBe('192.0.2.1');
  expect(memory.bytes).toBe(idleBytes);
});
