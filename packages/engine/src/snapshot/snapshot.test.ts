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

/** Saved in format 5, before markets had a cause, collars for a while, and providers that are halted. */
const former = Buffer.from(
  '0c73616c617220656e67696e65051380bc9b8cbc3303020003010342544307426974636f696e0003000002045553445406546574686572' +
    '000200000303434f50045065736f01020000020a07425443555344540102020700000000000000020a0000000000000002020000000000' +
    '000000020e0000000000000000d0860300000001000000001406425443434f50010302e803000000000000020100000000000000000000' +
    '00d08603a08d06000001000000016302020000000000000080bc9b8cbc3301010100000b01010000000000000000000201000000000000' +
    '00000003010000000000000000000401000000000000000000050100000000000000020103d007000000000000000303400d0300000000' +
    '000000060100000000000000000007010000000000000000000a01000000000000000000e9070001000000000000020102ea0300000000' +
    '0000000302778501000000000002630000000000000000ea070001000000000000020102e6030000000000000003026687010000000000' +
    '0000eb0700010000000000000000010f040a0210d20f022800000000c60106010201000000000000000002c60000000000000080bc9b8c' +
    'bc3380bc9b8cbc330000000001010000040666756e64203105e9070102e8030000000000000666756e64203205e9070302a08601000000' +
    '00000666756e64203305ea070102e8030000000000000666756e64203405ea070302a08601000000000000',
  'hex',
);

test('a snapshot of a former format is the same state, without what was not there', () => {
  const loaded = Engine.load(former);
  const same = new EngineFixture();
  for (const account of [ana, beto]) {
    same.fund(account, btc, 1000n);
    same.fund(account, cop, 100_000n);
  }
  same.place(limitOrder('buy', 3, 99));
  same.place(limitOrder('sell', 2, 99, { account: beto }));
  same.apply({ type: 'SetLimitCollar', instrumentId: btcCop, collarPpm: 100_000 });
  expect(loaded.save()).toEqual(same.engine.save());
  expect(loaded.instrument(btcCop)).toMatchObject({ cause: 'none', stateChange: null, lasting: null });
});

test('a snapshot of a former format with a market that does not run is not read: the state is replayed', () => {
  const stopped = Buffer.from(former);
  const at = stopped.indexOf(Buffer.from('a08d0600', 'hex')) + 4; // the collar of limit orders, and then the state
  expect(stopped[at]).toBe(0);
  stopped[at] = 2;
  expect(() => Engine.load(stopped)).toThrow(SnapshotError);
});
