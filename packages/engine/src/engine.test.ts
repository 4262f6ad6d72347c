/** The engine's public interface: the sequence of commands, its views, and snapshots. */
import { describe, expect, test } from 'vitest';
import { houseAccounts, millis, minor, sequence, ticketId } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  btcCop,
  buildMarketState,
  btcUsdt,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  openingCommands,
  usdt,
  buildWithdrawal,
} from '@salar/testing/engine-fixture';
import { Engine } from './engine.ts';
import { NewerSnapshot, SnapshotError } from './snapshot/snapshot-error.ts';

const halt: Command = buildMarketState('paused');

/** A bit of everything. */
function createBusyFixture(): EngineFixture {
  const fixture = new EngineFixture();
  for (const account of [ana, beto]) {
    for (const product of [btc, usdt, cop]) fixture.fund(account, product, 10_000n);
  }
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
  fixture.apply({ type: 'DefineFeeSchedule', instrumentId: btcCop, makerPpm: 1000, takerPpm: 2000 });
  fixture.apply(buildWithdrawal(600n));
  fixture.apply(buildWithdrawal(70n, { ticketId: ticketId(2) }));
  fixture.apply({ type: 'SettleWithdrawal', ticketId: ticketId(2) });
  fixture.place(limitOrder('buy', 5, 90, { clientOrderId: 4 }));
  fixture.place(limitOrder('sell', 7, 110, { account: beto }));
  fixture.place(limitOrder('sell', 9, 110, { account: beto, instrument: btcUsdt }));
  fixture.place(marketOrder('buy', { value: 330 }, { clientOrderId: 5 }));
  return fixture;
}

describe('the sequence of commands', () => {
  test('has no gaps and no repetitions', () => {
    const engine = new Engine();
    const at = millis(5);
    expect(() => engine.apply(halt, { sequence: sequence(2), at })).toThrow('without gaps');
    engine.apply(halt, { sequence: sequence(1), at });
    expect(() => engine.apply(halt, { sequence: sequence(1), at })).toThrow('without gaps');
  });

  test('never goes back in time', () => {
    const engine = new Engine();
    engine.apply(halt, { sequence: sequence(1), at: millis(5) });
    expect(() => engine.apply(halt, { sequence: sequence(2), at: millis(4) })).toThrow(
      'time never goes back',
    );
  });

  test('counts refused commands', () => {
    const engine = new Engine();
    expect(engine.apply(halt, { sequence: sequence(1), at: millis(5) }).ok).toBe(false);
    expect([engine.lastSequence, engine.lastAt]).toEqual([1, 5]);
  });
});

describe('reading', () => {
  test('house accounts exist from the start', () => {
    const engine = new Engine();
    expect([...engine.accounts()].map((account) => account.accountId).sort((a, b) => a - b)).toEqual(
      Object.values(houseAccounts),
    );
  });

  test('a position that was never used is zero', () => {
    expect(new Engine().position(ana, btc)).toEqual({ total: 0n, held: 0n });
  });

  test('positions, holds and totals agree', () => {
    const { engine } = createBusyFixture();
    expect(engine.accountPositions(ana)).toEqual([
      { productId: btc, total: 10_002n, held: 0n },
      { productId: usdt, total: 10_000n, held: 0n },
      { productId: cop, total: 9600n, held: 1050n },
    ]);
    expect(engine.openHolds(ana, cop)).toBe(1050n);
    expect([...engine.ledgerTotals()]).toEqual([
      [btc, 0n],
      [usdt, 0n],
      [cop, 0n],
    ]);
  });

  test('open orders are listed newest first, of one instrument if requested', () => {
    const { engine } = createBusyFixture();
    expect(engine.openOrders(beto).map((order) => order.orderId)).toEqual([3, 2]);
    expect(engine.openOrders(beto, btcCop).map((order) => order.orderId)).toEqual([2]);
  });

  test('a level counts its orders and their accounts', () => {
    const fixture = createBusyFixture();
    fixture.place(limitOrder('buy', 2, 90));
    fixture.place(limitOrder('buy', 1, 90, { account: beto }));
    fixture.place(limitOrder('buy', 1, 80, { account: beto }));
    expect(fixture.engine.level2(btcCop, 1).bids).toEqual([
      { price: 90, quantity: 8n, orders: 3, accounts: 2 },
    ]);
    expect(fixture.engine.level2(btcCop, 9).bids).toHaveLength(2);
  });
});

describe('snapshots', () => {
  test('restore everything', () => {
    const { engine } = createBusyFixture();
    const loaded = Engine.load(engine.save());
    expect(loaded.save()).toEqual(engine.save());
    expect([loaded.lastSequence, loaded.lastAt]).toEqual([engine.lastSequence, engine.lastAt]);
    expect(loaded.products()).toEqual(engine.products());
    expect(loaded.instruments()).toEqual(engine.instruments());
    expect([...loaded.allOpenOrders()]).toEqual([...engine.allOpenOrders()]);
    expect([...loaded.withdrawals()]).toEqual([...engine.withdrawals()]);
    expect(loaded.level1(btcCop)).toEqual(engine.level1(btcCop));
    expect(loaded.accountPositions(ana)).toEqual(engine.accountPositions(ana));
    expect(loaded.withdrawalUsage(ana, engine.lastAt)).toEqual(engine.withdrawalUsage(ana, engine.lastAt));
  });

  test('do not depend on the order in which things were defined', () => {
    const inOrder = (commands: readonly Command[]) => {
      const engine = new Engine();
      commands.forEach((command, i) => engine.apply(command, { sequence: sequence(i + 1), at: millis(1) }));
      return engine.save();
    };
    const [first, second, third, ...others] = openingCommands;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three products');
    expect(inOrder([third, first, second, ...others])).toEqual(inOrder(openingCommands));
  });

  test('that are damaged or of a newer format are refused with a reason', () => {
    const bytes = createBusyFixture().engine.save();
    const newer = bytes.slice();
    const formatAt = 1 + 'salar engine'.length;
    newer[formatAt] = 9;
    expect(() => Engine.load(newer)).toThrow(NewerSnapshot);
    expect(() => Engine.load(newer)).toThrow('format 9');
    expect(() => Engine.load(bytes.slice(0, -1))).toThrow(SnapshotError);
    expect(() => Engine.load(new Uint8Array([...bytes, 0]))).toThrow('after the end');
    expect(() => Engine.load(new Uint8Array(50))).toThrow('not an engine snapshot');
    expect(() => Engine.load(new Uint8Array())).toThrow('truncated');
  });
});
