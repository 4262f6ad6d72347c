import { batchFormat, lots, marketCauses, minor, sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { Engine, engineVersion } from '@salar/engine';
import { listSnapshots, computeStateHash } from '@salar/store';
import {
  btc,
  btcUsdt,
  buildManyOrders,
  buildMarketSetup,
  getCustomerAccount,
  usdt,
} from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sequencer } from '../sequencer.ts';
import { verifyBooks } from '../verify/verify-books.ts';
import { replayJournal } from './replay-journal.ts';

describe('replaying the journal', () => {
  let store: TestDatabase;
  let state: string;
  let end: number;

  beforeEach(async () => {
    store = await openTestDatabase();
    const sequencer = await Sequencer.open({
      database: store.database,
      snapshotEvery: 100,
      onFatal: (error) => {
        throw error;
      },
    });
    await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(buildManyOrders(120, 4).map((command) => sequencer.submit(command)));
      await Promise.all(buildCatalogueChanges(round).map((command) => sequencer.submit(command)));
      await sequencer.projected();
    }
    await sequencer.close();
    end = sequencer.engine.lastSequence;
    state = computeHash(sequencer.engine);
  });
  afterEach(() => store.close());

  const replay = (options: { isFromGenesis?: boolean; until?: number } = {}) =>
    replayJournal(store.database, {
      isFromGenesis: options.isFromGenesis ?? false,
      ...(options.until === undefined ? {} : { until: sequence(options.until) }),
    });

  test('gives the state of the exchange, from the first command or from a snapshot', async () => {
    const snapshots = await listSnapshots(store.database, sequence(end));
    expect(await replay({ isFromGenesis: true })).toEqual({
      from: 0,
      sequence: end,
      snapshotsCompared: snapshots.length,
      differences: [],
      stateHash: state,
    });
    expect(await replay()).toMatchObject({
      from: snapshots.at(-1)?.sequence,
      sequence: end,
      snapshotsCompared: snapshots.length,
      differences: [],
      stateHash: state,
    });
  });

  test('stops at the requested command, also in the middle of a batch', async () => {
    const some = await replay({ isFromGenesis: true, until: 50 });
    expect(some.sequence).toBe(50);
    const again = await replay({ isFromGenesis: true, until: 50 });
    expect(again.stateHash).toBe(some.stateHash);
    expect((await replay({ until: end - 1 })).stateHash).not.toBe(state);
    expect((await replay({ until: end + 1000 })).stateHash).toBe(state);
  });

  test('ignores snapshots of an older engine, which may encode the same state differently', async () => {
    const older = new Uint8Array([1]);
    await store.database.query('UPDATE snapshot SET payload = $1, state_hash = $2, engine_version = $3', [
      older,
      computeStateHash(older),
      engineVersion - 1,
    ]);
    expect(await replay()).toMatchObject({
      from: 0,
      snapshotsCompared: 0,
      differences: [],
      stateHash: state,
    });
    const { findings } = await verifyBooks(store.database);
    expect(findings.filter((one) => one.different > 0)).toEqual([]);
  });

  test('accepts the same state with its orders in a former format of batches', async () => {
    const [newest] = await store.database.query<{ payload: Buffer }>(
      'SELECT payload FROM snapshot ORDER BY sequence DESC LIMIT 1',
    );
    const former = encodeOrdersAs(batchFormat - 1, Buffer.from(newest?.payload ?? []));
    await store.database.query('UPDATE snapshot SET payload = $1, state_hash = $2 WHERE sequence = $3', [
      former,
      computeStateHash(former),
      end,
    ]);
    expect(await replay({ isFromGenesis: true })).toMatchObject({ differences: [], stateHash: state });
    const { findings } = await verifyBooks(store.database);
    expect(findings.filter((one) => one.different > 0)).toEqual([]);
  });

  test('finds a snapshot that is not what the journal gives', async () => {
    const [newest] = await listSnapshots(store.database, sequence(end));
    const wrong = new Engine();
    wrong.apply({ type: 'OpenAccount', accountId: getCustomerAccount(0), kind: 'customer' }, stamp);
    await store.database.query('UPDATE snapshot SET payload = $1, state_hash = $2 WHERE sequence = $3', [
      wrong.save(),
      computeStateHash(wrong.save()),
      newest?.sequence,
    ]);
    expect((await replay()).differences).toEqual([
      `the snapshot at command ${end} is not the state that the journal gives`,
    ]);
  });

  test('finds a snapshot whose bytes are damaged, and continues with the next', async () => {
    const snapshots = await listSnapshots(store.database, sequence(end));
    const oldest = snapshots.at(-1)?.sequence;
    await store.database.query(
      'UPDATE snapshot SET payload = set_byte(payload, 9, 255 - get_byte(payload, 9)) WHERE sequence = $1',
      [oldest],
    );
    const found = await replay();
    expect(found.differences).toEqual([`the snapshot at command ${oldest} is damaged or missing`]);
    expect(found).toMatchObject({ from: snapshots.at(-2)?.sequence, stateHash: state });
  });
});

/** Builds 72 changes of the market and the levels; the last ones let it trade again. */
function buildCatalogueChanges(round: number): Command[] {
  const state = { type: 'SetInstrumentState', instrumentId: btcUsdt } as const;
  return Array.from({ length: 8 }, (_, index): Command[] => {
    const step = round * 8 + index;
    const takerPpm = 1_000 + step;
    return [
      { ...state, state: 'stopped', cause: 'incident' },
      {
        type: 'AlterInstrument',
        instrumentId: btcUsdt,
        quantityMin: lots(BigInt(index % 2)),
        quantityMax: lots(0n),
        notionalMin: minor(0n),
        notionalMax: minor(0n),
        collarPpm: 10_000 + step,
      },
      { type: 'SetLimitCollar', instrumentId: btcUsdt, collarPpm: 500_000 + step },
      {
        type: 'DefineFeeTiers',
        instrumentId: btcUsdt,
        tiers: [
          { volumeMin: minor(0n), makerPpm: -step, takerPpm },
          { volumeMin: minor(BigInt(step + 1)), makerPpm: step, takerPpm: takerPpm + 1 },
        ],
      },
      { type: 'DefineLevel', level: 1 + (step % 4), dailyLimit: minor(BigInt(step)), monthlyLimit: null },
      { type: 'SetReferencePrice', productId: usdt, price: minor(BigInt(400_000 + step)) },
      { type: 'SetProductHalt', productId: btc, halted: index % 2 === 0 },
      { ...state, state: 'post_only', cause: marketCauses[index % marketCauses.length] ?? 'none' },
      { ...state, state: 'running', cause: 'none' },
    ];
  }).flat();
}

const stamp = { sequence: sequence(1), at: 1 as never };

/** Changes the format byte of the batch with the open orders: the one byte of this value that changes no state. */
function encodeOrdersAs(format: number, payload: Buffer): Buffer {
  for (let at = payload.indexOf(batchFormat); at >= 0; at = payload.indexOf(batchFormat, at + 1)) {
    const changed = Buffer.from(payload);
    changed[at] = format;
    if (isLoadedAs(payload, changed)) return changed;
  }
  throw new Error('the snapshot has open orders');
}

function isLoadedAs(payload: Buffer, changed: Buffer): boolean {
  try {
    return payload.equals(Engine.load(changed).save());
  } catch {
    return false; // another byte of this value
  }
}

function computeHash(engine: Engine): string {
  return Buffer.from(computeStateHash(engine.save())).toString('hex');
}
