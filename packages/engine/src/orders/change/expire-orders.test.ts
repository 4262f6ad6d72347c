import { beforeEach, describe, expect, test } from 'vitest';
import { millis } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  cancelOf,
  carla,
  cop,
  EngineDesk,
  limitOrder,
  marketStateOf,
  modifyOf,
  stopOrder,
} from '@salar/testing/engine-fixture';

let desk: EngineDesk;
beforeEach(() => {
  desk = new EngineDesk();
  for (const account of [ana, beto, carla]) {
    desk.fund(account, btc, 1000n);
    desk.fund(account, cop, 100_000n);
  }
});

const tick: Command = { type: 'Tick' };

/** A buy of ana that expires so many milliseconds from now. */
function place(later: number): number {
  return desk.place(limitOrder('buy', 1, 90, { timeInForce: 'gtd', expiresAt: desk.at + later })).orderId;
}

function wait(time: number): void {
  desk.at = millis(desk.at + time);
}

test('an order expires at its time, not before, and gives back what it holds', () => {
  const id = place(1000);
  wait(999);
  desk.apply(tick);
  expect(desk.told(id)).toBe('working accepted');
  wait(1);
  desk.apply(tick);
  expect(desk.told(id)).toBe('expired expired');
  expect(desk.position(ana, cop)).toBe('100000/0');
  expect(desk.log.closed.at(-1)).toMatchObject({ updatedAt: desk.at });
});

test('the earliest expire first, of one time the oldest', () => {
  const ids = [30, 10, 20, 10, 30, 20, 10].map(place);
  wait(1000);
  desk.apply(tick);
  const order = [1, 3, 6, 2, 5, 0, 4];
  expect(desk.log.closed.map((record) => record.orderId)).toEqual(order.map((index) => ids[index]));
});

test('any command expires what is due before it is looked at, also one that is refused', () => {
  const id = place(10);
  wait(10);
  expect(desk.apply(cancelOf(id))).toEqual({ ok: false, refusal: 'order_unknown' });
  expect(desk.told(id)).toBe('expired expired');
});

test('an order is not traded with after its time', () => {
  const id = place(10);
  wait(10);
  expect(desk.place(limitOrder('sell', 1, 90, { account: beto, timeInForce: 'ioc' })).executed).toBe(0n);
  expect(desk.told(id)).toBe('expired expired');
});

test.each(['paused', 'cancel_only', 'post_only'] as const)(
  'orders expire in a market that is %s',
  (state) => {
    const id = place(10);
    desk.apply(marketStateOf(state));
    wait(10);
    desk.apply(tick);
    expect(desk.told(id)).toBe('expired expired');
  },
);

test('an order that expires may set off a stop', () => {
  desk.place(limitOrder('buy', 1, 80, { account: beto }));
  place(10);
  const stop = desk.place(stopOrder('stop_limit', 'sell', 1, { trigger: 'bid', stopPrice: 85, price: 120 }));
  wait(10);
  desk.apply(tick);
  expect(desk.told(stop.orderId)).toBe('working triggered');
});

describe('the next expiry', () => {
  test('is the earliest of all open orders, and none without any', () => {
    expect(desk.engine.nextExpiryAt()).toBeNull();
    const late = place(50);
    const early = place(20);
    expect(desk.engine.nextExpiryAt()).toBe(desk.at + 20);
    desk.apply(cancelOf(early));
    expect(desk.engine.nextExpiryAt()).toBe(desk.at + 50);
    desk.apply(modifyOf(late, 1));
    expect(desk.engine.nextExpiryAt()).toBe(desk.at + 50);
    desk.place(limitOrder('sell', 1, 90, { account: beto }));
    expect(desk.engine.nextExpiryAt()).toBeNull();
  });

  test('stays exact while orders come and go', () => {
    const times = Array.from({ length: 200 }, (_, i) => 1 + ((i * 7919) % 200));
    const open = new Map(times.map((time) => [time, place(time)]));
    for (const [index, time] of times.entries()) {
      if (index % 3 === 0) {
        desk.apply(cancelOf(open.get(time) ?? 0));
        open.delete(time);
      }
      const earliest = Math.min(...open.keys());
      expect(desk.engine.nextExpiryAt()).toBe(desk.at + earliest);
    }
    desk.engine.checkInvariants();
    wait(200);
    desk.apply(tick);
    expect(desk.log.closed.slice(-open.size).map((order) => order.orderId)).toEqual(
      [...open].sort(([a], [b]) => a - b).map(([, id]) => id),
    );
  });
});
