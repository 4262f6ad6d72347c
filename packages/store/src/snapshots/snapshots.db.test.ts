import { BatchEncoder, millis, sequence } from '@salar/protocol';
import { Engine, engineVersion } from '@salar/engine';
import { Sequencer, verifyBooks } from '@salar/sequencer';
import { buildManyOrders, buildMarketSetup } from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowAfter } from '../journal/journal-row.ts';
import { JournalWriter } from '../journal/journal-writer.ts';
import { readJournalHead } from '../journal/read-journal.ts';
import { listSnapshots, readSnapshot, saveSnapshot } from './snapshots.ts';

const everything = sequence(Number.MAX_SAFE_INTEGER);

describe('snapshots', () => {
  let store: TestDatabase;
  const log: string[] = [];

  beforeEach(async () => {
    store = await openTestDatabase();
    log.length = 0;
  });
  afterEach(() => store.close());

  const start = () =>
    Sequencer.open({
      database: store.database,
      snapshotEvery: 50,
      onFatal: (error) => log.push(error.message),
      log: (line) => log.push(line),
    });
  /** @returns the state after some trading, with its snapshots stored */
  const trade = async () => {
    const sequencer = await start();
    await Promise.all(buildMarketSetup({ customers: 3 }).map((command) => sequencer.submit(command)));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(buildManyOrders(60, 3).map((command) => sequencer.submit(command)));
      await sequencer.projected();
    }
    await sequencer.close();
    return sequencer.engine.save();
  };
  const restart = async () => {
    const sequencer = await start();
    const bytes = sequencer.engine.save();
    await sequencer.close();
    return bytes;
  };
  const stored = () => listSnapshots(store.database, everything);
  const sql = (statement: string) => store.database.query(statement);

  test('are kept three at a time, the newest ones', async () => {
    const save = (at: number) =>
      saveSnapshot(store.database, {
        sequence: sequence(at),
        engineVersion,
        payload: new Engine().save(),
        at: millis(at),
      });
    for (const at of [10, 20, 30, 40]) await save(at);
    expect((await stored()).map((one) => one.sequence)).toEqual([40, 30, 20]);
    expect((await listSnapshots(store.database, sequence(35))).map((one) => one.sequence)).toEqual([30, 20]);
  });

  test('that are damaged are skipped, the newest alone or all of them', async () => {
    const bytes = await trade();
    const [newest] = await stored();
    const damage = 'UPDATE snapshot SET payload = set_byte(payload, 40, 255 - get_byte(payload, 40))';
    await sql(`${damage} WHERE sequence = (SELECT max(sequence) FROM snapshot)`);
    expect(await readSnapshot(store.database, newest?.sequence ?? everything)).toBeNull();
    expect(Buffer.compare(await restart(), bytes)).toBe(0);
    expect(log).toContain(
      `ALERT: the snapshot at command ${newest?.sequence} is damaged or not of this exchange; trying an older one`,
    );
    await sql(`${damage} WHERE sequence <> (SELECT max(sequence) FROM snapshot)`);
    expect(Buffer.compare(await restart(), bytes)).toBe(0);
    await sql('DELETE FROM snapshot');
    expect(Buffer.compare(await restart(), bytes)).toBe(0);
  });

  test('of a newer version stop the start with a message that says what to do', async () => {
    await trade();
    const [newest] = await stored();
    const newer = new RegExp(
      `snapshot at command ${newest?.sequence} was written by a newer version of Salar .*start that version`,
    );
    await sql(`UPDATE snapshot SET format = 99 WHERE sequence = ${newest?.sequence}`);
    await expect(start()).rejects.toThrow(newer);
    await expect(verifyBooks(store.database)).rejects.toThrow(newer);
    await sql(`UPDATE snapshot SET format = 1, engine_version = ${engineVersion + 1}`);
    await expect(start()).rejects.toThrow(newer);
    const later = newest === undefined ? null : await readSnapshot(store.database, newest.sequence);
    const payload = Uint8Array.from(later?.payload ?? []);
    payload[1 + 'salar engine'.length] = 9; // the engine's own format
    await sql(`UPDATE snapshot SET engine_version = ${engineVersion}`);
    await saveSnapshot(store.database, {
      sequence: newest?.sequence ?? sequence(0),
      engineVersion,
      payload,
      at: millis(1),
    });
    await expect(start()).rejects.toThrow(newer);
  });

  test('are irrelevant when batches are of a newer version: these stop the start with a message', async () => {
    await trade();
    const append = async (payload: Uint8Array) => {
      const writer = await JournalWriter.open(store.database, { holder: 'a newer version' });
      const head = await readJournalHead(store.database);
      const row = rowAfter(head, { count: 1, at: 1, epoch: writer.epoch, payload });
      expect(await writer.append(row)).toBe('appended');
      await writer.close();
    };
    const encoder = new BatchEncoder();
    encoder.add({ type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null });
    await append(encoder.finish(engineVersion + 1));
    const { sequence: last } = await readJournalHead(store.database);
    await expect(start()).rejects.toThrow(`the batch at command ${last} was written by a newer version`);
    await sql('ALTER TABLE journal_1 DISABLE TRIGGER journal_is_for_ever');
    await sql(`DELETE FROM journal_1 WHERE first_sequence = ${last}`);
    await append(new Uint8Array([99, 1, 0]));
    await expect(start()).rejects.toThrow(/newer version of Salar \(batch format 99.*start that version/);
  });
});
