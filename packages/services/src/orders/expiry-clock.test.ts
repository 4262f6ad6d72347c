import { millis, ticks } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { EngineFixture, ana, cop, limitOrder } from '@salar/testing/engine-fixture';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EnginePort } from '../ports/engine-port.ts';
import { silentLog } from '../ports/log.ts';
import { ExpiryClock } from './expiry-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const fixture = new EngineFixture();
  fixture.fund(ana, cop, 1_000_000n);
  vi.setSystemTime(fixture.at);
  const listeners = new Set<() => void>();
  const received: Command[] = [];
  const state = { isAway: false, lagMs: 0 };
  const submit = async (command: Command) => {
    if (state.isAway) throw new Error('away');
    received.push(command);
    fixture.at = millis(Date.now() - state.lagMs);
    const outcome = fixture.apply(command);
    for (const listener of listeners) listener();
    return outcome;
  };
  const clock = new ExpiryClock({
    sequencer: { undurable: fixture.engine, submit } as unknown as EnginePort,
    feed: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    now: Date.now,
    log: silentLog,
  });
  const place = (afterMs: number) =>
    submit({
      ...limitOrder('buy', 1, 100),
      timeInForce: 'gtd',
      price: ticks(100),
      terms: { displayQuantity: 0n, expiresAt: Date.now() + afterMs, ocoOrderId: 0 } as never,
    });
  const countTicks = () => received.filter((command) => command.type === 'Tick').length;
  const openCount = () => fixture.engine.openOrders(ana).length;
  return { clock, place, ticksHeard: countTicks, openCount, submit, state, listeners };
}

test('an order expires at its time without any other activity, by one tick', async () => {
  const { clock, place, ticksHeard: countTicks, openCount } = open();
  clock.start();
  await place(5000);
  await vi.advanceTimersByTimeAsync(4999);
  expect([openCount(), countTicks()]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([openCount(), countTicks()]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(countTicks()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('an earlier expiry replaces the awaited one, and one that is days away works, too', async () => {
  const { clock, place, ticksHeard: countTicks, openCount } = open();
  const dayMs = 24 * 60 * 60_000;
  await place(40 * dayMs);
  clock.start();
  await place(1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect([openCount(), countTicks()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(40 * dayMs);
  expect([openCount(), countTicks()]).toEqual([0, 2]);
});

test('no tick is sent when another command advanced the time', async () => {
  const { clock, place, ticksHeard: countTicks, openCount, submit } = open();
  clock.start();
  await place(1000);
  vi.setSystemTime(Date.now() + 1000); // the timer has not run yet
  await submit({ type: 'SetAccountLock', accountId: ana, locked: false });
  expect(openCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(countTicks()).toBe(0);
});

test('a tick that was dated too early, or failed, is sent again', async () => {
  const { clock, place, ticksHeard: countTicks, openCount, state } = open();
  clock.start();
  await place(1000);
  state.lagMs = 1; // it joined a batch whose time was fixed a moment before
  await vi.advanceTimersByTimeAsync(1000);
  expect([openCount(), countTicks()]).toEqual([1, 1]);
  state.lagMs = 0;
  state.isAway = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(openCount()).toBe(1);
  state.isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect([openCount(), countTicks()]).toEqual([0, 2]);
});

test('after a stop nothing is awaited', async () => {
  const { clock, place, ticksHeard: countTicks, listeners } = open();
  clock.start();
  await place(1000);
  await clock.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect([countTicks(), vi.getTimerCount(), listeners.size]).toEqual([0, 0, 0]);
});
