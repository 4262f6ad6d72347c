import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Loop } from './loop.ts';
import type { Log } from '../ports/log.ts';

const hourMs = 3_600_000;

function collectingLog() {
  const lines: string[] = [];
  const keep = (_details: object, message: string) => void lines.push(message);
  const log: Log = { info: keep, warn: keep, error: keep };
  return { lines, log };
}

/** Lets zero-delay timers run. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await sleep(2);
}

test('a loop runs at its start, and again immediately when woken', async () => {
  let runs = 0;
  const loop = new Loop({
    name: 'a',
    intervalMs: hourMs,
    ...collectingLog(),
    work: async () => void (runs += 1),
  });
  loop.start();
  await settle();
  expect(runs).toBe(1);
  loop.wake();
  await settle();
  expect(runs).toBe(2);
  await loop.stop();
  loop.wake();
  await settle();
  expect(runs).toBe(2);
});

test('runs never overlap: a wake during a run starts one more after it', async () => {
  const { promise, resolve } = withResolvers();
  let running = 0;
  let runs = 0;
  const work = async () => {
    running += 1;
    expect(running).toBe(1);
    runs += 1;
    if (runs === 1) await promise;
    running -= 1;
  };
  const loop = new Loop({ name: 'a', intervalMs: hourMs, ...collectingLog(), work });
  loop.start();
  await settle();
  loop.wake();
  loop.wake();
  resolve();
  await settle();
  expect(runs).toBe(2);
  await loop.stop();
});

test('a stop waits for the run in progress', async () => {
  const { promise, resolve } = withResolvers();
  let isDone = false;
  const work = async () => {
    await promise;
    isDone = true;
  };
  const loop = new Loop({ name: 'a', intervalMs: hourMs, ...collectingLog(), work });
  loop.start();
  await settle();
  const stopped = loop.stop();
  resolve();
  await stopped;
  expect(isDone).toBe(true);
});

test('a failure is logged once and retried, and so is its end', async () => {
  const { lines, log } = collectingLog();
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs < 4) throw new Error('the node is unavailable');
  };
  const loop = new Loop({ name: 'a', intervalMs: 1, log, work });
  loop.start();
  await expect.poll(() => lines).toEqual(['failed, will be tried again', 'works again']);
  await loop.stop();
});

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
