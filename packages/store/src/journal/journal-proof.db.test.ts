/** An attack of somebody who writes to the database, when another machine leads for the first time. */
import { millis, sequence } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSnapshots, readSnapshot, saveSnapshot } from '../snapshots/snapshots.ts';
import { checkJournalProof } from './journal-proof.ts';
import { genesisHash, rowAfter } from './journal-row.ts';
import { JournalWriter } from './journal-writer.ts';

const key = new Uint8Array(32).fill(3);

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store?.close());

/** Describes a machine that has the keys and has never led. */
const standby = { key, from: null, begin: () => undefined };

test('a snapshot and a row that somebody wrote are not taken, also by a machine that never led', async () => {
  const { database } = store;
  const writer = await JournalWriter.open(database, { holder: 'the first machine' }, { macKey: key });
  const row = rowAfter(
    { sequence: sequence(0), hash: genesisHash },
    { count: 1, at: 1, epoch: writer.epoch, payload: new Uint8Array([1]) },
  );
  expect(await writer.append(row)).toBe('appended');
  await writer.close();
  await saveSnapshot(database, {
    sequence: sequence(1),
    engineVersion: 1,
    payload: new Uint8Array([9]),
    at: millis(1),
  });
  await checkJournalProof(database, standby);
  expect(await listSnapshots(database, sequence(1))).toHaveLength(1);
  expect(await readSnapshot(database, sequence(1), key)).toBeNull();

  const forged = rowAfter(
    { sequence: sequence(1), hash: row.hash },
    { count: 1, at: 2, epoch: writer.epoch, payload: new Uint8Array([2]) },
  );
  await database.query(
    `INSERT INTO journal (first_sequence, count, epoch, at, previous_hash, hash, payload) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [2, 1, forged.epoch, 2, forged.previousHash, forged.hash, forged.payload],
  );
  await expect(checkJournalProof(database, standby)).rejects.toThrow(/was not written by this exchange/);
});
