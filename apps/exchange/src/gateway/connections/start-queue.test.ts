import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { StartQueue } from './start-queue.ts';

class FakeSocket extends EventEmitter {
  readonly name: string;
  destroyed = false;

  constructor(name: string) {
    super();
    this.name = name;
  }

  destroy(): void {
    this.destroyed = true;
  }
}

const started: string[] = [];
const open = (names: readonly string[], options: { readonly sliceMs?: number } = {}) => {
  started.length = 0;
  const queue = new StartQueue({
    ...options,
    start: (socket) => started.push((socket as unknown as FakeSocket).name),
    hasFew: (socket) => !(socket as unknown as FakeSocket).name.startsWith('many'),
  });
  const sockets = names.map((name) => new FakeSocket(name));
  for (const socket of sockets) queue.add(socket as unknown as Socket);
  return { queue, sockets };
};
const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

test('other events are served between new connections that take long', async () => {
  open(['a', 'b', 'c'], { sliceMs: 0 });
  const counts = [started.length];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    counts.push(started.length);
  }
  expect(counts).toEqual([0, 1, 2, 3, 3]);
});

test('those that take no time are started in one turn, those of clients with few first', async () => {
  open(['many 1', 'a', 'many 2', 'b'], { sliceMs: 60_000 });
  await nextTurn();
  expect(started).toEqual(['a', 'b', 'many 1', 'many 2']);
});

test('one that closes or fails while it waits is not started, and ends nothing else', async () => {
  const { sockets } = open(['a', 'b', 'c'], { sliceMs: 0 });
  sockets[1]?.emit('error', new Error('reset'));
  sockets[1]?.destroy();
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
  expect(started).toEqual(['a', 'c']);
});

test('those that wait are closed with the gateway', async () => {
  const { queue, sockets } = open(['a', 'many 1'], { sliceMs: 0 });
  queue.close();
  await nextTurn();
  expect([started, sockets.every(({ destroyed }) => destroyed)]).toEqual([[], true]);
});
