import { Sequencer, applyRow } from '@salar/sequencer';
import { Engine } from '@salar/engine';
import { sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Database } from '../database.ts';
import { migrations } from '../migrations/index.ts';
import { commandsPerPart, listJournalParts, makeJournalParts } from './journal-parts.ts';
import { genesisHash, rowAfter } from './journal-row.ts';
import { JournalWriter } from './journal-writer.ts';
import { headAfter, readJournal, readJournalHead } from './read-journal.ts';

let store: TestDatabase;
const open: Sequencer[] = [];
const fatal: Error[] = [];
const log: string[] = [];

beforeEach(async () => {
  store = await openTestDatabase();
  fatal.length = 0;
  log.length = 0;
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await store.close();
});

const start = async () => {
  const sequencer = await Sequencer.open({
    database: store.database,
    snapshotEvery: 100_000,
    onFatal: (error) => fatal.push(error),
    log: (line) => log.push(line),
  });
  open.push(sequencer);
  return sequencer;
};
const parts = () => listJournalParts(store.database);
const sql = (statement: string) => store.database.query(statement);

/**
 * Replaces the journal, which must be empty, by one whose parts hold `size` commands each, up to the part of `until`.
 */
async function smallParts(size: number, until: number): Promise<void> {
  await sql(`ALTER TABLE journal DETACH PARTITION journal_1`);
  await sql(`ALTER TABLE journal ATTACH PARTITION journal_1 FOR VALUES FROM (1) TO (${1 + size})`);
  await makeJournalParts(store.database, sequence(until), size);
}

async function replayAll(): Promise<Engine> {
  const engine = new Engine();
  for await (const row of readJournal(store.database, sequence(0))) applyRow(engine, row);
  return engine;
}

async function appendRows(writer: JournalWriter, counts: readonly number[]): Promise<void> {
  let head = await readJournalHead(store.database);
  for (const count of counts) {
    const row = rowAfter(head, { count, at: 1, epoch: writer.epoch, payload: new Uint8Array([1]) });
    expect(await writer.append(row)).toBe('appended');
    head = headAfter(row);
  }
}

describe('the parts of the journal', () => {
  test('are crossed under load and read in order', async () => {
    await smallParts(25, 1000);
    const sequencer = await start();
    await Promise.all(buildMarketSetup({ customers: 5 }).map((command) => sequencer.submit(command)));
    for (let round = 0; round < 300; round += 1) {
      await Promise.all(buildManyOrders(7, 5).map((command) => sequencer.submit(command)));
    }
    await sequencer.projected();
    const rows = await sql('SELECT tableoid::regclass::text AS part FROM journal GROUP BY 1');
    expect(rows.length).toBeGreaterThan(35);
    const replayed = await replayAll();
    expect(Buffer.compare(replayed.save(), sequencer.engine.save())).toBe(0);
    expect(fatal).toEqual([]);
  });

  test('are created ahead while the exchange runs', async () => {
    const sequencer = await start();
    expect(await parts()).toMatchObject([{ table: 'journal_1', start: 1, end: commandsPerPart + 1 }]);
    await Promise.all(buildMarketSetup({ customers: 1 }).map((command) => sequencer.submit(command)));
    await sequencer.projected();
    await sequencer.close();
    expect(await parts()).toMatchObject([{ start: 1 }, { start: commandsPerPart + 1 }]);
  });

  test('are created by the writer when none exists in time', async () => {
    await smallParts(10, 10);
    const writer = await JournalWriter.open(store.database, { holder: 'a test' });
    await appendRows(writer, [9, 4, 1]);
    expect(await parts()).toMatchObject([
      { start: 1, end: 11 },
      { start: 11, end: 11 + commandsPerPart },
    ]);
    await writer.close();
  });

  test('that cannot be created make the writer wait, with a message that says what to do, and nothing is lost', async () => {
    await smallParts(25, 25);
    await sql('CREATE TABLE journal_26 (LIKE journal INCLUDING ALL)'); // as if an operator had detached it
    const sequencer = await start();
    const submit = (commands: readonly Command[]) =>
      Promise.all(commands.map((command) => sequencer.submit(command)));
    await submit(buildMarketSetup({ customers: 5 }));
    await submit(buildManyOrders(10, 5));
    const waiting = submit(buildManyOrders(5, 5));
    await vi.waitFor(
      () =>
        expect(log).toContainEqual(expect.stringMatching(/command 30 .* journal_26, was detached: attach/)),
      { timeout: 20_000 },
    );
    await sql('ALTER TABLE journal ATTACH PARTITION journal_26 FOR VALUES FROM (26) TO (51)');
    await waiting;
    expect(Buffer.compare((await replayAll()).save(), sequencer.engine.save())).toBe(0);
    expect(fatal).toEqual([]);
  });

  test('are created once when several processes try at the same time', async () => {
    const many = Array.from({ length: 4 }, () => new Database({ ...store.options, poolSize: 1 }));
    const made = await Promise.all(many.map((one) => makeJournalParts(one, sequence(commandsPerPart * 3))));
    expect(new Set(made.map((part) => part.table)).size).toBe(1);
    expect(await parts()).toHaveLength(3);
    for (const one of many) await one.close();
  });

  test('cannot be changed or truncated, one by one or together', async () => {
    await smallParts(10, 30);
    const writer = await JournalWriter.open(store.database, { holder: 'a test' });
    await appendRows(writer, [9, 9, 9]);
    await writer.close();
    for (const table of ['journal', 'journal_1', 'journal_11', 'journal_21']) {
      await expect(sql(`UPDATE ${table} SET count = 1`)).rejects.toThrow('only grows');
      await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow('only grows');
      await expect(sql(`TRUNCATE ${table}`)).rejects.toThrow('only grows');
    }
  });

  test('reject a former writer in the middle of a part and at its beginning', async () => {
    await smallParts(10, 30);
    const former = await JournalWriter.open(store.database, { holder: 'the former' });
    await appendRows(former, [5]);
    const next = await JournalWriter.open(store.database, { holder: 'the next' });
    const head = await readJournalHead(store.database);
    const late = (after: typeof head) =>
      rowAfter(after, { count: 1, at: 1, epoch: former.epoch, payload: new Uint8Array([1]) });
    expect(await former.append(late(head))).toBe('moved');
    await appendRows(next, [5]);
    expect(await former.append(late(await readJournalHead(store.database)))).toBe('moved');
    await former.close();
    await next.close();
  });

  test('a detached old part is reported to readers that need it, and only to them', async () => {
    await smallParts(10, 30);
    const writer = await JournalWriter.open(store.database, { holder: 'a test' });
    await appendRows(writer, [10, 10, 5]);
    await writer.close();
    const read = async (after: number) => {
      const starts: number[] = [];
      for await (const row of readJournal(store.database, sequence(after))) starts.push(row.firstSequence);
      return starts;
    };
    await sql('ALTER TABLE journal DETACH PARTITION journal_1 CONCURRENTLY');
    expect(await read(20)).toEqual([21]);
    await expect(read(0)).rejects.toThrow(/command 1 .* detached: attach it again .* command 10\b/);
    await expect(read(10)).rejects.toThrow(/command 10 .* detached/);
    await sql('ALTER TABLE journal ATTACH PARTITION journal_1 FOR VALUES FROM (1) TO (11)');
    expect(await read(0)).toEqual([1, 11, 21]);
  });

  test('a detached newest part stops the writer, and nothing is appended in its place', async () => {
    await smallParts(10, 10);
    const sequencer = await start();
    await Promise.all(buildMarketSetup({ customers: 4 }).map((command) => sequencer.submit(command)));
    await Promise.all(buildManyOrders(5, 4).map((command) => sequencer.submit(command)));
    await sequencer.projected();
    await sequencer.close();
    const last = (await parts()).findLast((part) => part.start <= sequencer.engine.lastSequence);
    await sql(`ALTER TABLE journal DETACH PARTITION ${last?.table}`);
    await expect(start()).rejects.toThrow(/the last part of the journal is missing/);
    await expect(makeJournalParts(store.database, sequence(12))).rejects.toThrow(/was detached/);
  });
});

test('a journal from before partitioning becomes the first part, with its rows', async () => {
  await sql('DROP TABLE journal');
  await sql('DROP FUNCTION journal_is_for_ever');
  const before = migrations.find((one) => one.id === '001-journal')?.sql ?? '';
  await sql(before.slice(0, before.indexOf('CREATE TABLE writer_lease')));
  const first = rowAfter(
    { sequence: sequence(0), hash: genesisHash },
    { count: commandsPerPart + 7, at: 1, epoch: 1, payload: new Uint8Array([1]) },
  );
  await store.database.query('INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    first.firstSequence,
    first.count,
    first.epoch,
    first.at,
    first.previousHash,
    first.hash,
    first.payload,
  ]);
  const [file] = await sql(`SELECT pg_relation_filepath('journal') AS path`);
  await sql(migrations.find((one) => one.id === '040-journal-partitions')?.sql ?? '');
  await sql('ALTER TABLE journal ADD COLUMN mac bytea');
  expect(await sql(`SELECT pg_relation_filepath('journal_1') AS path`)).toEqual([file]);
  expect(await parts()).toEqual([{ table: 'journal_1', start: 1, end: 2 * commandsPerPart + 1 }]);
  const writer = await JournalWriter.open(store.database, { holder: 'a test' });
  await appendRows(writer, [3]);
  await writer.close();
  const counts: number[] = [];
  for await (const row of readJournal(store.database, sequence(0))) counts.push(row.count);
  expect(counts).toEqual([commandsPerPart + 7, 3]);
});
