import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instrumentId } from '@salar/protocol';
import { PacedChanges } from './paced-changes.ts';
import {
  PublicationBudget,
  createProcessClock,
  pauseMaxMs,
  publicationIntervals,
} from './publication-budget.ts';

const intervalMs = 20;
const [bitcoin, ether] = [instrumentId(1), instrumentId(2)];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Opens a feed in which publishing takes `costMs` and the process is otherwise busy for a share of the time. */
function openFeed({ costMs = 0, busyShare = 0 } = {}) {
  const published: { readonly at: number; readonly instrumentId: number; readonly last: number }[] = [];
  const state = { last: 0, worked: 0 };
  const clock = { now: () => performance.now() + state.worked, busyShare: () => busyShare };
  const budget = new PublicationBudget(clock);
  const startedAt = clock.now();
  const changes = new PacedChanges({
    publish: (one) =>
      budget.publish(1, () => {
        published.push({ at: clock.now() - startedAt, instrumentId: one, last: state.last });
        state.worked += costMs;
      }),
    intervalMs,
    budget,
    clock,
  });
  const times = () => published.map(({ at }) => at);
  return { changes, published, times, state, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test('the first change is published in the next turn, those of the next 20 ms together', async () => {
  const { changes, times, pass } = openFeed();
  changes.add(bitcoin);
  expect(times()).toEqual([]);
  await pass(0);
  expect(times()).toEqual([0]);
  for (let count = 0; count < 19; count += 1) {
    await pass(1);
    changes.add(bitcoin);
  }
  expect(times()).toEqual([0]);
  await pass(1);
  expect(times()).toEqual([0, 20]);
  await pass(100);
  expect(times()).toEqual([0, 20]);
});

test('without a change nothing runs', async () => {
  const { changes, pass } = openFeed();
  expect(vi.getTimerCount()).toBe(0);
  changes.add(bitcoin);
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
  changes.add(bitcoin);
  expect(vi.getTimerCount()).toBe(1);
  changes.clear();
  expect(vi.getTimerCount()).toBe(0);
});

test('an instrument does not wait for another', async () => {
  const { changes, published, pass } = openFeed();
  changes.add(bitcoin);
  await pass(0);
  changes.add(bitcoin);
  await pass(7);
  changes.add(ether);
  await pass(100);
  expect(published).toMatchObject([
    { instrumentId: bitcoin, at: 0 },
    { instrumentId: ether, at: 7 },
    { instrumentId: bitcoin, at: 20 },
  ]);
});

test('the last change is always published, 20 ms after it happened at the latest, and never sooner after another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 }), async (waits) => {
      const { changes, published, state, pass } = openFeed();
      const changedAt: number[] = [];
      let now = 0;
      for (const wait of waits) {
        await pass(wait);
        now += wait;
        state.last = changedAt.push(now);
        changes.add(bitcoin);
      }
      await pass(intervalMs);
      for (const [place, at] of changedAt.entries()) {
        const first = published.find(({ last }) => last > place);
        expect(first?.at).toBeLessThanOrEqual(at + intervalMs);
      }
      for (const [place, { at }] of published.entries())
        expect(at - (published[place - 1]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(
          intervalMs,
        );
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test.each([
  { costMs: 2, busyShare: 0.2, periodMs: 20 },
  { costMs: 8, busyShare: 0.5, periodMs: 8 + 16 },
  { costMs: 8, busyShare: 0.9, periodMs: 8 + 80 },
  { costMs: 50, busyShare: 0.5, periodMs: 50 + pauseMaxMs },
  { costMs: 8, busyShare: 1, periodMs: 8 + pauseMaxMs },
])(
  'publishing that takes $costMs ms in a process that is busy for $busyShare of the time happens every $periodMs ms',
  async ({ costMs, busyShare, periodMs }) => {
    const { changes, times, state, pass } = openFeed({ costMs, busyShare });
    while (state.worked < 4 * costMs) {
      changes.add(bitcoin);
      await pass(1);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = times();
    for (const period of [second - first, third - second, fourth - third]) {
      expect(period).toBeGreaterThanOrEqual(periodMs - 1e-6);
      expect(period).toBeLessThanOrEqual(periodMs + 2); // timers have whole milliseconds
    }
  },
);

test.each([
  { costMs: { states: 8, trades: 8 }, busyShare: 0.9 },
  { costMs: { states: 1, trades: 1 }, busyShare: 1 },
  { costMs: { states: 5, trades: 30 }, busyShare: 0.9 },
])(
  'states and trades that share a budget never wait longer than a tenth of a second and a publication: $costMs, busy $busyShare',
  async ({ costMs, busyShare }) => {
    vi.useRealTimers();
    const loop = startVirtualLoop();
    const budget = new PublicationBudget({ now: loop.now, busyShare: () => busyShare });
    const waits: number[] = [];
    const open = (subject: 'states' | 'trades') => {
      let changedAt: number | null = null;
      const changes = new PacedChanges({
        publish: () =>
          budget.publish(1, () => {
            waits.push(loop.now() - (changedAt ?? Number.NaN));
            changedAt = null;
            loop.work(costMs[subject]);
          }),
        intervalMs: publicationIntervals[subject],
        budget,
        clock: { now: loop.now, busyShare: () => busyShare },
      });
      return () => {
        changedAt ??= loop.now();
        changes.add(bitcoin);
      };
    };
    const subjects = [open('states'), open('trades')];
    await loop.run(5000, () => {
      for (const change of subjects) change();
    });
    expect(waits.length).toBeGreaterThan(20);
    const longest = pauseMaxMs + Math.max(costMs.states, costMs.trades);
    expect(Math.max(...waits)).toBeLessThanOrEqual(longest + 1); // timers have whole milliseconds
  },
);

/**
 * Replaces the timers by those of an event loop in which time passes only while a callback works, or while it waits for
 * the next timer: a timer that is due during work runs after it.
 */
function startVirtualLoop() {
  let now = 0;
  let immediates: (() => void)[] = [];
  let timers: { readonly at: number; readonly run: () => void; unref(): unknown }[] = [];
  vi.stubGlobal('setImmediate', (run: () => void) => immediates.push(run));
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) => {
    const timer = { at: now + ms, run, unref: () => timer };
    timers.push(timer);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: unknown) => {
    timers = timers.filter((one) => one !== timer);
  });
  /** Ends a turn with what was queued for its end. */
  const endTurn = async () => {
    for (let ticks = 0; ticks < 3; ticks += 1)
      await new Promise<void>((resolve) => process.nextTick(resolve));
  };
  return {
    now: () => now,
    work: (ms: number) => {
      now += ms;
    },
    /** Runs for a time, in which something changes every millisecond. */
    run: async (ms: number, change: () => void) => {
      while (now < ms) {
        change();
        const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
        timers = timers.filter(({ at }) => at > now);
        const callbacks = [...immediates, ...due.map(({ run }) => run)];
        immediates = [];
        for (const callback of callbacks) {
          callback();
          await endTurn();
        }
        if (callbacks.length === 0) now += 1;
      }
    },
  };
}

test('the busy share of this process is measured', async () => {
  vi.useRealTimers();
  const clock = createProcessClock();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(clock.busyShare()).toBeLessThan(1);
  const until = clock.now() + 150;
  while (clock.now() < until);
  expect(clock.busyShare()).toBeGreaterThan(0.5);
});
