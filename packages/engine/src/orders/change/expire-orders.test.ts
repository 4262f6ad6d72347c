import { beforeEach, describe, expect, test } from 'vitest';
import { millis } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  buildCancel,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  buildMarketState,
  buildModify,
  stopOrder,
} from '@salar/testing/engine-fixture';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
  }
});

const tick: Command = { type: 'Tick' };

/** Places a buy of ana that expires `later` milliseconds from now. */
function place(later: number): number {
  return fixture.place(limitOrder('buy', 1, 90, { timeInForce: 'gtd', expiresAt: fixture.at + later }))
    .orderId;
}

function wait(time: number): void {
  fixture.at = millis(fixture.at + time);
}

test('an order expires at its time, not before, and releases its hold', () => {
  const id = place(1000);
  wait(999);
  fixture.apply(tick);
  expect(fixture.describeOrder(id)).toBe('working accepted');
  wait(1);
  fixture.apply(tick);
  expect(fixture.describeOrder(id)).toBe('expired expired');
  expect(fixture.position(ana, cop)).toBe('100000/0');
  expect(fixture.log.closed.at(-1)).toMatchObject({ updatedAt: fixture.at });
});

test('the earliest expire first, at the same time the oldest', () => {
  const ids = [30, 10, 20, 10, 30, 20, 10].map(place);
  wait(1000);
  fixture.apply(tick);
  const order = [1, 3, 6, 2, 5, 0, 4];
  expect(fixture.log.closed.map((record) => record.orderId)).toEqual(order.map((index) => ids[index]));
});

test('every command, also a refused one, expires what is due before it is handled', () => {
  const id = place(10);
  wait(10);
  expect(fixture.apply(buildCancel(id))).toEqual({ ok: false, refusal: 'order_unknown' });
  expect(fixture.describeOrder(id)).toBe('expired expired');
});

test('an order does not trade after its expiry', () => {
  const id = place(10);
  wait(10);
  expect(fixture.place(limitOrder('sell', 1, 90, { account: beto, timeInForce: 'ioc' })).executed).toBe(0n);
  expect(fixture.describeOrder(id)).toBe('expired expired');
});

test.each(['paused', 'cancel_only', 'post_only'] as const)(
  'orders expire in a market that is %s',
  (state) => {
    const id = place(10);
    fixture.apply(buildMarketState(state));
    wait(10);
    fixture.apply(tick);
    expect(fixture.describeOrder(id)).toBe('expired expired');
  },
);

test('an expiring order can trigger a stop', () => {
  fixture.place(limitOrder('buy', 1, 80, { account: beto }));
  place(10);
  const stop = fixture.place(
    stopOrder('stop_limit', 'sell', 1, { trigger: 'bid', stopPrice: 85, price: 120 }),
  );
  wait(10);
  fixture.apply(tick);
  expect(fixture.describeOrder(stop.orderId)).toBe('working triggered');
});

describe('the next expiry', () => {
  test('is the earliest of all open orders, and null without any', () => {
    expect(fixture.engine.nextExpiryAt()).toBeNull();
    const late = place(50);
    const early = place(20);
    expect(fixture.engine.nextExpiryAt()).toBe(fixture.at + 20);
    fixture.apply(buildCancel(early));
    expect(fixture.engine.nextExpiryAt()).toBe(fixture.at + 50);
    fixture.apply(buildModify(late, 1));
    expect(fixture.engine.nextExpiryAt()).toBe(fixture.at + 50);
    fixture.place(limitOrder('sell', 1, 90, { account: beto }));
    expect(fixture.engine.nextExpiryAt()).toBeNull();
  });

  test('stays exact while orders are added and removed', () => {
    const times = Array.from({ length: 200 }, (_, i) => 1 + ((i * 7919) % 200));
    const open = new Map(times.map((time) => [time, place(time)]));
    for (const [index, time] of times.entries()) {
      if (index % 3 === 0) {
        fixture.apply(buildCancel(open.get(time) ?? 0));
        open.delete(time);
      }
      const earliest = Math.min(...open.keys());
      expect(fixture.engine.nextExpiryAt()).toBe(fixture.at + earliest);
    }
    fixture.engine.checkInvariants();
    wait(200);
    fixture.apply(tick);
    expect(fixture.log.closed.slice(-open.size).map((order) => order.orderId)).toEqual(
      [...open].sort(([a], [b]) => a - b).map(([, id]) => id),
    );
  });
});
