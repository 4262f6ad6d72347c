import { sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { Engine } from '@salar/engine';
import {
  Database,
  JournalWriter,
  listLedgerEntries,
  listLastTrades,
  listFinishedOrders,
  readJournal,
  readJournalHead,
  rowAfter,
  listAccountTrades,
} from '@salar/store';
import {
  btc,
  btcUsdt,
  getCustomerAccount,
  buildLimitOrder,
  buildManyOrders,
  buildMarketSetup,
  usdt,
} from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyRow } from './restore.ts';
import { Sequencer } from './sequencer.ts';
import { SequencerUnavailable } from './unavailable-error.ts';

describe('the sequencer', () => {
  let store: TestDatabase;
  const open: Sequencer[] = [];
  const fatal: Error[] = [];

  beforeEach(async () => {
    store = await openTestDatabase();
    fatal.length = 0;
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await store.close();
  });
  const start = async (options: { snapshotEvery?: number } = {}) => {
    const sequencer = await Sequencer.open({
      database: store.database,
      onFatal: (error) => fatal.push(error),
      ...options,
    });
    open.push(sequencer);
    return sequencer;
  };
  const stop = async (sequencer: Sequencer) => {
    await sequencer.close();
    open.splice(open.indexOf(sequencer), 1);
  };

  test('answers after the commit, with the outcome of the engine', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 2 }));
    const sell = await sequencer.submit(
      buildLimitOrder({ account: getCustomerAccount(0), side: 'sell', price: 6_000_000, quantity: 5n }),
    );
    const buy = await sequencer.submit(
      buildLimitOrder({ account: getCustomerAccount(1), side: 'buy', price: 6_000_000, quantity: 5n }),
    );
    expect(sell).toMatchObject({ ok: true, value: { status: 'working' } });
    expect(buy).toMatchObject({ ok: true, value: { status: 'filled', executed: 5n } });
    expect((await readJournalHead(store.database)).sequence).toBe(sequencer.engine.lastSequence);
    expect(sequencer.status()).toMatchObject({ epoch: 1, queueLength: 0 });
  });

  test('puts the commands of one turn into one batch, and notifies listeners once, in order', async () => {
    const sequencer = await start();
    const received: number[][] = [];
    sequencer.subscribe((batch) => received.push(batch.commands.map((one) => one.sequence)));
    await submitAll(sequencer, buildMarketSetup({ customers: 1 }));
    expect(received).toEqual([[1, 2, 3, 4, 5, 6, 7]]);
  });

  test('keeps history as the engine emitted it, without refusals and unfilled quotes', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 2 }));
    const quote = await sequencer.submit(
      buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 1, quantity: 5n, isQuote: true }),
    );
    if (!quote.ok) throw new Error(quote.refusal);
    await submitAll(sequencer, [
      { type: 'CancelOrder', accountId: getCustomerAccount(0), orderId: quote.value.orderId },
      buildLimitOrder({ account: getCustomerAccount(0), side: 'sell', price: 6_000_000, quantity: 5n }),
      buildLimitOrder({ account: getCustomerAccount(1), side: 'buy', price: 6_000_000, quantity: 3n }),
      buildLimitOrder({ account: getCustomerAccount(1), side: 'buy', price: 6_000_000, quantity: 0n }),
    ]);
    await sequencer.projected();
    const page = { startIndex: 0, limit: 10 };
    expect(await listFinishedOrders(store.database, { accountId: getCustomerAccount(0), ...page })).toEqual(
      [],
    );
    expect(
      await listFinishedOrders(store.database, { accountId: getCustomerAccount(1), ...page }),
    ).toMatchObject([
      { status: 'filled', executed: 3n, quantity: 3n, notional: 1_800_000n, reason: 'trade' },
    ]);
    const trades = await listAccountTrades(store.database, { accountId: getCustomerAccount(0), ...page });
    expect(trades).toMatchObject([
      {
        price: 6_000_000,
        quantity: 3n,
        takerSide: 'buy',
        maker: { accountId: getCustomerAccount(0), remaining: 2n },
      },
    ]);
    expect(await listLastTrades(store.database, btcUsdt, 5)).toEqual(trades);
    const entries = await listLedgerEntries(store.database, {
      accountId: getCustomerAccount(1),
      productId: usdt,
      ...page,
    });
    expect(entries[0]).toMatchObject({
      kind: 'trade',
      amount: -1_800_000n,
      counterparty: getCustomerAccount(0),
    });
    expect(entries[0]?.balance).toBe(sequencer.engine.position(getCustomerAccount(1), usdt).total);
    expect(await sumOfLedger(store.database)).toEqual([
      { product_id: btc, sum: 0n },
      { product_id: usdt, sum: 0n },
    ]);
  });

  test('restarts with the same state, with and without snapshots, and history has each entry once', async () => {
    const first = await start({ snapshotEvery: 300 });
    await submitAll(first, buildMarketSetup({ customers: 5 }));
    for (let round = 0; round < 5; round += 1) await submitAll(first, buildManyOrders(200, 5));
    const bytes = first.engine.save();
    await stop(first);
    const second = await start();
    expect(Buffer.compare(second.engine.save(), bytes)).toBe(0);
    await submitAll(second, buildManyOrders(100, 5));
    await second.projected();
    expect(await sumOfLedger(store.database)).toMatchObject([{ sum: 0n }, { sum: 0n }]);
    const replayed = await replayAll(store.database);
    expect(Buffer.compare(second.engine.save(), replayed.save())).toBe(0);
    expect(fatal).toEqual([]);
  });

  test('falls back to an older snapshot, and to the journal, when bytes are damaged', async () => {
    const first = await start({ snapshotEvery: 50 });
    await submitAll(first, buildMarketSetup({ customers: 5 }));
    for (let round = 0; round < 4; round += 1) {
      await submitAll(first, buildManyOrders(100, 5));
      await first.projected();
    }
    const bytes = first.engine.save();
    await stop(first);
    const damage = 'UPDATE snapshot SET payload = set_byte(payload, 40, 255 - get_byte(payload, 40))';
    await store.database.query(`${damage} WHERE sequence = (SELECT max(sequence) FROM snapshot)`);
    const second = await start();
    expect(Buffer.compare(second.engine.save(), bytes)).toBe(0);
    await stop(second);
    await store.database.query(damage);
    const third = await start();
    expect(Buffer.compare(third.engine.save(), bytes)).toBe(0);
  });

  test('a replaced writer cannot append, and throws', async () => {
    const former = await start();
    await submitAll(former, buildMarketSetup({ customers: 1 }));
    const next = await start();
    await expect(former.submit(level(1))).rejects.toThrow(SequencerUnavailable);
    expect(fatal.map((error) => error.message)).toEqual([expect.stringContaining('another process')]);
    // Its engine's state is missing from the journal.
    await expect(former.read((view) => view.lastSequence)).rejects.toThrow(SequencerUnavailable);
    expect(await next.submit(level(2))).toMatchObject({ ok: true });
    expect((await readJournalHead(store.database)).sequence).toBe(next.engine.lastSequence);
  });

  test('loses and duplicates nothing when its connections are cut again and again', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 5 }));
    const cutter = new Database({ ...store.options, poolSize: 1 });
    const orders = buildManyOrders(2000, 5);
    let answered = 0;
    for (let at = 0; at < orders.length; at += 20) {
      const answers = orders.slice(at, at + 20).map((order) => submitWithRetries(sequencer, order));
      if (at % 100 === 0) {
        await cutter.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
      }
      answered += (await Promise.all(answers)).length;
    }
    await cutter.close();
    expect(answered).toBe(2000);
    await sequencer.projected();
    expect(fatal).toEqual([]);
    const replayed = await replayAll(store.database);
    expect(replayed.lastSequence).toBe(sequencer.engine.lastSequence);
    expect(Buffer.compare(replayed.save(), sequencer.engine.save())).toBe(0);
    expect(await sumOfLedger(store.database)).toMatchObject([{ sum: 0n }, { sum: 0n }]);
  });

  test('a command that breaks the engine never reaches the journal; those before it are answered', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 1 }));
    const before = sequencer.submit(level(1));
    const breaking = sequencer.submit({ type: 'Explode' } as unknown as Command);
    await expect(breaking).rejects.toThrow();
    await expect(before).resolves.toMatchObject({ ok: true });
    const wrong = buildLimitOrder({ account: getCustomerAccount(0), side: 'buy', price: 1, quantity: 1n });
    const { engine } = sequencer;
    const apply = engine.apply.bind(engine);
    engine.apply = () => {
      throw new Error('broken on purpose');
    };
    const last = sequencer.engine.lastSequence;
    await expect(sequencer.submit(wrong)).rejects.toThrow('broken on purpose');
    await expect(sequencer.submit(level(2))).rejects.toThrow(SequencerUnavailable);
    await expect(sequencer.read((view) => view.lastSequence)).rejects.toThrow(SequencerUnavailable);
    await sequencer.close();
    engine.apply = apply;
    expect((await readJournalHead(store.database)).sequence).toBe(last);
    expect(fatal.map((error) => error.message)).toEqual(['broken on purpose']);
  });

  test('while the database is away, reads are refused as commands are, until the outcome of the commit is known', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 1 }));
    const { database: name } = store.options;
    const other = new Database({ ...store.options, database: 'postgres', poolSize: 1 });
    const allow = (isAllowed: boolean) =>
      other.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${String(isAllowed)}`);
    await allow(false);
    try {
      await other.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      const pending = sequencer.submit(level(1));
      await expect.poll(() => sequencer.status().isAway).toBe(true);
      await expect(sequencer.read((view) => view.lastSequence)).rejects.toThrow('the database is away');
      await expect(sequencer.submit(level(2))).rejects.toThrow('the database is away');
      await allow(true);
      await expect(pending).resolves.toMatchObject({ ok: true });
      await expect(sequencer.read((view) => view.lastSequence)).resolves.toBe(sequencer.engine.lastSequence);
    } finally {
      await allow(true);
      await other.close();
    }
  });

  test('refuses at once when the queue is full, and still accepts cancels', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 1 }));
    const answers = Array.from({ length: 20_000 }, () => sequencer.submit(level(1)));
    await expect(sequencer.submit(level(1))).rejects.toThrow('too many commands are waiting');
    const cancel = sequencer.submit({
      type: 'CancelAllOrders',
      accountId: getCustomerAccount(0),
      instrumentId: btcUsdt,
    });
    await Promise.all([...answers, cancel]);
    await expect(sequencer.read((view) => view.lastSequence)).resolves.toBe(sequencer.engine.lastSequence);
    await expect(sequencer.submit(level(1))).resolves.toMatchObject({ ok: true });
  });

  test('the journal can be neither changed nor truncated, and a changed byte is found', async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 1 }));
    await submitAll(sequencer, buildManyOrders(5, 1));
    const { database } = store;
    await expect(database.query('UPDATE journal SET count = 1')).rejects.toThrow('only grows');
    await expect(database.query('DELETE FROM journal')).rejects.toThrow('only grows');
    await expect(database.query('TRUNCATE journal')).rejects.toThrow('only grows');
    await stop(sequencer);
    await database.query(`ALTER TABLE journal DISABLE TRIGGER journal_is_for_ever`);
    await database.query(
      'UPDATE journal SET payload = set_byte(payload, 12, (get_byte(payload, 12) + 1) % 256) WHERE first_sequence = 1',
    );
    await expect(replayAll(database)).rejects.toThrow('does not match its hash');
  });

  test('an append that does not follow the end is refused', async () => {
    const writer = await JournalWriter.open(store.database, { holder: 'a test' });
    const head = await readJournalHead(store.database);
    const batch = { epoch: writer.epoch, count: 1, at: 1, payload: new Uint8Array([1]) };
    const row = rowAfter(head, batch);
    expect(await writer.append(row)).toBe('appended');
    expect(await writer.append(row)).toBe('moved');
    const gap = rowAfter({ ...head, sequence: sequence(5) }, batch);
    expect(await writer.append(gap)).toBe('moved');
    await writer.close();
  });
});

function level(n: number): Command {
  return { type: 'DefineLevel', level: n, dailyLimit: null, monthlyLimit: null };
}

async function submitAll(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  await Promise.all(commands.map((command) => sequencer.submit(command)));
}

async function submitWithRetries(sequencer: Sequencer, command: Command): Promise<unknown> {
  for (;;) {
    try {
      return await sequencer.submit(command);
    } catch (error) {
      if (!(error instanceof SequencerUnavailable) || error.isOutcomeUnknown) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function replayAll(database: Database): Promise<Engine> {
  const engine = new Engine();
  for await (const row of readJournal(database, sequence(0))) applyRow(engine, row);
  return engine;
}

async function sumOfLedger(database: Database): Promise<object[]> {
  return database.query(
    'SELECT product_id, sum(amount) FROM ledger_entry GROUP BY product_id ORDER BY product_id',
  );
}
