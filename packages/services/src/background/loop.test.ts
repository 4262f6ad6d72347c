import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a loop over rows that become due', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A loop that is due at `dueAt`, and the times of its runs since the start. */
  function dueLoop({ intervalMs = 100 } = {}) {
    const startedAt = Date.now();
    const state: { dueAt: number | null; runs: number[] } = { dueAt: null, runs: [] };
    const loop = new Loop({
      name: 'a',
      intervalMs,
      ...collectingLog(),
      work: async () => void state.runs.push(Date.now() - startedAt),
      due: {
        next: async () => (state.dueAt === null ? null : startedAt + state.dueAt),
        now: Date.now,
      },
    });
    loop.start();
    return { loop, state };
  }

  test('sleeps while nothing is due, apart from the safety poll', async () => {
    const { loop, state } = dueLoop();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(state.runs).toEqual([0, 30_000, 60_000]);
    await loop.stop();
  });

  test('runs when the next row is due', async () => {
    const { loop, state } = dueLoop();
    state.dueAt = 7_000;
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(state.runs).toEqual([0]);
    state.dueAt = null;
    await vi.advanceTimersByTimeAsync(2);
    expect(state.runs).toEqual([0, 7_001]);
    await loop.stop();
  });

  test('pauses between runs over a row that stays due', async () => {
    const { loop, state } = dueLoop();
    state.dueAt = 0;
    await vi.advanceTimersByTimeAsync(250);
    expect(state.runs).toEqual([0, 100, 200]);
    await loop.stop();
  });

  test('is not kept from running by wake-ups that do not end', async () => {
    const { loop, state } = dueLoop();
    await vi.advanceTimersByTimeAsync(1);
    for (let ms = 0; ms < 5; ms += 0.5) {
      loop.wake();
      await vi.advanceTimersByTimeAsync(0.5);
    }
    expect(state.runs.length).toBeGreaterThan(1);
    await loop.stop();
  });

  test('runs at most once in an interval for frequent changes', async () => {
    const { loop, state } = dueLoop();
    await vi.advanceTimersByTimeAsync(500);
    for (let ms = 0; ms < 250; ms += 10) {
      loop.wakeWithinInterval();
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(state.runs).toEqual([0, 500, 600, 700, 800]);
    await loop.stop();
  });
});

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
