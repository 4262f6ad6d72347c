import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresProxy } from '@salar/testing/postgres-proxy';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Database } from '../database.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { readLease, releaseLease, renewLease, takeLease } from './lease.ts';

/** Generous for a busy machine; nothing takes this long otherwise. */
const soon = { timeout: 20_000, interval: 10 };

/** A term that a competitor does not exceed, however busy the machine is. */
const patientMs = 600_000;

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.close());

describe('the lease', () => {
  test('is free at first, and counts its holders', async () => {
    expect(await readLease(store.database)).toMatchObject({ epoch: 0, renewal: null, ageMs: null });
    expect(await takeLease(store.database, { holder: 'ana', termMs: 700 })).toBe(1);
    expect(await takeLease(store.database, { holder: 'ben' })).toBe(2);
    expect(await readLease(store.database)).toMatchObject({ epoch: 2, holder: 'ben', termMs: 2000 });
  });

  test('is renewed by its holder only', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const before = await readLease(store.database);
    expect(await renewLease(store.database, 1)).toBe(true);
    const after = await readLease(store.database);
    expect(after.renewal).not.toBe(before.renewal);
    await takeLease(store.database, { holder: 'ben' });
    expect(await renewLease(store.database, 1)).toBe(false);
    await releaseLease(store.database, 1);
    expect((await readLease(store.database)).renewal).not.toBeNull();
    await releaseLease(store.database, 2);
    expect(await readLease(store.database)).toMatchObject({ renewal: null, ageMs: null });
  });

  test('is not taken on the basis of a state from before a renewal', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const seen = await readLease(store.database);
    await renewLease(store.database, 1);
    expect(await takeLease(store.database, { holder: 'ben', ifStill: seen })).toBeNull();
    const again = await readLease(store.database);
    expect(await takeLease(store.database, { holder: 'ben', ifStill: again })).toBe(2);
  });

  test('goes to exactly one of many that saw the same state', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const seen = await readLease(store.database);
    const names = ['ben', 'cem', 'dov', 'eva'];
    const epochs = await Promise.all(
      names.map((holder) => takeLease(store.database, { holder, termMs: patientMs, ifStill: seen })),
    );
    expect(epochs.filter((epoch) => epoch !== null)).toEqual([2]);
    expect((await readLease(store.database)).holder).toBe(names[epochs.indexOf(2)]);
  });

  test('goes to a taker that is slow, and not to one that waits for it', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const seen = await readLease(store.database);
    const { promise: isHolding, resolve: hold } = withResolvers();
    const { promise: mayEnd, resolve: end } = withResolvers();
    const slow = slowDatabase(store.database, async () => {
      hold();
      await mayEnd;
    });
    const taken = takeLease(slow, { holder: 'ben', ifStill: seen });
    await isHolding;
    const other = takeLease(store.database, { holder: 'cem', termMs: patientMs, ifStill: seen });
    await delay(400); // four times the patience with a former writer
    end();
    expect(await taken).toBe(2);
    expect(await other).toBeNull();
  });

  test('is taken after a term from a taker that stopped in the middle', async () => {
    const { promise: isHolding, resolve: hold } = withResolvers();
    const { promise: mayEnd, resolve: end } = withResolvers();
    const stopped = slowDatabase(store.database, async () => {
      hold();
      await mayEnd;
    });
    const taken = takeLease(stopped, { holder: 'ben' });
    const failed = expect(taken).rejects.toThrow(/terminat|not queryable/);
    await isHolding;
    expect(await takeLease(store.database, { holder: 'cem', termMs: 50 })).toBe(1);
    end();
    await failed;
  });

  test('is taken when a taker stopped while it waited for a former writer that stopped', async () => {
    const former = await store.database.connect();
    await former.query('BEGIN');
    await former.query('LOCK TABLE journal IN ROW EXCLUSIVE MODE');
    const ended = new Promise<void>((done) => void former.once('error', () => done()));
    // It waits for the former writer, and never terminates its connection.
    const stopped = Object.create(store.database, {
      transaction: { value: store.database.transaction.bind(store.database) },
      connect: { value: () => Promise.reject(new Error('stopped')) },
    }) as Database;
    const failed = expect(takeLease(stopped, { holder: 'ben' })).rejects.toThrow(/terminat|not queryable/);
    await vi.waitFor(async () => {
      const waiting = await store.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT lock_journal%'`,
      );
      expect(waiting).toHaveLength(1);
    }, soon);
    expect(await takeLease(store.database, { holder: 'cem', termMs: 200 })).toBe(1);
    await ended;
    await failed;
  });

  test('goes from a taker that stopped to one after the other of those that waited for it', async () => {
    const { promise: isHolding, resolve: hold } = withResolvers();
    const { promise: mayEnd, resolve: end } = withResolvers();
    const stopped = slowDatabase(store.database, async () => {
      hold();
      await mayEnd;
    });
    const failed = expect(takeLease(stopped, { holder: 'ben' })).rejects.toThrow(/terminat|not queryable/);
    await isHolding;
    // Long enough for a healthy taker on a busy machine.
    const termMs = 1500;
    const names = ['cem', 'dov', 'eva'];
    const epochs = await Promise.all(names.map((holder) => takeLease(store.database, { holder, termMs })));
    expect(epochs.toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual([1, 2, 3]);
    end();
    await failed;
  });

  test('is taken from a writer that stopped in the middle of an append or of a write to history', async () => {
    for (const [i, lock] of [
      'LOCK TABLE journal IN ROW EXCLUSIVE MODE',
      'SELECT sequence FROM projection FOR UPDATE',
    ].entries()) {
      const stopped = await store.database.connect();
      await stopped.query('BEGIN');
      await stopped.query(lock);
      expect(await takeLease(store.database, { holder: 'ben' })).toBe(i + 1);
      await expect(stopped.query('SELECT 1')).rejects.toThrow(/terminat|not queryable/);
    }
  });
});

describe('the keeper of a lease', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close();
  });
  const keep = (database: Database) => {
    const keeper = new LeaseKeeper({ database, epoch: 1, termMs: 400, log: () => undefined });
    open.push(keeper);
    return keeper;
  };

  test('renews it, and releases it at the end', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const first = await readLease(store.database);
    const keeper = keep(store.database);
    await vi.waitFor(async () => {
      expect((await readLease(store.database)).renewal).not.toBe(first.renewal);
      expect(keeper.isHeld()).toBe(true);
    }, soon);
    await keeper.close();
    expect(keeper.isHeld()).toBe(false);
    expect((await readLease(store.database)).renewal).toBeNull();
  });

  test('reports when another process has it, and does not release a lease that is not its own', async () => {
    await takeLease(store.database, { holder: 'ana' });
    const keeper = keep(store.database);
    await takeLease(store.database, { holder: 'ben' });
    await keeper.lost;
    expect(keeper.isHeld()).toBe(false);
    await keeper.close();
    expect((await readLease(store.database)).renewal).not.toBeNull();
  });

  test('checks at once whether the lease is still its own', async () => {
    await takeLease(store.database, { holder: 'ana' });
    await takeLease(store.database, { holder: 'ben' });
    // A term so long that a test that waited for a fraction of it would time out.
    const keeper = new LeaseKeeper({
      database: store.database,
      epoch: 1,
      termMs: 3_600_000,
      log: () => undefined,
    });
    open.push(keeper);
    await keeper.lost;
    expect(keeper.isHeld()).toBe(false);
  });

  test('stops trusting it after a term without the database, and trusts it again when nobody took it', async () => {
    const proxy = await openPostgresProxy(store.options);
    open.push(proxy);
    const database = new Database({ ...proxy.options, poolSize: 1 });
    open.push(database);
    await takeLease(store.database, { holder: 'ana' });
    const keeper = keep(database);
    await vi.waitFor(() => expect(keeper.isHeld()).toBe(true), soon);
    proxy.cut();
    await vi.waitFor(() => expect(keeper.isHeld()).toBe(false), soon);
    proxy.open();
    await vi.waitFor(() => expect(keeper.isHeld()).toBe(true), soon);
    proxy.cut();
    await vi.waitFor(() => expect(keeper.isHeld()).toBe(false), soon);
    await takeLease(store.database, { holder: 'ben' });
    proxy.open();
    await keeper.lost;
    expect(keeper.isHeld()).toBe(false);
  });
});

/** A database whose next taker stops for `pause` when it has every lock, before it writes the lease. */
function slowDatabase(database: Database, pause: () => Promise<void>): Database {
  return Object.create(database, {
    transaction: {
      value: (work: Parameters<Database['transaction']>[0]) =>
        database.transaction((tx) =>
          work({
            ...tx,
            query: async (text, values, name) => {
              if (text.includes('SET epoch = epoch + 1')) await pause();
              return tx.query(text, values, name);
            },
          }),
        ),
    },
    connect: { value: () => database.connect() },
  }) as Database;
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
