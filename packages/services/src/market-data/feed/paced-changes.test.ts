import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instrumentId } from '@salar/protocol';
import { PacedChanges } from './paced-changes.ts';
import { PublicationBudget, createProcessClock, pauseMaxMs } from './publication-budget.ts';

const intervalMs = 20;
const [bitcoin, ether] = [instrumentId(1), instrumentId(2)];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
});
afterEach(() => {
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
      budget.publish(() => {
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

test('the busy share of this process is measured', async () => {
  vi.useRealTimers();
  const clock = createProcessClock();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(clock.busyShare()).toBeLessThan(1);
  const until = clock.now() + 150;
  while (clock.now() < until);
  expect(clock.busyShare()).toBeGreaterThan(0.5);
});
