/** A snapshot stores every open order, and damaged bytes are refused. */
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
  EngineFixture,
  EventLog,
  limitOrder,
  buildModify,
  buildReplace,
  stopOrder,
} from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';
import { SnapshotError } from './snapshot-error.ts';

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 1000n);
    fixture.fund(account, cop, 100_000n);
  }
  fixture.tradeAt(100);
});

/** Places every kind of open order, in every stage. */
function fill(): void {
  const expiresAt = fixture.at + 500;
  const dated = { timeInForce: 'gtd', expiresAt } as const;
  const parts = fixture.place(limitOrder('buy', 20, 99, { displayQuantity: 3, account: carla })).orderId;
  fixture.place(limitOrder('buy', 5, 99, { account: beto, ...dated }));
  fixture.place(limitOrder('sell', 4, 99));
  fixture.apply(buildModify(parts, 11, carla));
  const old = fixture.place(limitOrder('buy', 9, 98, { clientOrderId: 1 })).orderId;
  fixture.place(limitOrder('buy', 9, 98, { account: beto }));
  fixture.apply(buildReplace(old, limitOrder('buy', 7, 98, { clientOrderId: 2 })));
  fixture.place(
    stopOrder('stop_limit', 'sell', 3, { stopPrice: 97, price: 120, clientOrderId: 3, ...dated }),
  );
  fixture.place(
    stopOrder('trailing_stop_limit', 'buy', 3, { trailingAmount: 4, limitOffset: 1, timeInForce: 'gtx' }),
  );
  fixture.place(stopOrder('trailing_stop_market', 'sell', 2, { trailingAmount: 6, timeInForce: 'fok' }));
  fixture.place(stopOrder('stop_market', 'sell', 1, { trigger: 'bid', stopPrice: 60 }));
  const limit = fixture.place(limitOrder('sell', 10, 130)).orderId;
  fixture.place(stopOrder('stop_market', 'sell', 12, { trigger: 'ask', stopPrice: 70, oco: limit }));
  const triggered = fixture.place(
    stopOrder('stop_limit', 'buy', 6, { stopPrice: 101, price: 95, ...dated }),
  ).orderId;
  fixture.place(limitOrder('buy', 6, 95, { account: beto }));
  fixture.place(limitOrder('sell', 1, 101, { account: beto }));
  fixture.place(limitOrder('buy', 1, 101, { account: carla }));
  expect(fixture.describeOrder(triggered)).toBe('working triggered');
  fixture.engine.checkInvariants();
}

const onwards: readonly Command[] = [
  limitOrder('sell', 25, 98, { account: beto }),
  limitOrder('sell', 60, 90, { account: carla }),
  limitOrder('buy', 3, 130, { account: beto }),
  { type: 'Tick' },
  limitOrder('buy', 20, 140, { account: carla }),
  { type: 'CancelAllOrders', accountId: ana, instrumentId: btcCop },
];

test('open orders are restored, and the loaded engine continues like the saved one', () => {
  fill();
  const saved = fixture.engine.save();
  const log = new EventLog();
  const loaded = Engine.load(saved, log);
  expect(loaded.save()).toEqual(saved);
  expect([...loaded.allOpenOrders()]).toEqual([...fixture.engine.allOpenOrders()]);
  expect(loaded.level2(btcCop, 50)).toEqual(fixture.engine.level2(btcCop, 50));
  expect(loaded.nextExpiryAt()).toBe(fixture.engine.nextExpiryAt());
  const emitted = fixture.log.all.length;
  for (const [index, command] of onwards.entries()) {
    const stamp = {
      sequence: sequence(fixture.engine.lastSequence + 1),
      at: millis(fixture.at + 200 * index),
    };
    expect(loaded.apply<Command>(command, stamp)).toEqual(fixture.engine.apply<Command>(command, stamp));
    expect(loaded.save()).toEqual(fixture.engine.save());
  }
  expect(log.all).toEqual(fixture.log.all.slice(emitted));
  expect(log.closed.map((order) => order.reason)).toEqual(
    expect.arrayContaining(['trade', 'oco', 'expired', 'self_trade', 'user_canceled']),
  );
});

test('client order ids are remembered across a snapshot, with the orders that they replaced', () => {
  const stop = stopOrder('stop_limit', 'sell', 3, { stopPrice: 97, price: 96, clientOrderId: 3 });
  const placed = fixture.place(stop);
  const command = buildReplace(
    placed.orderId,
    limitOrder('sell', 3, 120, { clientOrderId: 4, displayQuantity: 2 }),
  );
  const replaced = fixture.apply(command);
  fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
  expect(fixture.place(stop)).toEqual({ ...placed, repeated: true });
  expect(fixture.apply(command)).toEqual({
    ok: true,
    value: { ...(replaced.ok && replaced.value), repeated: true },
  });
});

test('a truncated snapshot is refused, wherever it ends', () => {
  fill();
  const bytes = fixture.engine.save();
  for (let length = 0; length < bytes.length; length += 3) {
    expect(() => Engine.load(bytes.subarray(0, length))).toThrow(SnapshotError);
  }
});

test('a snapshot with a changed byte is refused, or is another valid state', () => {
  fill();
  const bytes = fixture.engine.save();
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
