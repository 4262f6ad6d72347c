/** What a snapshot keeps of open orders, and what becomes of bytes that are not whole. */
import { beforeEach, expect, test } from 'vitest';
import { InvariantError, millis, sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  carla,
  cop,
  EngineDesk,
  EventLog,
  limitOrder,
  modifyOf,
  replaceOf,
  stopOrder,
} from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';
import { SnapshotError } from './snapshot-error.ts';

let desk: EngineDesk;
beforeEach(() => {
  desk = new EngineDesk();
  for (const account of [ana, beto, carla]) {
    desk.fund(account, btc, 1000n);
    desk.fund(account, cop, 100_000n);
  }
  desk.tradeAt(100);
});

/** Every kind of open order, in every stage that it can be in. */
function fill(): void {
  const expiresAt = desk.at + 500;
  const dated = { timeInForce: 'gtd', expiresAt } as const;
  const parts = desk.place(limitOrder('buy', 20, 99, { displayQuantity: 3, account: carla })).orderId;
  desk.place(limitOrder('buy', 5, 99, { account: beto, ...dated }));
  desk.place(limitOrder('sell', 4, 99));
  desk.apply(modifyOf(parts, 11, carla));
  const old = desk.place(limitOrder('buy', 9, 98, { clientOrderId: 1 })).orderId;
  desk.place(limitOrder('buy', 9, 98, { account: beto }));
  desk.apply(replaceOf(old, limitOrder('buy', 7, 98, { clientOrderId: 2 })));
  desk.place(stopOrder('stop_limit', 'sell', 3, { stopPrice: 97, price: 120, clientOrderId: 3, ...dated }));
  desk.place(
    stopOrder('trailing_stop_limit', 'buy', 3, { trailingAmount: 4, limitOffset: 1, timeInForce: 'gtx' }),
  );
  desk.place(stopOrder('trailing_stop_market', 'sell', 2, { trailingAmount: 6, timeInForce: 'fok' }));
  desk.place(stopOrder('stop_market', 'sell', 1, { trigger: 'bid', stopPrice: 60 }));
  const limit = desk.place(limitOrder('sell', 10, 130)).orderId;
  desk.place(stopOrder('stop_market', 'sell', 12, { trigger: 'ask', stopPrice: 70, oco: limit }));
  const triggered = desk.place(
    stopOrder('stop_limit', 'buy', 6, { stopPrice: 101, price: 95, ...dated }),
  ).orderId;
  desk.place(limitOrder('buy', 6, 95, { account: beto }));
  desk.place(limitOrder('sell', 1, 101, { account: beto }));
  desk.place(limitOrder('buy', 1, 101, { account: carla }));
  expect(desk.told(triggered)).toBe('working triggered');
  desk.engine.checkInvariants();
}

const onwards: readonly Command[] = [
  limitOrder('sell', 25, 98, { account: beto }),
  limitOrder('sell', 60, 90, { account: carla }),
  limitOrder('buy', 3, 130, { account: beto }),
  { type: 'Tick' },
  limitOrder('buy', 20, 140, { account: carla }),
  { type: 'CancelAllOrders', accountId: ana, instrumentId: btcCop },
];

test('open orders come back as they were, and the loaded engine does as the saved one does', () => {
  fill();
  const saved = desk.engine.save();
  const log = new EventLog();
  const loaded = Engine.load(saved, log);
  expect(loaded.save()).toEqual(saved);
  expect([...loaded.allOpenOrders()]).toEqual([...desk.engine.allOpenOrders()]);
  expect(loaded.level2(btcCop, 50)).toEqual(desk.engine.level2(btcCop, 50));
  expect(loaded.nextExpiryAt()).toBe(desk.engine.nextExpiryAt());
  const told = desk.log.all.length;
  for (const [index, command] of onwards.entries()) {
    const stamp = { sequence: sequence(desk.engine.lastSequence + 1), at: millis(desk.at + 200 * index) };
    expect(loaded.apply<Command>(command, stamp)).toEqual(desk.engine.apply<Command>(command, stamp));
    expect(loaded.save()).toEqual(desk.engine.save());
  }
  expect(log.all).toEqual(desk.log.all.slice(told));
  expect(log.closed.map((order) => order.reason)).toEqual(
    expect.arrayContaining(['trade', 'oco', 'expired', 'self_trade', 'user_canceled']),
  );
});

test('orders told before a snapshot are known after it, with what they replaced', () => {
  const stop = stopOrder('stop_limit', 'sell', 3, { stopPrice: 97, price: 96, clientOrderId: 3 });
  const placed = desk.place(stop);
  const command = replaceOf(
    placed.orderId,
    limitOrder('sell', 3, 120, { clientOrderId: 4, displayQuantity: 2 }),
  );
  const replaced = desk.apply(command);
  desk.engine = Engine.load(desk.engine.save(), desk.log);
  expect(desk.place(stop)).toEqual({ ...placed, repeated: true });
  expect(desk.apply(command)).toEqual({
    ok: true,
    value: { ...(replaced.ok && replaced.value), repeated: true },
  });
});

test('a snapshot that is cut short is refused wherever it ends', () => {
  fill();
  const bytes = desk.engine.save();
  for (let length = 0; length < bytes.length; length += 3) {
    expect(() => Engine.load(bytes.subarray(0, length))).toThrow(SnapshotError);
  }
});

test('a snapshot with a changed byte is refused, or is another sound state', () => {
  fill();
  const bytes = desk.engine.save();
  const surprises: unknown[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const changed = bytes.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 7));
    try {
      Engine.load(changed);
    } catch (error) {
      if (!(error instanceof SnapshotError || error instanceof InvariantError)) surprises.push(error);
    }
  }
  expect(surprises).toEqual([]);
});
